//! What a name stands for, as the compiler finds it: items, imports, globs, and the blocks and modules
//! around. Where a macro may have defined it as well, it stands for nothing.

use crate::compilation::Met;
use crate::items::Kind;
use crate::modules::{Crate, Place};
use crate::tree::Segment;
use crate::unknown_value::{UnknownValue, Why};

/// What a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Item(Place),
    Module(usize),
    /// An item in another crate: the path, the crate first.
    Foreign(Vec<String>),
}

/// Values and types have names of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Values,
    Types,
}

/// Imports that lead further than this name themselves.
const DEEPEST: usize = 32;

impl Kind {
    const fn is_in(&self, space: Space) -> bool {
        match self {
            Self::Constant(..) | Self::Function(..) | Self::Other => matches!(space, Space::Values),
            Self::Module(..) | Self::Enum(..) | Self::Alias(_) | Self::Trait(_) => {
                matches!(space, Space::Types)
            }
            Self::Struct(..) | Self::Import(..) => true,
            Self::Implementation(..) | Self::MacroUse | Self::Include(_) => false,
        }
    }
}

/// Candidates of one name.
type Found = Result<Vec<Meaning>, UnknownValue>;

impl Crate {
    /// What a name means where it stands alone or before `::`.
    pub(crate) fn lexical(&self, module: usize, name: &str, space: Space) -> Found {
        let mut at = Some(module);
        while let Some(scope) = at {
            let found = self.member(scope, name, space, scope, 0)?;
            if !found.is_empty() {
                return Ok(found);
            }
            let Some(here) = self.modules.get(scope) else {
                break;
            };
            if !here.is_block {
                break;
            }
            if here.may_have_more {
                return Err(UnknownValue::new(name, Why::Macro));
            }
            at = here.parent;
        }
        Ok(Vec::new())
    }

    /// What a module has under a name.
    pub(crate) fn member(
        &self,
        module: usize,
        name: &str,
        space: Space,
        from: usize,
        depth: usize,
    ) -> Found {
        let Some(here) = self.modules.get(module) else {
            return Ok(Vec::new());
        };
        if depth > DEEPEST {
            return Err(UnknownValue::new(name, Why::Unclear));
        }
        if here.is_met == Met::No {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for &number in here.by_name.get(name).into_iter().flatten() {
            let place = Place {
                module,
                item: number,
            };
            let Some(item) = here.items.get(number).filter(|item| item.kind.is_in(space)) else {
                continue;
            };
            if item.is_rewritten {
                return Err(UnknownValue::new(name, Why::Macro));
            }
            match &item.kind {
                Kind::Import(path, _) => {
                    for one in self.import(module, path, space, depth + 1)? {
                        push(&mut found, one);
                    }
                }
                Kind::Module(..) => match here.inside.get(&number) {
                    Some(&inside) => push(&mut found, Meaning::Module(inside)),
                    None => return Err(UnknownValue::new(name, Why::Unclear)),
                },
                _ => push(&mut found, Meaning::Item(place)),
            }
        }
        if !found.is_empty() {
            return Ok(found);
        }
        self.by_glob(module, name, space, from, depth)
    }

    fn by_glob(&self, module: usize, name: &str, space: Space, from: usize, depth: usize) -> Found {
        let mut found = Vec::new();
        let Some(here) = self.modules.get(module) else {
            return Ok(found);
        };
        for item in &here.items {
            let Kind::Import(path, true) = &item.kind else {
                continue;
            };
            if item.is_rewritten {
                return Err(UnknownValue::new(name, Why::Macro));
            }
            // A glob of another crate may have the name: then another glob with it is refused.
            for of in self.import(module, path, Space::Types, depth + 1)? {
                let Meaning::Module(inside) = of else {
                    continue;
                };
                for one in self.member(inside, name, space, from, depth + 1)? {
                    if self.is_visible(&one, inside, module) {
                        push(&mut found, one);
                    }
                }
            }
        }
        if !found.is_empty() && here.may_have_more {
            return Err(UnknownValue::new(name, Why::Macro));
        }
        Ok(found)
    }

    /// Whether a glob in `into` brings what `module` has.
    fn is_visible(&self, one: &Meaning, module: usize, into: usize) -> bool {
        match one {
            Meaning::Item(place) => self
                .item(*place)
                .is_some_and(|item| item.is_visible || self.is_around(place.module, into)),
            Meaning::Module(inside) => {
                let Some(found) = self.modules.get(*inside) else {
                    return false;
                };
                let items = self.modules.get(module).map(|module| &module.items);
                let is_visible = items
                    .into_iter()
                    .flatten()
                    .any(|item| item.is_visible && item.name == found.name);
                is_visible || self.is_around(module, into)
            }
            Meaning::Foreign(_) => true,
        }
    }

    /// What the path of a `use` leads to.
    fn import(&self, module: usize, path: &[String], space: Space, depth: usize) -> Found {
        let [first, rest @ ..] = path else {
            return Ok(Vec::new());
        };
        let (mut at, rest) = self.first(module, first, rest, space, depth)?;
        for (number, name) in rest.iter().enumerate() {
            let space = if number + 1 == rest.len() {
                space
            } else {
                Space::Types
            };
            let mut next = Vec::new();
            for one in &at {
                match one {
                    Meaning::Module(inside) => {
                        for found in self.member(*inside, name, space, module, depth + 1)? {
                            push(&mut next, found);
                        }
                    }
                    Meaning::Foreign(path) => {
                        let mut path = path.clone();
                        path.push(name.clone());
                        push(&mut next, Meaning::Foreign(path));
                    }
                    // A variant, which is no constant.
                    Meaning::Item(_) => {}
                }
            }
            at = next;
        }
        Ok(at)
    }

    /// What the first name of a path leads to, and the names that are left.
    fn first<'a>(
        &self,
        module: usize,
        first: &str,
        rest: &'a [String],
        space: Space,
        depth: usize,
    ) -> Result<(Vec<Meaning>, &'a [String]), UnknownValue> {
        let own = self.real_module(module);
        Ok(match first {
            "crate" => (vec![Meaning::Module(0)], rest),
            "self" => (vec![Meaning::Module(own)], rest),
            "super" => {
                let mut at = self.modules.get(own).and_then(|own| own.parent);
                let mut rest = rest;
                while let [next, others @ ..] = rest
                    && next == "super"
                {
                    at = at
                        .and_then(|at| self.modules.get(self.real_module(at)))
                        .and_then(|module| module.parent);
                    rest = others;
                }
                let at = at.map(|at| Meaning::Module(self.real_module(at)));
                (at.into_iter().collect(), rest)
            }
            // From the other crates.
            "" => match rest {
                [name, rest @ ..] => (vec![Meaning::Foreign(vec![name.clone()])], rest),
                [] => (Vec::new(), rest),
            },
            name => {
                let space = if rest.is_empty() { space } else { Space::Types };
                let mut found = self.around(module, name, space, depth)?;
                if found.is_empty() && space == Space::Types {
                    found.push(Meaning::Foreign(vec![name.to_owned()]));
                }
                (found, rest)
            }
        })
    }

    /// Like [`Crate::lexical`], for the path of a `use`, which does not name itself.
    fn around(&self, module: usize, name: &str, space: Space, depth: usize) -> Found {
        let mut at = Some(module);
        while let Some(scope) = at {
            let Some(here) = self.modules.get(scope) else {
                break;
            };
            // `use occupancy::{…}` with `occupancy` a crate: an import of that name leads to itself.
            let numbers = here.by_name.get(name).into_iter().flatten();
            let leads_here = numbers
                .filter_map(|number| here.items.get(*number))
                .any(|item| matches!(&item.kind, Kind::Import(path, false) if path.first().is_some_and(|first| first == name)));
            if leads_here {
                return Ok(vec![Meaning::Foreign(vec![name.to_owned()])]);
            }
            let found = self.member(scope, name, space, scope, depth + 1)?;
            if !found.is_empty() || !here.is_block {
                return Ok(found);
            }
            at = here.parent;
        }
        Ok(Vec::new())
    }

    /// What the segments of a path lead to, and how many of them: an associated item is left to whoever
    /// knows types.
    pub(crate) fn path(
        &self,
        module: usize,
        segments: &[Segment],
        is_global: bool,
        space: Space,
    ) -> Result<(Vec<Meaning>, usize), UnknownValue> {
        let names: Vec<String> = segments.iter().map(|one| one.name.clone()).collect();
        let [first, rest @ ..] = names.as_slice() else {
            return Ok((Vec::new(), 0));
        };
        let (mut at, rest) = if is_global {
            (vec![Meaning::Foreign(vec![first.clone()])], rest)
        } else if matches!(first.as_str(), "crate" | "self" | "super") {
            self.first(module, first, rest, space, 0)?
        } else {
            let wanted = if rest.is_empty() { space } else { Space::Types };
            let mut found = self.lexical(module, first, wanted)?;
            if found.is_empty() && !rest.is_empty() {
                found.push(Meaning::Foreign(vec![first.clone()]));
            }
            (found, rest)
        };
        let mut left = rest;
        while let [name, others @ ..] = left {
            let wanted = if others.is_empty() {
                space
            } else {
                Space::Types
            };
            let mut next = Vec::new();
            for one in &at {
                match one {
                    Meaning::Module(inside) => {
                        for found in self.member(*inside, name, wanted, module, 0)? {
                            push(&mut next, found);
                        }
                    }
                    Meaning::Foreign(path) => {
                        let mut path = path.clone();
                        path.push(name.clone());
                        push(&mut next, Meaning::Foreign(path));
                    }
                    Meaning::Item(_) => {
                        let used = names.len() - left.len();
                        return Ok((at, used));
                    }
                }
            }
            at = next;
            left = others;
        }
        Ok((at, names.len()))
    }
}

fn push(all: &mut Vec<Meaning>, one: Meaning) {
    if !all.contains(&one) {
        all.push(one);
    }
}
