//! Constants and functions of types: what an `impl` has, and what a trait gives where the `impl` has
//! nothing.

use std::rc::Rc;

use super::types::{Own, TypeValue};
use super::{Evaluator, Flow, Frame, calculation};
use crate::compilation::Met;
use crate::cursor::Cursor;
use crate::items::Kind;
use crate::library;
use crate::modules::Place;
use crate::names::{Meaning, Space};
use crate::parser;
use crate::tree::{Expression, Range, Type};
use crate::unknown_value::{UnknownValue, Why};
use crate::value::Value;

/// What an `impl` is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trait {
    None,
    Own(Place),
    OfAnotherCrate,
}

/// An `impl` of the crate.
#[derive(Clone, Debug)]
pub(super) struct Implementation {
    of: Own,
    of_trait: Trait,
    module: usize,
    body: Range,
    is_certain: bool,
}

/// Whether an attribute of a field may take it away.
pub(super) fn has_condition(mut cursor: Cursor<'_>) -> bool {
    while !cursor.is_at_end() {
        if let Some(inside) = cursor.inside()
            && has_condition(inside)
        {
            return true;
        }
        if cursor.is_marks("#") && cursor.text(2).starts_with("cfg") {
            return true;
        }
        cursor.skip();
    }
    false
}

impl Evaluator {
    /// All of the crate's, but for those in functions.
    fn all_implementations(&mut self) -> Rc<Vec<Implementation>> {
        if let Some(all) = &self.implementations {
            return Rc::clone(all);
        }
        let mut heads = Vec::new();
        for (number, module) in self.krate.modules.iter().enumerate() {
            if module.is_block || module.is_associated {
                continue;
            }
            for item in &module.items {
                if let Kind::Implementation(head, body) = item.kind {
                    let is_certain = item.is_met == Met::Yes && !item.is_rewritten;
                    heads.push((number, head, body, is_certain));
                }
            }
        }
        let mut all = Vec::new();
        for (module, head, body, is_certain) in heads {
            if let Some(one) = self.implementation(module, head, body, is_certain) {
                all.push(one);
            }
        }
        let all = Rc::new(all);
        self.implementations = Some(Rc::clone(&all));
        all
    }

    fn implementation(
        &mut self,
        module: usize,
        head: Range,
        body: Range,
        is_certain: bool,
    ) -> Option<Implementation> {
        let (first, mut behind) = parser::leading_type(self.krate.cursor(head))?;
        let of_type = if behind.take_word("for") {
            Some(parser::leading_type(behind)?.0)
        } else {
            None
        };
        let mut frame = Frame::new(module, None);
        let (of_type, of_trait) = match of_type {
            None => (first, Trait::None),
            Some(of_type) => {
                let of_trait = match first {
                    Type::Path(path) => self.trait_place(&path, &frame).ok(),
                    _ => None,
                };
                (of_type, of_trait.map_or(Trait::OfAnotherCrate, Trait::Own))
            }
        };
        let of = match of_type {
            Type::Path(path) => {
                let found = self
                    .krate
                    .path(module, &path.segments, path.is_global, Space::Types);
                match found.ok()?.0.as_slice() {
                    // Of one with parameters, which of them it is decides what is there.
                    [Meaning::Item(place)] => self.item_type(*place, &[], &mut frame),
                    _ => self.type_value(&Type::Path(path), &mut frame),
                }
            }
            _ => return None,
        };
        Some(Implementation {
            of: of.own()?,
            of_trait,
            module,
            body,
            is_certain,
        })
    }

    /// The item of this name that a type has, and what `Self` is there.
    fn associated_item(
        &mut self,
        of: Own,
        of_trait: Option<Place>,
        name: &str,
    ) -> Result<Option<Place>, UnknownValue> {
        let all = self.all_implementations();
        let mut inherent = Vec::new();
        let mut of_traits = Vec::new();
        let mut traits = Vec::new();
        for one in all.iter().filter(|one| one.of == of) {
            if of_trait.is_some_and(|wanted| one.of_trait != Trait::Own(wanted)) {
                continue;
            }
            if let Trait::Own(of_trait) = one.of_trait {
                traits.push(of_trait);
            }
            if let Some(place) = self.in_body(one.module, one.body, name) {
                if !one.is_certain {
                    return Err(UnknownValue::new(name, Why::Condition));
                }
                if one.of_trait == Trait::None {
                    inherent.push(place);
                } else {
                    of_traits.push(place);
                }
            }
        }
        for found in [inherent, of_traits] {
            match found.as_slice() {
                [] => {}
                [place] => return Ok(Some(*place)),
                _ => return Err(UnknownValue::new(name, Why::Unclear)),
            }
        }
        // What a trait gives where the `impl` says nothing.
        let mut given = Vec::new();
        for place in traits {
            let Some(item) = self.krate.item(place) else {
                continue;
            };
            if let Kind::Trait(body) = item.kind {
                let module = self.scope_of(place);
                given.extend(self.in_body(module, body, name));
            }
        }
        match given.as_slice() {
            [] => Ok(None),
            [place] => Ok(Some(*place)),
            _ => Err(UnknownValue::new(name, Why::Unclear)),
        }
    }

    /// The item of this name in the braces of an `impl` or a `trait`.
    fn in_body(&mut self, module: usize, body: Range, name: &str) -> Option<Place> {
        let module = self.krate.associated(module, body);
        let found = self.krate.modules.get(module)?;
        let numbers = found.by_name.get(name)?;
        let is_value = |number: &&usize| {
            let item = found.items.get(**number);
            item.is_some_and(|item| {
                matches!(
                    item.kind,
                    Kind::Constant(_, Some(_)) | Kind::Function(.., Some(_))
                )
            })
        };
        let item = *numbers.iter().find(is_value)?;
        Some(Place { module, item })
    }

    /// The value of `Type::NAME`, and where it is defined.
    pub(super) fn associated_value(
        &mut self,
        of: &TypeValue,
        of_trait: Option<Place>,
        name: &str,
    ) -> Result<(Value, Option<Place>), UnknownValue> {
        // Those of the language come before those of traits.
        if let TypeValue::Integer(of) | TypeValue::Pointer(of) = of
            && of_trait.is_none()
            && let Some(value) = library::of_integer(*of, name)
        {
            return Ok((value, None));
        }
        if let TypeValue::Item(place) = of
            && let Some(variants) = self.variants(*place)
            && let Some((name, value)) = variants.into_iter().find(|(one, _)| one == name)
        {
            return Ok((Value::Variant(*place, name, value), Some(*place)));
        }
        let Some(own) = of.own() else {
            return Err(calculation(name));
        };
        let is_of_language = !matches!(own, Own::Item(_));
        if is_of_language && of_trait.is_none() && library::is_of_language(name) {
            return Err(calculation(name));
        }
        let Some(found) = self.associated_item(own, of_trait, name)? else {
            let why = match own {
                Own::Item(_) => Why::Unclear,
                _ => Why::Calculation,
            };
            return Err(UnknownValue::new(name, why));
        };
        let value = self.constant(found, Some(own))?;
        Ok((value, Some(found)))
    }

    /// Calls `Type::name(…)`, or a method of a value of the crate.
    pub(super) fn call_associated(
        &mut self,
        of: &TypeValue,
        of_trait: Option<Place>,
        name: &str,
        receiver: Option<Value>,
        arguments: &[Expression],
        frame: &mut Frame,
    ) -> Result<Value, Flow> {
        match of {
            TypeValue::Item(place) => {
                let own = Own::Item(*place);
                let Some(found) = self.associated_item(own, of_trait, name)? else {
                    return Err(UnknownValue::new(name, Why::Unclear).into());
                };
                self.function(found, Some(own), &[], receiver, arguments, frame)
            }
            TypeValue::Integer(of) | TypeValue::Pointer(of) => {
                let expected = TypeValue::Integer(*of);
                let mut all = Vec::new();
                for argument in arguments {
                    all.push(self.expression(argument, frame, Some(&expected))?);
                }
                let value = match all.as_slice() {
                    [receiver, rest @ ..] => library::method(receiver, name, rest),
                    [] => None,
                };
                value.ok_or_else(|| calculation(name).into())
            }
            _ => Err(calculation(name).into()),
        }
    }
}
