//! The value of an expression, as the compiler would calculate it.
//!
//! What is not followed stops: no value is guessed. The compiler compares each value with its own.

mod associated;
mod types;

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use self::associated::Implementation;
use self::types::{Own, TypeValue};
use crate::compilation::Met;
use crate::items::{self, Kind};
use crate::library;
use crate::modules::{Crate, Place};
use crate::names::{Meaning, Space};
use crate::parser;
use crate::tree::{Block, Expression, Operator, Path, Pattern, Range, Statement, Type};
use crate::unknown_value::{UnknownValue, Why};
use crate::value::{self, Integer, Value};

/// Expressions that one value may take: a loop that goes on would keep the documentation waiting.
const MOST_STEPS: u32 = 200_000;

/// What is nested deeper would overflow the compiler's stack.
const DEEPEST: u32 = 160;

/// A constant, and what `Self` is in it.
type Definition = (Place, Option<Own>);

pub(crate) struct Evaluator {
    pub(crate) krate: Crate,
    expressions: HashMap<Range, Option<Rc<Expression>>>,
    bodies: HashMap<Range, Option<Rc<Block>>>,
    /// The values of constants; `None` while one is calculated.
    constants: HashMap<Definition, Option<Result<Value, UnknownValue>>>,
    implementations: Option<Rc<Vec<Implementation>>>,
    steps: u32,
    depth: u32,
    /// The path of the library.
    pub(crate) library: String,
    /// The constants that the argument names, while one is evaluated.
    pub(crate) named: Vec<Named>,
}

/// A constant that an argument names.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    /// As the argument has it.
    pub(crate) path: String,
    pub(crate) value: Value,
    pub(crate) place: Option<Place>,
}

/// Where an expression stands.
#[derive(Clone)]
struct Frame {
    module: usize,
    own: Option<Own>,
    /// The types of parameters.
    types: Vec<(String, TypeValue)>,
    locals: Vec<(String, Value)>,
    /// Whether it is the argument itself.
    is_argument: bool,
}

impl Frame {
    const fn new(module: usize, own: Option<Own>) -> Self {
        Self {
            module,
            own,
            types: Vec::new(),
            locals: Vec::new(),
            is_argument: false,
        }
    }

    const fn of_argument(module: usize) -> Self {
        let mut frame = Self::new(module, None);
        frame.is_argument = true;
        frame
    }
}

/// What ends an expression before its value.
enum Flow {
    Unknown(UnknownValue),
    Return(Value),
    Break(Value),
    Continue,
}

impl From<UnknownValue> for Flow {
    fn from(unknown: UnknownValue) -> Self {
        Self::Unknown(unknown)
    }
}

type Evaluated = Result<Value, Flow>;

/// A calculation that is not followed.
fn calculation(name: &str) -> UnknownValue {
    UnknownValue::new(name, Why::Calculation)
}

const UNIT: Value = Value::Tuple(Vec::new());

impl Evaluator {
    pub(crate) fn new(krate: Crate) -> Self {
        Self {
            krate,
            expressions: HashMap::new(),
            bodies: HashMap::new(),
            constants: HashMap::new(),
            implementations: None,
            steps: 0,
            depth: 0,
            library: String::new(),
            named: Vec::new(),
        }
    }

    /// The value of an argument, from its tokens in a module; `block` is what it can name of the block.
    pub(crate) fn argument(
        &mut self,
        range: Range,
        module: usize,
        block: Vec<(String, Value)>,
    ) -> Result<Value, UnknownValue> {
        (self.steps, self.depth) = (0, 0);
        self.named.clear();
        let mut frame = Frame::of_argument(module);
        frame.locals = block;
        self.in_range(range, &mut frame, None)
    }

    /// The value of all of the tokens.
    fn in_range(
        &mut self,
        range: Range,
        frame: &mut Frame,
        expected: Option<&TypeValue>,
    ) -> Result<Value, UnknownValue> {
        let parsed = if let Some(parsed) = self.expressions.get(&range) {
            parsed.clone()
        } else {
            let parsed = parser::expression(self.krate.cursor(range)).map(Rc::new);
            self.expressions.insert(range, parsed.clone());
            parsed
        };
        let Some(parsed) = parsed else {
            return Err(calculation(""));
        };
        match self.expression(&parsed, frame, expected) {
            Ok(value) => Ok(value),
            Err(Flow::Unknown(unknown)) => Err(unknown),
            Err(_) => Err(calculation("")),
        }
    }

    /// The value of a constant; `own` is what `Self` is there.
    fn constant(&mut self, place: Place, own: Option<Own>) -> Result<Value, UnknownValue> {
        let key = (place, own);
        if let Some(known) = self.constants.get(&key) {
            // One that needs itself has no value.
            let known = known.clone();
            return known.unwrap_or_else(|| Err(calculation("")));
        }
        let Some(item) = self.krate.item(place) else {
            return Err(calculation(""));
        };
        let name = item.name.clone();
        let Kind::Constant(of_type, Some(value)) = item.kind else {
            return Err(calculation(&name));
        };
        if item.is_rewritten {
            return Err(UnknownValue::new(&name, Why::Macro));
        }
        self.constants.insert(key, None);
        let module = self.scope_of(place);
        let mut frame = Frame::new(module, key.1);
        let of_type = match parser::type_of(self.krate.cursor(of_type)) {
            Some(of_type) => self.type_value(&of_type, &mut frame),
            None => TypeValue::Unknown,
        };
        let value = self.in_range(value, &mut frame, Some(&of_type));
        let value = value.and_then(|value| {
            let value = value.of_type(of_type.integer());
            value.ok_or_else(|| calculation(&name))
        });
        // The error names the constant that is not known.
        let value = value.map_err(|unknown| match unknown.name.as_str() {
            "" => UnknownValue::new(&name, unknown.why),
            _ => unknown,
        });
        self.constants.insert(key, Some(value.clone()));
        value
    }

    /// Where names of an item are looked up.
    fn scope_of(&self, place: Place) -> usize {
        match self.krate.modules.get(place.module) {
            Some(module) if module.is_associated => module.parent.unwrap_or(0),
            _ => place.module,
        }
    }

    fn expression(
        &mut self,
        expression: &Expression,
        frame: &mut Frame,
        expected: Option<&TypeValue>,
    ) -> Evaluated {
        self.steps += 1;
        if self.steps > MOST_STEPS || self.depth > DEEPEST {
            return Err(calculation("").into());
        }
        self.depth += 1;
        let value = self.evaluated(expression, frame, expected);
        self.depth -= 1;
        value
    }

    #[allow(clippy::too_many_lines, reason = "one arm for each form")]
    fn evaluated(
        &mut self,
        expression: &Expression,
        frame: &mut Frame,
        expected: Option<&TypeValue>,
    ) -> Evaluated {
        let of = expected.and_then(TypeValue::integer);
        Ok(match expression {
            Expression::Integer(value, suffix) => {
                let of = match suffix {
                    Some(suffix) => Some(Integer::find(suffix).ok_or_else(|| calculation(suffix))?),
                    None => of,
                };
                // That of a float would be one.
                if expected.is_some_and(TypeValue::is_float) {
                    return Err(calculation("").into());
                }
                value::checked(*value, of).ok_or_else(|| calculation(""))?
            }
            Expression::Bool(value) => Value::Bool(*value),
            Expression::Text(text) => Value::Text(text.clone()),
            Expression::Path(path) => self
                .path(path, frame)?
                .of_type(of)
                .ok_or_else(|| calculation(&path.text()))?,
            Expression::Unary(mark, inner) => self.unary(*mark, inner, frame, expected)?,
            Expression::Binary(operator, left, right) => {
                self.binary(*operator, left, right, frame, expected)?
            }
            Expression::Cast(inner, of_type) => {
                let of_type = self.type_value(of_type, frame);
                // A literal alone has the type that it is cast to.
                let is_literal = matches!(inner.as_ref(), Expression::Integer(_, None));
                let of = Some(&of_type).filter(|_| is_literal);
                let value = self.expression(inner, frame, of)?;
                cast(&value, &of_type).ok_or_else(|| calculation(""))?
            }
            Expression::Call(function, arguments) => {
                return self.call(function, arguments, frame);
            }
            Expression::Method(receiver, name, arguments) => {
                let receiver = self.expression(receiver, frame, None)?;
                if let Value::Struct(place, _) | Value::Variant(place, ..) = &receiver {
                    let of = TypeValue::Item(*place);
                    return self.call_associated(&of, None, name, Some(receiver), arguments, frame);
                }
                // Its parameters have the type of the value, most of them.
                let of = match &receiver {
                    Value::Integer(_, of) if name != "pow" => of.map(TypeValue::Integer),
                    _ => None,
                };
                let arguments = self.all(arguments, frame, &|_| of.clone())?;
                library::method(&receiver, name, &arguments).ok_or_else(|| calculation(name))?
            }
            Expression::Field(inner, name) => {
                let value = self.expression(inner, frame, None)?;
                field(&value, name).ok_or_else(|| calculation(name))?
            }
            Expression::Index(inner, index) => {
                let all = self.expression(inner, frame, None)?;
                let index = self.expression(index, frame, None)?;
                match (all, index) {
                    (Value::Array(all), Value::Integer(index, _)) => {
                        let index = usize::try_from(index).ok();
                        let one = index.and_then(|index| all.get(index).cloned());
                        one.ok_or_else(|| calculation(""))?
                    }
                    _ => return Err(calculation("").into()),
                }
            }
            Expression::Tuple(all) => {
                let of = |at: usize| match expected {
                    Some(TypeValue::Tuple(types)) => types.get(at).cloned(),
                    _ => None,
                };
                Value::Tuple(self.all(all, frame, &of)?)
            }
            Expression::Array(all) => {
                let of = expected.and_then(TypeValue::element).cloned();
                Value::Array(self.all(all, frame, &|_| of.clone())?)
            }
            Expression::Repeated(one, count) => {
                let one = self.expression(one, frame, expected.and_then(TypeValue::element))?;
                let count = self.expression(count, frame, Some(&TypeValue::USIZE))?;
                match count {
                    // More than a block, a grid or a table of sizes has.
                    Value::Integer(count @ 0..=4096, _) => {
                        let count = usize::try_from(count).unwrap_or(0);
                        Value::Array(vec![one; count])
                    }
                    _ => return Err(calculation("").into()),
                }
            }
            Expression::Struct(path, fields, rest) => {
                self.structure(path, fields, rest.as_deref(), frame)?
            }
            Expression::Block(block) => self.block(block, frame, expected)?,
            Expression::If(condition, then, otherwise) => {
                if self.condition(condition, frame)? {
                    self.block(then, frame, expected)?
                } else if let Some(otherwise) = otherwise {
                    self.expression(otherwise, frame, expected)?
                } else {
                    UNIT
                }
            }
            Expression::Match(value, arms) => {
                let value = self.expression(value, frame, None)?;
                for arm in arms {
                    let bound = frame.locals.len();
                    let mut is_met = self.matches(&arm.pattern, &value, frame)?;
                    if is_met && let Some(guard) = &arm.guard {
                        is_met = self.condition(guard, frame)?;
                    }
                    if is_met {
                        let value = self.expression(&arm.value, frame, expected);
                        frame.locals.truncate(bound);
                        return value;
                    }
                    frame.locals.truncate(bound);
                }
                return Err(calculation("").into());
            }
            Expression::While(condition, body) => {
                while self.condition(condition, frame)? {
                    match self.block(body, frame, None) {
                        Ok(_) | Err(Flow::Continue) => {}
                        Err(Flow::Break(_)) => break,
                        Err(flow) => return Err(flow),
                    }
                }
                UNIT
            }
            Expression::Loop(body) => loop {
                match self.block(body, frame, None) {
                    Ok(_) | Err(Flow::Continue) => self.steps += 1,
                    Err(Flow::Break(value)) => break value,
                    Err(flow) => return Err(flow),
                }
                if self.steps > MOST_STEPS {
                    return Err(calculation("").into());
                }
            },
            Expression::Assign(place, operator, value) => {
                self.assign(place, *operator, value, frame)?
            }
            Expression::Return(value) => {
                let value = self.optional(value.as_deref(), frame)?;
                return Err(Flow::Return(value));
            }
            Expression::Break(value) => {
                let value = self.optional(value.as_deref(), frame)?;
                return Err(Flow::Break(value));
            }
            Expression::Continue => return Err(Flow::Continue),
            Expression::Macro(name, given) => self.of_macro(name, *given, frame, expected)?,
        })
    }

    fn optional(&mut self, value: Option<&Expression>, frame: &mut Frame) -> Evaluated {
        value.map_or(Ok(UNIT), |value| self.expression(value, frame, None))
    }

    fn all(
        &mut self,
        all: &[Expression],
        frame: &mut Frame,
        of: &dyn Fn(usize) -> Option<TypeValue>,
    ) -> Result<Vec<Value>, Flow> {
        let values = all.iter().enumerate();
        let values = values.map(|(at, one)| self.expression(one, frame, of(at).as_ref()));
        values.collect()
    }

    fn condition(&mut self, condition: &Expression, frame: &mut Frame) -> Result<bool, Flow> {
        match self.expression(condition, frame, None)? {
            Value::Bool(value) => Ok(value),
            _ => Err(calculation("").into()),
        }
    }

    fn unary(
        &mut self,
        mark: char,
        inner: &Expression,
        frame: &mut Frame,
        expected: Option<&TypeValue>,
    ) -> Evaluated {
        // The least value of a type is a literal that is one too large.
        if let (Expression::Integer(value, None), '-') = (inner, mark) {
            let of = expected.and_then(TypeValue::integer);
            let value = value::checked(-value, of);
            return value.ok_or_else(|| calculation("").into());
        }
        let value = self.expression(inner, frame, expected)?;
        let value = match (mark, value) {
            ('-', Value::Integer(value, of)) => value
                .checked_neg()
                .and_then(|value| value::checked(value, of)),
            ('!', Value::Bool(value)) => Some(Value::Bool(!value)),
            ('!', Value::Integer(value, Some(of))) if of.is_whole() => {
                of.wrap(!value).map(|value| Value::Integer(value, Some(of)))
            }
            _ => None,
        };
        value.ok_or_else(|| calculation("").into())
    }

    fn binary(
        &mut self,
        operator: Operator,
        left: &Expression,
        right: &Expression,
        frame: &mut Frame,
        expected: Option<&TypeValue>,
    ) -> Evaluated {
        if matches!(operator, Operator::Both | Operator::Either) {
            let is_decided = self.condition(left, frame)? == (operator == Operator::Either);
            return Ok(Value::Bool(if is_decided {
                operator == Operator::Either
            } else {
                self.condition(right, frame)?
            }));
        }
        let is_comparison = matches!(
            operator,
            Operator::Equal
                | Operator::NotEqual
                | Operator::Less
                | Operator::LessOrEqual
                | Operator::Greater
                | Operator::GreaterOrEqual
        );
        let is_shift = matches!(operator, Operator::ShiftLeft | Operator::ShiftRight);
        let of = expected.filter(|_| !is_comparison);
        let mut one = self.expression(left, frame, of)?;
        let of_right = match &one {
            Value::Integer(_, Some(of)) if !is_shift => Some(TypeValue::Integer(*of)),
            _ => of.filter(|_| !is_shift).cloned(),
        };
        let other = self.expression(right, frame, of_right.as_ref())?;
        // `2 * BYTES`: the literal has the type of the constant, in which it is calculated.
        if let (Value::Integer(_, None), Value::Integer(_, Some(of))) = (&one, &other)
            && !is_shift
        {
            one = self.expression(left, frame, Some(&TypeValue::Integer(*of)))?;
        }
        let value = match (&one, &other) {
            (Value::Integer(left, of_left), Value::Integer(right, of_right)) => {
                value::operation(operator, (*left, *of_left), (*right, *of_right))
            }
            (Value::Bool(left), Value::Bool(right)) => match operator {
                Operator::Equal => Some(Value::Bool(left == right)),
                Operator::NotEqual | Operator::Xor => Some(Value::Bool(left != right)),
                Operator::And => Some(Value::Bool(left & right)),
                Operator::Or => Some(Value::Bool(left | right)),
                _ => None,
            },
            _ => None,
        };
        value.ok_or_else(|| calculation("").into())
    }

    fn structure(
        &mut self,
        path: &Path,
        fields: &[(String, Expression)],
        rest: Option<&Expression>,
        frame: &mut Frame,
    ) -> Evaluated {
        let of = self.path_type(path, frame, 0);
        let TypeValue::Item(place) = of else {
            return Err(calculation(&path.text()).into());
        };
        let types = self.field_types(place, frame);
        let mut all = BTreeMap::new();
        if let Some(rest) = rest {
            match self.expression(rest, frame, None)? {
                Value::Struct(of, values) if of == place => all = values,
                _ => return Err(calculation(&path.text()).into()),
            }
        }
        for (name, value) in fields {
            let of = types.iter().find(|(field, _)| field == name);
            let of = of.map(|(_, of)| of);
            let value = self.expression(value, frame, of)?;
            let value = value.of_type(of.and_then(TypeValue::integer));
            all.insert(name.clone(), value.ok_or_else(|| calculation(name))?);
        }
        Ok(Value::Struct(place, all))
    }

    fn block(
        &mut self,
        block: &Block,
        frame: &mut Frame,
        expected: Option<&TypeValue>,
    ) -> Evaluated {
        let (outside, bound) = (frame.module, frame.locals.len());
        if let Some(items) = block.items {
            frame.module = self.krate.block(outside, items);
        }
        let value = self.statements(block, frame, expected);
        frame.module = outside;
        frame.locals.truncate(bound);
        value
    }

    fn statements(
        &mut self,
        block: &Block,
        frame: &mut Frame,
        expected: Option<&TypeValue>,
    ) -> Evaluated {
        for statement in &block.statements {
            match statement {
                Statement::Let(pattern, of_type, value) => {
                    let of = of_type.as_ref().map(|of| self.type_value(of, frame));
                    let value = self.expression(value, frame, of.as_ref())?;
                    let value = value.of_type(of.as_ref().and_then(TypeValue::integer));
                    let value = value.ok_or_else(|| calculation(""))?;
                    if !self.matches(pattern, &value, frame)? {
                        return Err(calculation("").into());
                    }
                }
                Statement::Expression(expression) => {
                    self.expression(expression, frame, None)?;
                }
            }
        }
        match &block.value {
            Some(value) => self.expression(value, frame, expected),
            None => Ok(UNIT),
        }
    }

    fn assign(
        &mut self,
        place: &Expression,
        operator: Option<Operator>,
        value: &Expression,
        frame: &mut Frame,
    ) -> Evaluated {
        let name = match place {
            Expression::Path(path) => path.name().map(str::to_owned),
            _ => None,
        };
        let name = name.ok_or_else(|| calculation(""))?;
        let new = if let Some(operator) = operator {
            self.binary(operator, place, value, frame, None)?
        } else {
            let before = self.expression(place, frame, None)?;
            let of = match before {
                Value::Integer(_, of) => of.map(TypeValue::Integer),
                _ => None,
            };
            self.expression(value, frame, of.as_ref())?
        };
        let local = frame
            .locals
            .iter_mut()
            .rev()
            .find(|(local, _)| *local == name);
        let local = local.ok_or_else(|| calculation(&name))?;
        local.1 = new;
        Ok(UNIT)
    }

    /// Whether a value has this form; binds its names.
    fn matches(
        &mut self,
        pattern: &Pattern,
        value: &Value,
        frame: &mut Frame,
    ) -> Result<bool, Flow> {
        let integer = |value: &Value| match value {
            Value::Integer(value, _) => Some(*value),
            _ => None,
        };
        Ok(match pattern {
            Pattern::Any => true,
            Pattern::Name(name) => {
                let found = self.krate.lexical(frame.module, name, Space::Values)?;
                if found.is_empty() && name != "None" {
                    frame.locals.push((name.clone(), value.clone()));
                    true
                } else {
                    let path = Path::of_name(name);
                    same(&self.path(&path, frame)?, value)
                }
            }
            Pattern::Value(expression) => {
                let of = match value {
                    Value::Integer(_, of) => of.map(TypeValue::Integer),
                    _ => None,
                };
                let expected = self.expression(expression, frame, of.as_ref())?;
                same(&expected, value)
            }
            Pattern::Range(first, last, is_inclusive) => {
                let value = integer(value).ok_or_else(|| calculation(""))?;
                let mut bound = |bound: &Option<Expression>| match bound {
                    Some(bound) => {
                        let bound = self.expression(bound, frame, None)?;
                        let bound = integer(&bound).ok_or_else(|| calculation(""))?;
                        Ok::<_, Flow>(Some(bound))
                    }
                    None => Ok(None),
                };
                let (first, last) = (bound(first)?, bound(last)?);
                first.is_none_or(|first| first <= value)
                    && last.is_none_or(|last| value < last || *is_inclusive && value == last)
            }
            Pattern::Tuple(patterns) => {
                let Value::Tuple(all) = value else {
                    return Err(calculation("").into());
                };
                let mut is_met = all.len() == patterns.len();
                for (pattern, value) in patterns.iter().zip(all) {
                    is_met = is_met && self.matches(pattern, value, frame)?;
                }
                is_met
            }
            Pattern::Either(patterns) => {
                for pattern in patterns {
                    if self.matches(pattern, value, frame)? {
                        return Ok(true);
                    }
                }
                false
            }
        })
    }

    fn path(&mut self, path: &Path, frame: &mut Frame) -> Evaluated {
        if let Some(name) = path.name() {
            let local = frame.locals.iter().rev().find(|(local, _)| local == name);
            if let Some((_, value)) = local {
                return Ok(value.clone());
            }
        }
        let (value, place) = self.named_value(path, frame)?;
        if frame.is_argument {
            self.named.push(Named {
                path: path.text(),
                value: value.clone(),
                place,
            });
        }
        Ok(value)
    }

    /// The value that a path leads to, and its definition.
    fn named_value(
        &mut self,
        path: &Path,
        frame: &mut Frame,
    ) -> Result<(Value, Option<Place>), Flow> {
        let text = path.text();
        if let Some((of_type, of_trait)) = &path.of_type {
            let of = self.type_value(of_type, frame);
            let of_trait = match of_trait {
                Some(of_trait) => Some(self.trait_place(of_trait, frame)?),
                None => None,
            };
            let [name] = path.segments.as_slice() else {
                return Err(calculation(&text).into());
            };
            return Ok(self.associated_value(&of, of_trait, &name.name)?);
        }
        if let [first, name] = path.segments.as_slice()
            && !path.is_global
        {
            let own = frame.own.filter(|_| first.name == "Self");
            let parameter = frame.types.iter().find(|(name, _)| *name == first.name);
            if let Some(own) = own {
                return Ok(self.associated_value(&own.of_type(), None, &name.name)?);
            }
            if let Some((_, of)) = parameter.cloned() {
                // A parameter has only what its traits have.
                if !matches!(of, TypeValue::Item(_)) && library::is_of_language(&name.name) {
                    return Err(calculation(&text).into());
                }
                return Ok(self.associated_value(&of, None, &name.name)?);
            }
        }
        let (meanings, used) = self
            .krate
            .path(frame.module, &path.segments, path.is_global, Space::Values)
            .map_err(|unknown| UnknownValue::new(&text, unknown.why))?;
        let left: Vec<&str> = path
            .segments
            .iter()
            .skip(used)
            .map(|one| one.name.as_str())
            .collect();
        let mut found: Option<(Value, Option<Place>)> = None;
        for meaning in meanings {
            let one = self.of_meaning(&meaning, &left, path, frame)?;
            if let Some((before, _)) = &found
                && *before != one.0
            {
                return Err(UnknownValue::new(&text, self.doubt(&meaning)).into());
            }
            found = Some(one);
        }
        if let Some(found) = found {
            return Ok(found);
        }
        if text == "None" {
            return Ok((Value::Option(None), None));
        }
        if path.name().is_none() {
            return Err(UnknownValue::new(&text, Why::Unclear).into());
        }
        let module = frame.module;
        let has_globs = self.krate.modules.get(module).is_some_and(|module| {
            let mut items = module.items.iter();
            items.any(|item| matches!(item.kind, Kind::Import(_, true)))
        });
        let may_have_more = self
            .krate
            .modules
            .get(module)
            .is_some_and(|module| module.may_have_more);
        let why = if may_have_more {
            Why::Macro
        } else if has_globs {
            Why::OtherCrate
        } else {
            Why::Unclear
        };
        Err(UnknownValue::new(&text, why).into())
    }

    /// Why several definitions differ.
    fn doubt(&self, meaning: &Meaning) -> Why {
        match meaning {
            Meaning::Item(place)
                if self
                    .krate
                    .item(*place)
                    .is_some_and(|item| item.is_met == Met::Unknown) =>
            {
                Why::Condition
            }
            _ => Why::Unclear,
        }
    }

    fn of_meaning(
        &mut self,
        meaning: &Meaning,
        left: &[&str],
        path: &Path,
        frame: &mut Frame,
    ) -> Result<(Value, Option<Place>), Flow> {
        let text = path.text();
        match (meaning, left) {
            (Meaning::Item(place), []) => {
                let value = self.constant(*place, None)?;
                Ok((value, Some(*place)))
            }
            (Meaning::Item(place), [name]) => {
                let name = (*name).to_owned();
                let of = self.item_type(*place, &[], frame);
                Ok(self.associated_value(&of, None, &name)?)
            }
            (Meaning::Foreign(names), _) => {
                // A type of the language, whose name nothing else has.
                let value = library::constant(self.own_names(names));
                let why = Why::OtherCrate;
                Ok((value.ok_or_else(|| UnknownValue::new(&text, why))?, None))
            }
            _ => Err(UnknownValue::new(&text, Why::Unclear).into()),
        }
    }

    fn call(
        &mut self,
        function: &Expression,
        arguments: &[Expression],
        frame: &mut Frame,
    ) -> Evaluated {
        let Expression::Path(path) = function else {
            return Err(calculation("").into());
        };
        let text = path.text();
        let types = path.arguments();
        if let Some((of_type, of_trait)) = &path.of_type {
            let of = self.type_value(of_type, frame);
            let of_trait = match of_trait {
                Some(of_trait) => Some(self.trait_place(of_trait, frame)?),
                None => None,
            };
            let [name] = path.segments.as_slice() else {
                return Err(calculation(&text).into());
            };
            let name = name.name.clone();
            return self.call_associated(&of, of_trait, &name, None, arguments, frame);
        }
        if let [first, name] = path.segments.as_slice()
            && !path.is_global
            && let Some(own) = frame.own.filter(|_| first.name == "Self")
        {
            let name = name.name.clone();
            let of = own.of_type();
            return self.call_associated(&of, None, &name, None, arguments, frame);
        }
        let (meanings, used) =
            self.krate
                .path(frame.module, &path.segments, path.is_global, Space::Values)?;
        let left: Vec<String> = path
            .segments
            .iter()
            .skip(used)
            .map(|one| one.name.clone())
            .collect();
        match (meanings.as_slice(), left.as_slice()) {
            ([Meaning::Item(place)], []) => {
                let place = *place;
                if let Some(Kind::Struct(..)) = self.krate.item(place).map(|item| &item.kind) {
                    let types = self.field_types(place, frame);
                    let of = |at: usize| types.get(at).map(|(_, of)| of.clone());
                    let all = self.all(arguments, frame, &of)?;
                    let all = all.into_iter().enumerate();
                    let all = all.map(|(at, value)| (at.to_string(), value)).collect();
                    return Ok(Value::Struct(place, all));
                }
                let types: Vec<TypeValue> =
                    types.iter().map(|of| self.type_value(of, frame)).collect();
                self.function(place, None, &types, None, arguments, frame)
            }
            ([Meaning::Item(place)], [name]) => {
                let of = self.item_type(*place, &[], frame);
                self.call_associated(&of, None, name, None, arguments, frame)
            }
            ([Meaning::Foreign(names)], _) => {
                let names = names.clone();
                self.foreign(&names, types, arguments, frame)
            }
            // A name that the language has without an import.
            ([], []) => self.foreign(&[text], types, arguments, frame),
            _ => Err(UnknownValue::new(&text, Why::Unclear).into()),
        }
    }

    /// A function of the standard library or of this one.
    fn foreign(
        &mut self,
        names: &[String],
        types: &[Type],
        arguments: &[Expression],
        frame: &mut Frame,
    ) -> Evaluated {
        let text = names.join("::");
        let last = names.last().map(String::as_str).unwrap_or_default();
        let is_standard = match names {
            [_] => true,
            [first, ..] => matches!(first.as_str(), "core" | "std" | "mem"),
            [] => false,
        };
        if let ("size_of" | "align_of", [of], true) = (last, types, is_standard) {
            let of = self.type_value(of, frame);
            let layout = self.layout(&of, 0).ok_or_else(|| calculation(&text))?;
            let value = if last == "size_of" {
                layout.size
            } else {
                layout.align
            };
            return Ok(Value::usize(value.into()));
        }
        // `u32::pow(2, 3)` is `2_u32.pow(3)`.
        if let [of, method] = names
            && let Some(of) = Integer::find(of)
        {
            let expected = TypeValue::Integer(of);
            let all = self.all(arguments, frame, &|at| (at == 0).then(|| expected.clone()))?;
            if let [receiver, rest @ ..] = all.as_slice() {
                let value = library::method(receiver, method, rest);
                return value.ok_or_else(|| calculation(&text).into());
            }
        }
        let all = self.all(arguments, frame, &|_| None)?;
        let why = if is_standard {
            Why::Calculation
        } else {
            Why::OtherCrate
        };
        library::call(self.own_names(names), &all)
            .ok_or_else(|| UnknownValue::new(&text, why).into())
    }

    /// Calls a function; `receiver` is its `self`.
    fn function(
        &mut self,
        place: Place,
        own: Option<Own>,
        types: &[TypeValue],
        receiver: Option<Value>,
        arguments: &[Expression],
        frame: &mut Frame,
    ) -> Evaluated {
        let Some(item) = self.krate.item(place) else {
            return Err(calculation("").into());
        };
        let name = item.name.clone();
        let Kind::Function(generics, parameters, result, Some(body)) = item.kind else {
            return Err(calculation(&name).into());
        };
        if item.is_rewritten || item.is_met == Met::Unknown {
            return Err(UnknownValue::new(&name, Why::Macro).into());
        }
        let mut inside = Frame::new(self.scope_of(place), own);
        if let Some(generics) = generics {
            let names = self.generic_names(generics);
            for ((name, is_value), of) in names.into_iter().zip(types) {
                match of {
                    TypeValue::Value(value) if is_value => {
                        inside.locals.push((name, value.as_ref().clone()));
                    }
                    of => inside.types.push((name, of.clone())),
                }
            }
        }
        let mut parts = items::split(self.krate.cursor(parameters))
            .into_iter()
            .map(|part| part.range)
            .collect::<Vec<Range>>();
        if let Some(receiver) = receiver {
            if parts.is_empty() {
                return Err(calculation(&name).into());
            }
            parts.remove(0);
            inside.locals.push(("self".to_owned(), receiver));
        }
        if parts.len() != arguments.len() {
            return Err(calculation(&name).into());
        }
        let mut values = Vec::new();
        for (part, argument) in parts.into_iter().zip(arguments) {
            let mut cursor = self.krate.cursor(part);
            cursor.take_word("mut");
            let parameter = cursor.take_name().filter(|_| cursor.take_marks(":"));
            let of = parser::type_of(cursor);
            let (Some(parameter), Some(of)) = (parameter, of) else {
                return Err(calculation(&name).into());
            };
            let of = self.type_value(&of, &mut inside);
            let value = self.expression(argument, frame, Some(&of))?;
            let value = value
                .of_type(of.integer())
                .ok_or_else(|| calculation(&name))?;
            values.push((parameter, value));
        }
        inside.locals.extend(values);
        let result = result.and_then(|result| parser::type_of(self.krate.cursor(result)));
        let result = match &result {
            Some(result) => self.type_value(result, &mut inside),
            None => TypeValue::Unknown,
        };
        let parsed = if let Some(parsed) = self.bodies.get(&body) {
            parsed.clone()
        } else {
            let parsed = parser::body(self.krate.cursor(body)).map(Rc::new);
            self.bodies.insert(body, parsed.clone());
            parsed
        };
        let Some(parsed) = parsed else {
            return Err(calculation(&name).into());
        };
        let value = match self.block(&parsed, &mut inside, Some(&result)) {
            Ok(value) | Err(Flow::Return(value)) => value,
            Err(Flow::Unknown(unknown)) if unknown.name.is_empty() => {
                return Err(UnknownValue::new(&name, unknown.why).into());
            }
            Err(Flow::Unknown(unknown)) => return Err(unknown.into()),
            Err(_) => return Err(calculation(&name).into()),
        };
        let value = value.of_type(result.integer());
        value.ok_or_else(|| calculation(&name).into())
    }

    /// The names of parameters in angle brackets, and whether each is a value.
    fn generic_names(&self, generics: Range) -> Vec<(String, bool)> {
        let parts = items::split(self.krate.cursor(generics)).into_iter();
        let names = parts.filter_map(|mut part| {
            let is_value = part.take_word("const");
            Some((part.take_name()?, is_value))
        });
        names.collect()
    }

    fn of_macro(
        &mut self,
        name: &str,
        given: Range,
        frame: &mut Frame,
        expected: Option<&TypeValue>,
    ) -> Evaluated {
        let unknown = || calculation(&format!("{name}!"));
        match name {
            "include" => {
                let beside = self.krate.files.get(given.file);
                let beside = beside.and_then(|file| file.path.parent());
                let path = self.krate.text(given).zip(beside);
                let path = path.map(|(path, beside)| beside.join(path));
                let text = path.and_then(|path| Some((std::fs::read_to_string(&path).ok()?, path)));
                let file = text.and_then(|(text, path)| self.krate.add(path, text));
                let file = file.ok_or_else(unknown)?;
                let range = self.krate.whole(file);
                Ok(self.in_range(range, frame, expected)?)
            }
            "env" | "concat" => {
                let range = self.krate.files.get(given.file).map(|_| Range {
                    start: given.start.saturating_sub(3),
                    end: given.end + 1,
                    ..given
                });
                let text = range.and_then(|range| self.krate.text(range));
                Ok(Value::Text(text.ok_or_else(unknown)?))
            }
            "cfg" => {
                let condition = self.krate.cursor(given);
                match items::condition_met(condition, &self.krate.compilation) {
                    Met::Yes => Ok(Value::Bool(true)),
                    Met::No => Ok(Value::Bool(false)),
                    Met::Unknown => Err(UnknownValue::new("cfg!", Why::Condition).into()),
                }
            }
            // What does not hold is the compiler's to say.
            "assert" | "debug_assert" => {
                let mut parts = items::split(self.krate.cursor(given)).into_iter();
                let condition = parts.next().ok_or_else(unknown)?;
                let condition = parser::expression(condition).ok_or_else(unknown)?;
                if self.condition(&condition, frame)? {
                    Ok(UNIT)
                } else {
                    Err(unknown().into())
                }
            }
            _ => Err(UnknownValue::new(&format!("{name}!"), Why::Macro).into()),
        }
    }

    /// A path without the library's own name.
    fn own_names<'a>(&self, names: &'a [String]) -> &'a [String] {
        match names {
            [first, rest @ ..]
                if *first == self.library || first == "occupancy" || first == "occupancy_core" =>
            {
                rest
            }
            names => names,
        }
    }

    /// The text of an argument, as a file of its own beside the one that it stands in.
    pub(crate) fn text(&mut self, module: usize, text: String) -> Option<Range> {
        let module = self.krate.modules.get(module)?;
        let path = self.krate.files.get(module.file())?.path.clone();
        let file = self.krate.add(path, text)?;
        Some(self.krate.whole(file))
    }

    /// Where a constant is defined: its file, and the line.
    pub(crate) fn definition(&self, place: Place) -> Option<(&std::path::Path, usize)> {
        let item = self.krate.item(place)?;
        let file = self.krate.files.get(item.range.file)?;
        Some((&file.path, item.line))
    }
}

/// Whether a value is the one of a pattern: the type of a literal is that of the other.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Integer(one, _), Value::Integer(other, _)) => one == other,
        (one, other) => one == other,
    }
}

fn field(value: &Value, name: &str) -> Option<Value> {
    match value {
        Value::Struct(_, fields) => fields.get(name).cloned(),
        Value::Tuple(all) => all.get(name.parse::<usize>().ok()?).cloned(),
        _ => None,
    }
}

fn cast(value: &Value, of: &TypeValue) -> Option<Value> {
    let of = of.integer()?;
    let value = match value {
        // A literal alone is an `i32`.
        Value::Integer(value, None) => Integer::I32.holds(*value).then_some(*value)?,
        Value::Integer(value, Some(_)) | Value::Variant(_, _, value) => *value,
        Value::Bool(value) => i128::from(*value),
        _ => return None,
    };
    Some(Value::Integer(of.wrap(value)?, Some(of)))
}
