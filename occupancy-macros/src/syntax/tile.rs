//! `tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2, accumulator = registers)`: what one block
//! computes of a matrix product.

use occupancy_core::kernel::{Accumulator, StatedTile};
use proc_macro2::{Group, TokenStream};
use syn::{Expr, Ident};

use super::dims::dims;
use super::expression::expression;
use super::values::{integer, wrong_form};
use super::{Args, Dims, Spanned};
use crate::errors::{self, Errors};
use crate::key::Key;
use crate::number::Number;

/// What `tile(…)` states.
#[derive(Clone, Default)]
pub(crate) struct Tile {
    /// What is in the parentheses.
    pub(crate) tokens: TokenStream,
    pub(crate) m: Option<Spanned<Number<u32>>>,
    pub(crate) n: Option<Spanned<Number<u32>>>,
    pub(crate) k: Option<Spanned<Number<u32>>>,
    pub(crate) stages: Option<Spanned<Number<u32>>>,
    pub(crate) a: Option<Spanned<Number<u32>>>,
    pub(crate) b: Option<Spanned<Number<u32>>>,
    pub(crate) accumulator: Option<Spanned<Number<Accumulator>>>,
    pub(crate) extra_regs: Option<Spanned<Number<u32>>>,
    pub(crate) problem: Option<Spanned<Dims>>,
}

impl Tile {
    /// The tile as far as it is known, with placeholders for the rest.
    fn known(&self) -> StatedTile {
        let known = |value: &Option<Spanned<Number<u32>>>, default| match value {
            Some(value) => value.value.known().unwrap_or(1),
            None => default,
        };
        let mut tile = StatedTile::new(known(&self.m, 1), known(&self.n, 1), known(&self.k, 1));
        tile.stages = known(&self.stages, tile.stages);
        tile.a_bytes = known(&self.a, tile.a_bytes);
        tile.b_bytes = known(&self.b, tile.b_bytes);
        tile.extra_registers = known(&self.extra_regs, tile.extra_registers);
        if let Some(accumulator) = &self.accumulator {
            tile.accumulator = accumulator.value.known().unwrap_or_default();
        }
        if let Some(problem) = &self.problem {
            let (m, n, _) = problem.value.known().unwrap_or((1, 1, 1));
            tile.problem = Some((m, n));
        }
        tile
    }

    /// The integer of one of its arguments.
    pub(crate) fn place(&mut self, key: Key) -> Option<&mut Option<Spanned<Number<u32>>>> {
        Some(match key {
            Key::M => &mut self.m,
            Key::N => &mut self.n,
            Key::K => &mut self.k,
            Key::Stages => &mut self.stages,
            Key::A => &mut self.a,
            Key::B => &mut self.b,
            Key::ExtraRegs => &mut self.extra_regs,
            _ => return None,
        })
    }

    /// The integers, by the names that the library has for them.
    pub(crate) fn integers(&self) -> [(Key, &Option<Spanned<Number<u32>>>); 7] {
        [
            (Key::M, &self.m),
            (Key::N, &self.n),
            (Key::K, &self.k),
            (Key::Stages, &self.stages),
            (Key::A, &self.a),
            (Key::B, &self.b),
            (Key::ExtraRegs, &self.extra_regs),
        ]
    }

    /// An integer of it.
    pub(super) fn integer(&self, key: Key) -> Option<&Spanned<Number<u32>>> {
        let mut integers = self.integers().into_iter();
        integers.find(|(other, _)| *other == key)?.1.as_ref()
    }

    /// The value of one of its arguments, as it was written.
    pub(super) fn tokens(&self, key: Key) -> Option<&TokenStream> {
        match key {
            Key::Accumulator => self.accumulator.as_ref().map(|value| &value.tokens),
            Key::Problem => self.problem.as_ref().map(|value| &value.tokens),
            _ => self.integer(key).map(|value| &value.tokens),
        }
    }

    /// Leaves out a value that has a fault.
    pub(super) fn forget(&mut self, key: Key) {
        match key {
            Key::Accumulator => self.accumulator = None,
            Key::Problem => self.problem = None,
            _ => {
                if let Some(place) = self.place(key) {
                    *place = None;
                }
            }
        }
    }

    /// Whether a value is left to the compiler.
    pub(super) fn is_deferred(&self, key: Key) -> bool {
        match key {
            Key::Accumulator => {
                let accumulator = self.accumulator.as_ref();
                accumulator.is_some_and(|value| value.value.known().is_none())
            }
            Key::Problem => {
                let problem = self.problem.as_ref();
                problem.is_some_and(|value| value.value.known().is_none())
            }
            _ => {
                let integer = self.integer(key);
                integer.is_some_and(|value| value.value.known().is_none())
            }
        }
    }
}

/// What the shared memory of the operands depends on.
const OPERANDS: [Key; 6] = [Key::M, Key::N, Key::K, Key::Stages, Key::A, Key::B];

impl Args {
    /// Reads what is in the parentheses.
    pub(super) fn tile(&mut self, group: &Group, errors: &mut Errors) {
        let mut tile = Tile {
            tokens: group.stream(),
            ..Tile::default()
        };
        let is_read = self.nested(Key::Tile, group, errors, |key, value, errors| match key {
            Key::Accumulator => tile.accumulator = accumulator(value, errors),
            Key::Problem => tile.problem = problem(value, errors),
            _ => {
                if let Some(place) = tile.place(key) {
                    *place = integer(key, value, errors);
                }
            }
        });
        if !is_read {
            return;
        }
        let required = [Key::M, Key::N, Key::K].into_iter();
        let missing: Vec<Key> = required.filter(|key| !self.given(*key)).collect();
        if !missing.is_empty() {
            let examples: Vec<&str> = missing.iter().map(|key| key.example()).collect();
            let message = errors::missing(&missing, &examples.join(", "), false);
            errors.at_span(group.span(), message);
            self.given.extend(missing);
        }
        self.tile = Some(tile);
    }

    /// The tile as far as it is known.
    pub(crate) fn known_tile(&self) -> Option<StatedTile> {
        let mut tile = self.tile.as_ref()?.known();
        tile.gives_shared_memory = self.tile_gives_smem();
        Some(tile)
    }

    /// Whether the tile gives dynamic shared memory: nothing else says where the operands are.
    fn tile_gives_smem(&self) -> bool {
        self.tile.is_some()
            && !self.given(Key::Smem)
            && !self.given(Key::StaticSmem)
            && self.code().is_none()
    }

    /// Whether dynamic shared memory is given by a tile of which only the compiler knows the operands.
    pub(super) fn tile_defers_smem(&self) -> bool {
        let tile = self.tile.as_ref();
        self.tile_gives_smem()
            && tile.is_some_and(|tile| OPERANDS.iter().any(|key| tile.is_deferred(*key)))
    }

    /// Whether dynamic shared memory is given by a tile whose operands have a fault.
    pub(super) fn tile_faults_smem(&self) -> bool {
        let is_faulty = |key: &Key| self.given(*key) && self.tokens(*key).is_none();
        self.tile_gives_smem() && OPERANDS.iter().any(is_faulty)
    }

    /// Takes the `tile(…)` that one of the GPUs has for itself: all of it.
    pub(super) fn tile_of(&mut self, own: &Self) {
        if own.given(Key::Tile) {
            self.tile.clone_from(&own.tile);
            self.given.retain(|key| !Key::Tile.nested().contains(key));
        }
    }
}

/// `registers`, `tensor_memory`, or a constant.
fn accumulator(tokens: TokenStream, errors: &mut Errors) -> Option<Spanned<Number<Accumulator>>> {
    let name = syn::parse2::<Ident>(tokens.clone()).map(|name| name.to_string());
    let all = [Accumulator::Registers, Accumulator::TensorMemory];
    let mut named = all.into_iter();
    if let Ok(name) = name
        && let Some(accumulator) = named.find(|accumulator| accumulator.name() == name)
    {
        let value = Number::Known(accumulator);
        return Some(Spanned { value, tokens });
    }
    let is_slip = syn::parse2::<Ident>(tokens.clone()).is_ok_and(|name| {
        name.to_string()
            .chars()
            .all(|letter| !letter.is_uppercase())
    });
    match expression(&tokens) {
        Some(value @ (Expr::Path(_) | Expr::Block(_) | Expr::Verbatim(_))) if !is_slip => {
            let value = Number::Deferred(value);
            Some(Spanned { value, tokens })
        }
        _ => {
            errors.at(&tokens, wrong_form(Key::Accumulator, &tokens));
            None
        }
    }
}

/// Two integers in parentheses.
fn problem(tokens: TokenStream, errors: &mut Errors) -> Option<Spanned<Dims>> {
    match expression(&tokens) {
        Some(Expr::Tuple(tuple)) if tuple.elems.len() == 2 => dims(Key::Problem, tokens, errors),
        _ => {
            errors.at(&tokens, wrong_form(Key::Problem, &tokens));
            None
        }
    }
}
