//! The items of a module, a block or an `impl`: what each is, its name, and whether it is there.

use crate::compilation::{Compilation, Met};
use crate::cursor::Cursor;
use crate::lexer::Kind as Token;
use crate::parser;
use crate::tree::Range;

/// An item.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// Whether others than its own module can see it.
    pub(crate) is_visible: bool,
    /// Whether what `cfg` asks is met; what is not is left out.
    pub(crate) is_met: Met,
    /// Whether an attribute may make something else of it.
    pub(crate) is_rewritten: bool,
    /// All of it, without attributes.
    pub(crate) range: Range,
    pub(crate) line: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// Its type and its value.
    Constant(Range, Option<Range>),
    /// Its parameters in angle brackets and in parentheses, its result, and its body.
    Function(Option<Range>, Range, Option<Range>, Option<Range>),
    /// A body in braces, or a file: the paths that `#[path]` states, each under its condition.
    Module(Option<Range>, Vec<(Met, String)>),
    /// Its fields, in braces or in parentheses; whether it has parameters; and what `repr` says.
    Struct(Option<Range>, bool, Vec<String>),
    /// Its variants, and what `repr` says.
    Enum(Range, Vec<String>),
    /// Its type, where it has no parameters.
    Alias(Option<Range>),
    Trait(Range),
    /// The trait and the type, and the body.
    Implementation(Range, Range),
    /// The path from `use`, and whether it is a glob.
    Import(Vec<String>, bool),
    /// What a macro gives, which nobody knows here.
    MacroUse,
    /// All of a file that `include!` names: the text between its parentheses.
    Include(Range),
    /// What cannot be a constant, and what is not looked into.
    Other,
}

/// Attributes that leave an item what it is.
const HARMLESS: [&str; 26] = [
    "allow",
    "automatically_derived",
    "cfg",
    "cfg_attr",
    "cold",
    "debugger_visualizer",
    "deny",
    "deprecated",
    "derive",
    "doc",
    "expect",
    "forbid",
    "global_allocator",
    "inline",
    "launch_config",
    "link",
    "macro_export",
    "macro_use",
    "must_use",
    "no_mangle",
    "non_exhaustive",
    "path",
    "repr",
    "track_caller",
    "unsafe",
    "warn",
];

/// Derives that add nothing but implementations of a trait.
const DERIVES: [&str; 24] = [
    "AnyBitPattern",
    "Builder",
    "CheckedBitPattern",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Deserialize",
    "DeviceCopy",
    "Display",
    "Eq",
    "Error",
    "FromBytes",
    "Hash",
    "Immutable",
    "IntoBytes",
    "KnownLayout",
    "NoUninit",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Pod",
    "Serialize",
    "Zeroable",
];

/// Macros that define no name.
const NAMELESS: [&str; 20] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "compile_error",
    "const_assert",
    "const_assert_eq",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "eprintln",
    "launch_index",
    "panic",
    "print",
    "println",
    "static_assertions",
    "thread_local",
    "todo",
    "unimplemented",
    "unreachable",
    "write",
];

/// What attributes say of an item.
struct Attributes {
    is_met: Met,
    is_rewritten: bool,
    /// Whether a derive may add items beside it.
    adds: bool,
    paths: Vec<(Met, String)>,
    repr: Vec<String>,
}

/// The items of a body; in one of a function, statements are skipped.
pub(crate) struct Items {
    pub(crate) all: Vec<Item>,
    /// Whether a macro may define names here.
    pub(crate) may_have_more: bool,
    /// Whether an inner attribute takes all of it away.
    pub(crate) is_met: Met,
}

/// Reads the items at a place.
pub(crate) fn read(cursor: Cursor<'_>, compilation: &Compilation, is_block: bool) -> Items {
    let mut reader = Reader {
        cursor,
        compilation,
        is_block,
        found: Items {
            all: Vec::new(),
            may_have_more: false,
            is_met: Met::Yes,
        },
    };
    while !reader.cursor.is_at_end() {
        if reader.item().is_none() {
            // What is not understood may define anything.
            reader.found.may_have_more = true;
            reader.cursor.skip();
        }
    }
    reader.found
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    compilation: &'a Compilation,
    is_block: bool,
    found: Items,
}

impl<'a> Reader<'a> {
    fn item(&mut self) -> Option<()> {
        let attributes = self.attributes()?;
        if self.cursor.is_at_end() {
            return Some(());
        }
        let is_visible = self.visibility();
        let start = self.cursor;
        let line = start.token(0)?.line;
        let (name, kind) = match self.declared(&attributes) {
            Some(found) => found,
            None if self.is_block => {
                self.cursor = start;
                self.statement();
                return Some(());
            }
            None => {
                self.cursor = start;
                return None;
            }
        };
        let mut range = start.range;
        range.end = self.cursor.range.start;
        if attributes.is_met == Met::No {
            return Some(());
        }
        self.found.may_have_more |= attributes.is_rewritten || attributes.adds;
        if matches!(kind, Kind::MacroUse) {
            self.found.may_have_more = true;
        }
        if let Kind::Import(..) = kind {
            self.imports(start, is_visible, &attributes, line);
            return Some(());
        }
        self.found.all.push(Item {
            name,
            kind,
            is_visible,
            is_met: attributes.is_met,
            is_rewritten: attributes.is_rewritten,
            range,
            line,
        });
        Some(())
    }

    /// Skips a statement of a function.
    fn statement(&mut self) {
        let is_braced = matches!(
            self.cursor.text(0),
            "if" | "match" | "while" | "for" | "loop" | "unsafe" | "{"
        );
        while !self.cursor.is_at_end() {
            if self.cursor.take_marks(";") {
                break;
            }
            let ends = is_braced && self.cursor.is_open('{');
            self.cursor.skip();
            if ends && !self.cursor.is_word("else") {
                break;
            }
        }
    }

    /// Attributes; inner ones are of what the items stand in.
    fn attributes(&mut self) -> Option<Attributes> {
        let mut out = Attributes {
            is_met: Met::Yes,
            is_rewritten: false,
            adds: false,
            paths: Vec::new(),
            repr: Vec::new(),
        };
        while self.cursor.is_marks("#") {
            self.cursor.advance();
            let is_inner = self.cursor.take_marks("!");
            let inside = self.cursor.take_inside('[')?;
            if is_inner {
                let mut inner = Attributes {
                    is_met: Met::Yes,
                    is_rewritten: false,
                    adds: false,
                    paths: Vec::new(),
                    repr: Vec::new(),
                };
                self.attribute(inside, Met::Yes, &mut inner);
                self.found.is_met = self.found.is_met.and(inner.is_met);
            } else {
                self.attribute(inside, Met::Yes, &mut out);
            }
        }
        Some(out)
    }

    fn attribute(&self, mut cursor: Cursor<'a>, is_met: Met, out: &mut Attributes) {
        let mut name = String::new();
        let mut is_tool = false;
        while let Some(part) = cursor.take_name() {
            is_tool |= matches!(
                part.as_str(),
                "rustfmt" | "clippy" | "diagnostic" | "rustdoc" | "miri"
            );
            name = part;
            if !cursor.take_marks("::") {
                break;
            }
        }
        let arguments = cursor.inside();
        match (name.as_str(), arguments) {
            ("cfg", Some(condition)) => {
                let condition = condition_met(condition, self.compilation);
                // Under a condition that is not met, it asks nothing.
                let asked = match is_met {
                    Met::Yes => condition,
                    Met::No => Met::Yes,
                    Met::Unknown if condition == Met::Yes => Met::Yes,
                    Met::Unknown => Met::Unknown,
                };
                out.is_met = out.is_met.and(asked);
            }
            ("cfg_attr", Some(arguments)) => {
                let mut parts = split(arguments).into_iter();
                let condition = parts.next().map_or(Met::Unknown, |condition| {
                    condition_met(condition, self.compilation)
                });
                let is_met = is_met.and(condition);
                if is_met != Met::No {
                    for part in parts {
                        self.attribute(part, is_met, out);
                    }
                }
            }
            ("path", _) if cursor.take_marks("=") => {
                let path = parser::text(cursor.text(0)).unwrap_or_default();
                out.paths.push((is_met, path));
            }
            ("repr", Some(arguments)) => {
                let parts = split(arguments);
                out.repr.extend(parts.into_iter().map(|mut part| {
                    let name = part.take_name().unwrap_or_default();
                    let has_more = !part.is_at_end();
                    if has_more { format!("{name}(") } else { name }
                }));
                if is_met != Met::Yes {
                    out.repr.push("?".to_owned());
                }
            }
            ("derive", Some(arguments)) => {
                for mut part in split(arguments) {
                    let mut name = String::new();
                    while let Some(next) = part.take_name() {
                        name = next;
                        part.take_marks("::");
                    }
                    out.adds |= !DERIVES.contains(&name.as_str());
                }
            }
            _ => out.is_rewritten |= !is_tool && !HARMLESS.contains(&name.as_str()),
        }
    }

    fn visibility(&mut self) -> bool {
        if self.cursor.take_word("pub") {
            // Of a field in parentheses, it would be the type.
            self.cursor.take_inside('(');
            return true;
        }
        self.cursor.is_word("crate")
            && self.cursor.text(1) != "::"
            && self.cursor.take_word("crate")
    }

    /// What an item is and its name; behind it, the reader is.
    fn declared(&mut self, attributes: &Attributes) -> Option<(String, Kind)> {
        for qualifier in ["default", "unsafe", "async", "safe", "auto"] {
            if self.cursor.is_word(qualifier)
                && matches!(
                    self.cursor.text(1),
                    "const"
                        | "fn"
                        | "unsafe"
                        | "extern"
                        | "impl"
                        | "trait"
                        | "async"
                        | "static"
                        | "type"
                        | "mod"
                )
            {
                self.cursor.advance();
            }
        }
        match self.cursor.text(0) {
            "const" if matches!(self.cursor.text(1), "fn" | "unsafe" | "async" | "extern") => {
                self.cursor.advance();
                self.function()
            }
            "const" if !matches!(self.cursor.token(1)?.kind, Token::Open(..)) => self.constant(),
            "fn" | "unsafe" | "extern" | "async" => self.function(),
            "mod" => {
                self.cursor.advance();
                let name = self.cursor.take_name()?;
                let body = self.cursor.take_inside('{').map(|body| body.range);
                if body.is_none() && !self.cursor.take_marks(";") {
                    return None;
                }
                Some((name, Kind::Module(body, attributes.paths.clone())))
            }
            "struct" | "union" => self.structure(attributes),
            "enum" => {
                self.cursor.advance();
                let name = self.cursor.take_name()?;
                let body = self.up_to('{')?.range;
                Some((name, Kind::Enum(body, attributes.repr.clone())))
            }
            "type" => self.alias(),
            "trait" => {
                self.cursor.advance();
                let name = self.cursor.take_name()?;
                let body = self.up_to('{')?.range;
                Some((name, Kind::Trait(body)))
            }
            "impl" => {
                self.cursor.advance();
                if self.cursor.take_marks("<") {
                    self.cursor.skip_angles()?;
                }
                let mut head = self.cursor.range;
                let body = self.up_to('{')?.range;
                head.end = body.start - 1;
                Some((String::new(), Kind::Implementation(head, body)))
            }
            "use" => {
                self.skip_to_semicolon()?;
                Some((String::new(), Kind::Import(Vec::new(), false)))
            }
            "static" => {
                self.cursor.advance();
                self.cursor.take_word("mut");
                let name = self.cursor.take_name()?;
                self.skip_to_semicolon()?;
                Some((name, Kind::Other))
            }
            "macro_rules" if self.cursor.text(1) == "!" => {
                self.cursor.range.start += 3;
                let is_braced = self.cursor.is_open('{');
                self.cursor.skip();
                if !is_braced {
                    self.cursor.take_marks(";");
                }
                // A macro has no value and no type.
                Some((String::new(), Kind::Other))
            }
            _ => self.macro_use(),
        }
    }

    fn constant(&mut self) -> Option<(String, Kind)> {
        self.cursor.advance();
        let name = self.cursor.take_name()?;
        if !self.cursor.take_marks(":") {
            return None;
        }
        let mut of_type = self.cursor.range;
        let mut depth = 0_usize;
        while !(depth == 0 && (self.cursor.is_marks("=") || self.cursor.is_marks(";"))) {
            match self.cursor.kind()? {
                Token::Mark('<') => depth += 1,
                Token::Mark('>') => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.cursor.skip();
        }
        of_type.end = self.cursor.range.start;
        let mut value = None;
        if self.cursor.take_marks("=") {
            let mut range = self.cursor.range;
            while !self.cursor.is_marks(";") {
                self.cursor.kind()?;
                self.cursor.skip();
            }
            range.end = self.cursor.range.start;
            value = Some(range);
        }
        self.cursor.advance();
        Some((name, Kind::Constant(of_type, value)))
    }

    fn function(&mut self) -> Option<(String, Kind)> {
        while !self.cursor.take_word("fn") {
            match self.cursor.kind()? {
                Token::Word | Token::Text => {}
                // `extern "C" { … }`, whose functions are no constants.
                Token::Open('{', _) => {
                    self.cursor.skip();
                    return Some((String::new(), Kind::Other));
                }
                _ => return None,
            }
            if self.cursor.is_word("crate") {
                self.skip_to_semicolon()?;
                return Some((String::new(), Kind::Other));
            }
            self.cursor.advance();
        }
        let name = self.cursor.take_name()?;
        let mut generics = None;
        if self.cursor.take_marks("<") {
            let mut range = self.cursor.range;
            self.cursor.skip_angles()?;
            range.end = self.cursor.range.start - 1;
            generics = Some(range);
        }
        let parameters = self.cursor.take_inside('(')?.range;
        let mut result = None;
        if self.cursor.take_marks("->") {
            let mut range = self.cursor.range;
            let (_, behind) = parser::leading_type(self.cursor).unzip();
            if let Some(behind) = behind {
                range.end = behind.range.start;
                result = Some(range);
            }
        }
        while !self.cursor.is_open('{') {
            if self.cursor.take_marks(";") {
                return Some((name, Kind::Function(generics, parameters, result, None)));
            }
            // Braces in angle brackets are a value.
            if self.cursor.take_marks("<") {
                self.cursor.skip_angles()?;
                continue;
            }
            self.cursor.kind()?;
            self.cursor.skip();
        }
        let body = self.cursor.take_inside('{')?.range;
        Some((
            name,
            Kind::Function(generics, parameters, result, Some(body)),
        ))
    }

    fn structure(&mut self, attributes: &Attributes) -> Option<(String, Kind)> {
        self.cursor.advance();
        let name = self.cursor.take_name()?;
        let mut is_generic = false;
        if self.cursor.take_marks("<") {
            self.cursor.skip_angles()?;
            is_generic = true;
        }
        let mut fields = None;
        loop {
            if self.cursor.take_marks(";") {
                break;
            }
            if self.cursor.take_marks("<") {
                self.cursor.skip_angles()?;
                continue;
            }
            let is_braced = self.cursor.is_open('{');
            if is_braced || self.cursor.is_open('(') && fields.is_none() {
                fields = self.cursor.inside().map(|inside| inside.range);
            }
            self.cursor.kind()?;
            self.cursor.skip();
            if is_braced {
                break;
            }
        }
        Some((
            name,
            Kind::Struct(fields, is_generic, attributes.repr.clone()),
        ))
    }

    fn alias(&mut self) -> Option<(String, Kind)> {
        self.cursor.advance();
        let name = self.cursor.take_name()?;
        let is_generic = self.cursor.is_marks("<");
        while !self.cursor.is_marks("=") {
            if self.cursor.take_marks(";") {
                return Some((name, Kind::Alias(None)));
            }
            self.cursor.kind()?;
            self.cursor.skip();
        }
        self.cursor.advance();
        let mut range = self.cursor.range;
        self.skip_to_semicolon()?;
        range.end = self.cursor.range.start - 1;
        Some((name, Kind::Alias((!is_generic).then_some(range))))
    }

    fn macro_use(&mut self) -> Option<(String, Kind)> {
        let mut name = String::new();
        self.cursor.take_marks("::");
        while let Some(part) = self.cursor.take_name() {
            name = part;
            if !self.cursor.take_marks("::") {
                break;
            }
        }
        if name.is_empty() || !self.cursor.take_marks("!") {
            return None;
        }
        let given = self.cursor.inside()?.range;
        let is_braced = self.cursor.is_open('{');
        self.cursor.skip();
        if !is_braced {
            // Not a statement that goes on.
            if !self.cursor.take_marks(";") && !self.cursor.is_at_end() {
                return None;
            }
        }
        let kind = match name.as_str() {
            "include" => Kind::Include(given),
            name if NAMELESS.contains(&name) => Kind::Other,
            _ => Kind::MacroUse,
        };
        Some((String::new(), kind))
    }

    /// What is in the braces that come next.
    fn up_to(&mut self, delimiter: char) -> Option<Cursor<'a>> {
        loop {
            if self.cursor.is_open(delimiter) {
                return self.cursor.take_inside(delimiter);
            }
            if self.cursor.is_marks(";") {
                return None;
            }
            if self.cursor.take_marks("<") {
                self.cursor.skip_angles()?;
                continue;
            }
            self.cursor.kind()?;
            self.cursor.skip();
        }
    }

    fn skip_to_semicolon(&mut self) -> Option<()> {
        while !self.cursor.take_marks(";") {
            self.cursor.kind()?;
            self.cursor.skip();
        }
        Some(())
    }

    /// Each name that a `use` brings.
    fn imports(
        &mut self,
        start: Cursor<'a>,
        is_visible: bool,
        attributes: &Attributes,
        line: usize,
    ) {
        let mut cursor = start;
        cursor.range.end = self.cursor.range.start - 1;
        cursor.advance();
        let range = cursor.range;
        let mut found = Vec::new();
        if import(cursor, &[], &mut found).is_none() {
            self.found.may_have_more = true;
        }
        for (path, name, is_glob) in found {
            self.found.all.push(Item {
                name,
                kind: Kind::Import(path, is_glob),
                is_visible,
                is_met: attributes.is_met,
                is_rewritten: attributes.is_rewritten,
                range,
                line,
            });
        }
    }
}

/// The paths of a `use`, the name of each, and whether it is a glob.
fn import(
    mut cursor: Cursor<'_>,
    before: &[String],
    found: &mut Vec<(Vec<String>, String, bool)>,
) -> Option<()> {
    let mut path = before.to_vec();
    if cursor.take_marks("::") {
        // From the other crates.
        path.push(String::new());
    }
    loop {
        if cursor.take_marks("*") {
            found.push((path, String::new(), true));
            return cursor.is_at_end().then_some(());
        }
        if let Some(inside) = cursor.take_inside('{') {
            for part in split(inside) {
                import(part, &path, found)?;
            }
            return cursor.is_at_end().then_some(());
        }
        path.push(cursor.take_name()?);
        if cursor.take_marks("::") {
            continue;
        }
        // `use a::{self}` is `use a`.
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let mut name = path.last()?.clone();
        if cursor.take_word("as") {
            name = cursor.take_name()?;
        }
        if name != "_" {
            found.push((path, name, false));
        }
        return cursor.is_at_end().then_some(());
    }
}

/// What commas separate, without an empty part at the end.
pub(crate) fn split(mut cursor: Cursor<'_>) -> Vec<Cursor<'_>> {
    let mut parts = Vec::new();
    while !cursor.is_at_end() {
        let mut part = cursor;
        let mut depth = 0_usize;
        while !(cursor.is_at_end() || depth == 0 && cursor.is_marks(",")) {
            match cursor.kind() {
                Some(Token::Mark('<')) => depth += 1,
                Some(Token::Mark('>')) => depth = depth.saturating_sub(1),
                _ => {}
            }
            cursor.skip();
        }
        part.range.end = cursor.range.start;
        cursor.advance();
        parts.push(part);
    }
    parts
}

/// Whether a predicate of `cfg` is met.
pub(crate) fn condition_met(mut cursor: Cursor<'_>, compilation: &Compilation) -> Met {
    let Some(name) = cursor.take_name() else {
        return Met::Unknown;
    };
    if let Some(inside) = cursor.take_inside('(') {
        let parts = split(inside);
        let mut each = parts
            .into_iter()
            .map(|part| condition_met(part, compilation));
        return match name.as_str() {
            "all" => each.fold(Met::Yes, Met::and),
            "any" => each.fold(Met::No, |any, one| any.not().and(one.not()).not()),
            "not" => each.next().map_or(Met::Unknown, Met::not),
            _ => Met::Unknown,
        };
    }
    if cursor.take_marks("=") {
        return match parser::text(cursor.text(0)) {
            Some(value) => compilation.is_set(&name, Some(&value)),
            None => Met::Unknown,
        };
    }
    match name.as_str() {
        "true" => Met::Yes,
        "false" => Met::No,
        name => compilation.is_set(name, None),
    }
}
