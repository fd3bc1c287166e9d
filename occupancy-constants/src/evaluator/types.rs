//! Types, as far as values need them: what integers they are, and how many bytes they take.

use super::associated;
use super::{Evaluator, Frame, calculation};
use crate::compilation::Met;
use crate::items::{self, Kind};
use crate::modules::Place;
use crate::names::{Meaning, Space};
use crate::parser;
use crate::tree::{Path, Range, Type};
use crate::unknown_value::UnknownValue;
use crate::value::{Integer, Value};

/// A type.
#[derive(Clone, Debug)]
pub(super) enum TypeValue {
    Integer(Integer),
    /// `usize` and `isize`, whose bytes are those of a pointer.
    Pointer(Integer),
    Bool,
    Char,
    /// Of this number of bytes.
    Float(u64),
    Tuple(Vec<TypeValue>),
    Array(Box<TypeValue>, Option<u64>),
    /// A struct or an enum of the crate.
    Item(Place),
    /// Behind a reference or a pointer.
    Reference(Box<TypeValue>),
    /// A value in the place of a type.
    Value(Box<Value>),
    Unknown,
}

/// What `Self` is: a type that an `impl` of the crate can be of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Own {
    Item(Place),
    Integer(Integer),
    Pointer(Integer),
    Bool,
    Char,
    Float(u64),
}

impl Own {
    pub(super) const fn of_type(self) -> TypeValue {
        match self {
            Self::Item(place) => TypeValue::Item(place),
            Self::Integer(of) => TypeValue::Integer(of),
            Self::Pointer(of) => TypeValue::Pointer(of),
            Self::Bool => TypeValue::Bool,
            Self::Char => TypeValue::Char,
            Self::Float(bytes) => TypeValue::Float(bytes),
        }
    }
}

/// The bytes of a value, and the multiple of them that it starts at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) size: u64,
    pub(super) align: u64,
}

/// Aliases that lead further name themselves.
const DEEPEST: u32 = 24;

impl TypeValue {
    pub(super) const USIZE: Self = Self::Pointer(Integer::USIZE);

    pub(super) fn integer(&self) -> Option<Integer> {
        match self {
            Self::Integer(of) | Self::Pointer(of) => Some(*of),
            Self::Reference(of) => of.integer(),
            _ => None,
        }
    }

    /// What an `impl` for it is of.
    pub(super) const fn own(&self) -> Option<Own> {
        Some(match self {
            Self::Item(place) => Own::Item(*place),
            Self::Integer(of) => Own::Integer(*of),
            Self::Pointer(of) => Own::Pointer(*of),
            Self::Bool => Own::Bool,
            Self::Char => Own::Char,
            Self::Float(bytes) => Own::Float(*bytes),
            _ => return None,
        })
    }

    pub(super) fn is_float(&self) -> bool {
        matches!(self, Self::Float(_))
    }

    pub(super) fn element(&self) -> Option<&Self> {
        match self {
            Self::Array(of, _) => Some(of),
            Self::Reference(of) => of.element(),
            _ => None,
        }
    }

    /// A type of the language.
    fn of_language(name: &str) -> Option<Self> {
        if let Some(of) = Integer::find(name) {
            return Some(if name.ends_with("size") {
                Self::Pointer(of)
            } else {
                Self::Integer(of)
            });
        }
        Some(match name {
            "bool" => Self::Bool,
            "char" => Self::Char,
            "f16" => Self::Float(2),
            "f32" => Self::Float(4),
            "f64" => Self::Float(8),
            _ => return None,
        })
    }
}

impl Evaluator {
    pub(super) fn type_value(&mut self, of: &Type, frame: &mut Frame) -> TypeValue {
        match of {
            Type::Path(path) => self.path_type(path, frame, 0),
            Type::Tuple(all) => {
                TypeValue::Tuple(all.iter().map(|of| self.type_value(of, frame)).collect())
            }
            Type::Array(of, count) => {
                let of = self.type_value(of, frame);
                let count = self.expression(count, frame, Some(&TypeValue::USIZE));
                let count = match count {
                    Ok(Value::Integer(count, _)) => u64::try_from(count).ok(),
                    _ => None,
                };
                TypeValue::Array(Box::new(of), count)
            }
            Type::Reference(of) => TypeValue::Reference(Box::new(self.type_value(of, frame))),
            Type::Value(value) => match self.expression(value, frame, None) {
                Ok(value) => TypeValue::Value(Box::new(value)),
                Err(_) => TypeValue::Unknown,
            },
            Type::Unknown => TypeValue::Unknown,
        }
    }

    pub(super) fn path_type(&mut self, path: &Path, frame: &mut Frame, depth: u32) -> TypeValue {
        if depth > DEEPEST || path.of_type.is_some() {
            return TypeValue::Unknown;
        }
        if let Some(name) = path.name() {
            if name == "Self" {
                let own = frame.own.as_ref();
                return own.map_or(TypeValue::Unknown, |own| own.of_type());
            }
            if let Some((_, of)) = frame.types.iter().find(|(parameter, _)| parameter == name) {
                return of.clone();
            }
        }
        let found = self
            .krate
            .path(frame.module, &path.segments, path.is_global, Space::Types);
        let Ok((meanings, used)) = found else {
            return TypeValue::Unknown;
        };
        match (meanings.as_slice(), path.segments.len() - used) {
            ([Meaning::Item(place)], 0) => self.item_type(*place, path.arguments(), frame),
            ([], 0) => path
                .name()
                .and_then(TypeValue::of_language)
                .unwrap_or(TypeValue::Unknown),
            ([Meaning::Foreign(names)], 0) => match names.as_slice() {
                [first, .., last] if first == "core" || first == "std" => {
                    TypeValue::of_language(last).unwrap_or(TypeValue::Unknown)
                }
                _ => TypeValue::Unknown,
            },
            _ => TypeValue::Unknown,
        }
    }

    /// The type that an item is.
    pub(super) fn item_type(
        &mut self,
        place: Place,
        arguments: &[Type],
        frame: &mut Frame,
    ) -> TypeValue {
        let Some(item) = self.krate.item(place) else {
            return TypeValue::Unknown;
        };
        if item.is_rewritten || item.is_met == Met::Unknown {
            return TypeValue::Unknown;
        }
        match &item.kind {
            Kind::Alias(Some(range)) => {
                let range = *range;
                let of = parser::type_of(self.krate.cursor(range));
                let mut inside = Frame::new(self.scope_of(place), frame.own);
                match of {
                    Some(Type::Path(path)) => self.path_type(&path, &mut inside, 1),
                    Some(of) => self.type_value(&of, &mut inside),
                    None => TypeValue::Unknown,
                }
            }
            // Which it is, decides its arguments.
            Kind::Struct(_, true, _) if !arguments.is_empty() => TypeValue::Unknown,
            Kind::Struct(..) | Kind::Enum(..) => TypeValue::Item(place),
            _ => TypeValue::Unknown,
        }
    }

    /// The trait that a path names.
    pub(super) fn trait_place(
        &mut self,
        path: &Path,
        frame: &Frame,
    ) -> Result<Place, UnknownValue> {
        let found = self
            .krate
            .path(frame.module, &path.segments, path.is_global, Space::Types)?;
        match found.0.as_slice() {
            [Meaning::Item(place)] if found.1 == path.segments.len() => Ok(*place),
            _ => Err(calculation(&path.text())),
        }
    }

    /// The fields of a struct, each with its type; those without a name by their number.
    pub(super) fn field_types(&mut self, place: Place, _: &Frame) -> Vec<(String, TypeValue)> {
        let Some(item) = self.krate.item(place) else {
            return Vec::new();
        };
        let Kind::Struct(Some(range), ..) = item.kind else {
            return Vec::new();
        };
        let mut frame = Frame::new(self.scope_of(place), Some(Own::Item(place)));
        let is_tuple = {
            let cursor = self.krate.cursor(Range {
                start: range.start.saturating_sub(1),
                ..range
            });
            cursor.is_open('(')
        };
        let parts: Vec<_> = items::split(self.krate.cursor(range))
            .into_iter()
            .map(|part| part.range)
            .collect();
        let mut fields = Vec::new();
        for (at, part) in parts.into_iter().enumerate() {
            let mut cursor = self.krate.cursor(part);
            while cursor.take_marks("#") {
                cursor.skip();
            }
            if cursor.take_word("pub") {
                cursor.take_inside('(');
            }
            let name = if is_tuple {
                at.to_string()
            } else {
                let name = cursor.take_name().unwrap_or_default();
                cursor.take_marks(":");
                name
            };
            let of = parser::type_of(cursor);
            let of = of.map_or(TypeValue::Unknown, |of| self.type_value(&of, &mut frame));
            fields.push((name, of));
        }
        fields
    }

    /// The variants of an enum, each with its discriminant; `None` where one has fields.
    pub(super) fn variants(&mut self, place: Place) -> Option<Vec<(String, i128)>> {
        let Kind::Enum(range, _) = self.krate.item(place)?.kind else {
            return None;
        };
        let parts: Vec<_> = items::split(self.krate.cursor(range))
            .into_iter()
            .map(|part| part.range)
            .collect();
        let mut variants = Vec::new();
        let mut next = 0_i128;
        for part in parts {
            let mut cursor = self.krate.cursor(part);
            while cursor.is_marks("#") {
                // A variant that is not there would be counted.
                if cursor.token(2).is_some() && cursor.text(2).starts_with("cfg") {
                    return None;
                }
                cursor.advance();
                cursor.skip();
            }
            let name = cursor.take_name()?;
            if cursor.take_marks("=") {
                let value = parser::expression(cursor)?;
                let mut frame = Frame::new(self.scope_of(place), None);
                match self.expression(&value, &mut frame, None) {
                    Ok(Value::Integer(value, _)) => next = value,
                    _ => return None,
                }
            } else if !cursor.is_at_end() {
                return None;
            }
            variants.push((name, next));
            next = next.checked_add(1)?;
        }
        Some(variants)
    }

    /// How many bytes a value of the type takes; `None` where the compiler may choose.
    pub(super) fn layout(&mut self, of: &TypeValue, depth: u32) -> Option<Layout> {
        if depth > DEEPEST {
            return None;
        }
        let plain = |size: u64| Layout { size, align: size };
        Some(match of {
            // Their alignment is the machine's.
            TypeValue::Integer(of) if of.bits > 64 => return None,
            TypeValue::Integer(of) => plain(u64::from(of.bits) / 8),
            TypeValue::Pointer(_) => plain(self.krate.compilation.pointer_size()?),
            TypeValue::Bool => plain(1),
            TypeValue::Char => plain(4),
            TypeValue::Float(size) => plain(*size),
            TypeValue::Array(of, count) => {
                let of = self.layout(of, depth + 1)?;
                Layout {
                    size: of.size.checked_mul((*count)?)?,
                    align: of.align,
                }
            }
            TypeValue::Tuple(all) => {
                let all = all.clone();
                self.fields_layout(&all, false, depth)?
            }
            TypeValue::Item(place) => self.item_layout(*place, depth)?,
            TypeValue::Reference(of) => {
                // One to a slice or to a `dyn` is two.
                self.layout(of, depth + 1)?;
                plain(self.krate.compilation.pointer_size()?)
            }
            TypeValue::Value(_) | TypeValue::Unknown => return None,
        })
    }

    fn item_layout(&mut self, place: Place, depth: u32) -> Option<Layout> {
        match self.krate.item(place)?.kind.clone() {
            Kind::Struct(_, false, repr) => {
                let is_ordered = match repr
                    .iter()
                    .map(String::as_str)
                    .collect::<Vec<_>>()
                    .as_slice()
                {
                    [] => false,
                    ["C" | "transparent"] => true,
                    _ => return None,
                };
                let has_conditions = {
                    let item = self.krate.item(place)?;
                    let cursor = self.krate.cursor(item.range);
                    associated::has_condition(cursor) || cursor.is_word("union")
                };
                if has_conditions {
                    return None;
                }
                let fields = self.field_types(place, &Frame::new(0, None));
                let types: Vec<TypeValue> = fields.into_iter().map(|(_, of)| of).collect();
                self.fields_layout(&types, is_ordered, depth)
            }
            Kind::Enum(_, repr) => {
                let [of] = repr.as_slice() else { return None };
                self.variants(place)?;
                let of = Integer::find(of).filter(|_| !of.ends_with("size"))?;
                self.layout(&TypeValue::Integer(of), depth + 1)
            }
            _ => None,
        }
    }

    /// The bytes of fields, in their order or in any.
    fn fields_layout(&mut self, all: &[TypeValue], is_ordered: bool, depth: u32) -> Option<Layout> {
        let mut layout = Layout { size: 0, align: 1 };
        let mut first: Option<Layout> = None;
        for of in all {
            let of = self.layout(of, depth + 1)?;
            // Where all are alike, there is one order.
            if !is_ordered && first.is_some_and(|first| first != of || of.size % of.align != 0) {
                return None;
            }
            first = Some(of);
            layout.size = layout
                .size
                .next_multiple_of(of.align)
                .checked_add(of.size)?;
            layout.align = layout.align.max(of.align);
        }
        layout.size = layout.size.next_multiple_of(layout.align);
        Some(layout)
    }
}
