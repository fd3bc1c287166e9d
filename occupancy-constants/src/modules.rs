//! The modules of the crate that is compiled, from its first file on, and which of them a place is in.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::compilation::{Compilation, Met};
use crate::cursor::Cursor;
use crate::items::{self, Item, Kind};
use crate::lexer::{self, Token};
use crate::parser;
use crate::tree::Range;

/// A file of the crate, or the text of an argument.
pub(crate) struct File {
    /// Where it is; that of an argument is where the argument stands.
    pub(crate) path: PathBuf,
    /// Whether it is the text of an argument, or of an expression.
    is_text: bool,
    pub(crate) text: String,
    pub(crate) tokens: Vec<Token>,
}

/// A module, or a block of a function with items of its own.
pub(crate) struct Module {
    /// What it stands in.
    pub(crate) parent: Option<usize>,
    pub(crate) name: String,
    pub(crate) items: Vec<Item>,
    pub(crate) by_name: HashMap<String, Vec<usize>>,
    /// Whether a macro may define names in it.
    pub(crate) may_have_more: bool,
    pub(crate) is_block: bool,
    /// Whether it is what an `impl` or a `trait` has in its braces: no name leads there by itself.
    pub(crate) is_associated: bool,
    /// Whether what `cfg` asks of it is met.
    pub(crate) is_met: Met,
    /// The module that each `mod` among the items is.
    pub(crate) inside: HashMap<usize, usize>,
    range: Range,
}

/// An item: its module, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) module: usize,
    pub(crate) item: usize,
}

pub(crate) struct Crate {
    pub(crate) compilation: Compilation,
    pub(crate) files: Vec<File>,
    pub(crate) modules: Vec<Module>,
    blocks: HashMap<Range, usize>,
    /// The modules that begin at a token of a file; an included file is one of its module.
    bodies: HashMap<(usize, usize), Vec<usize>>,
    /// Where what is in the braces of an `impl` or a `trait` begins.
    associated_bodies: HashSet<(usize, usize)>,
    /// The files that places were asked of.
    paths: HashMap<PathBuf, Option<usize>>,
}

/// A file nested deeper names itself, by a link or a path.
const DEEPEST: usize = 64;

/// Where the files of a module's own modules are.
#[derive(Clone)]
struct Folders {
    own: PathBuf,
    /// What `#[path]` starts from.
    of_paths: PathBuf,
    depth: usize,
}

impl Crate {
    /// Reads all of the crate; `None` where its first file cannot be read.
    pub(crate) fn read(compilation: Compilation) -> Option<Self> {
        let root = compilation.root.clone();
        let mut out = Self {
            compilation,
            files: Vec::new(),
            modules: Vec::new(),
            blocks: HashMap::new(),
            bodies: HashMap::new(),
            associated_bodies: HashSet::new(),
            paths: HashMap::new(),
        };
        let folder = root.parent()?.to_owned();
        let folders = Folders {
            own: folder.clone(),
            of_paths: folder,
            depth: 0,
        };
        let file = out.open(&root)?;
        let range = out.whole(file);
        out.module(None, "crate".to_owned(), range, Met::Yes, &folders);
        Some(out)
    }

    fn open(&mut self, path: &Path) -> Option<usize> {
        let text = fs::read_to_string(path).ok()?;
        // The compiler counts lines without it.
        let text = if text.contains('\r') {
            text.replace("\r\n", "\n")
        } else {
            text
        };
        let path = path.canonicalize().ok()?;
        self.push(path, text, false)
    }

    /// Adds the text of an expression.
    pub(crate) fn add(&mut self, path: PathBuf, text: String) -> Option<usize> {
        self.push(path, text, true)
    }

    fn push(&mut self, path: PathBuf, text: String, is_text: bool) -> Option<usize> {
        let tokens = lexer::lex(&text)?;
        self.files.push(File {
            path,
            is_text,
            text,
            tokens,
        });
        Some(self.files.len() - 1)
    }

    pub(crate) fn whole(&self, file: usize) -> Range {
        Range {
            file,
            start: 0,
            end: self.files.get(file).map_or(0, |file| file.tokens.len()),
        }
    }

    pub(crate) fn cursor(&self, range: Range) -> Cursor<'_> {
        match self.files.get(range.file) {
            Some(file) => Cursor::new(&file.text, &file.tokens, range),
            None => Cursor::new("", &[], range),
        }
    }

    pub(crate) fn item(&self, place: Place) -> Option<&Item> {
        self.modules.get(place.module)?.items.get(place.item)
    }

    /// Adds a module and those inside it.
    fn module(
        &mut self,
        parent: Option<usize>,
        name: String,
        range: Range,
        is_met: Met,
        folders: &Folders,
    ) -> usize {
        let found = items::read(self.cursor(range), &self.compilation, false);
        let module = self.modules.len();
        self.modules.push(Module {
            parent,
            name,
            items: Vec::new(),
            by_name: HashMap::new(),
            may_have_more: found.may_have_more,
            is_block: false,
            is_associated: false,
            is_met: is_met.and(found.is_met),
            inside: HashMap::new(),
            range,
        });
        let body = self.bodies.entry((range.file, range.start)).or_default();
        body.push(module);
        if found.is_met != Met::No {
            self.fill(module, found.all, folders);
        }
        module
    }

    fn fill(&mut self, module: usize, items: Vec<Item>, folders: &Folders) {
        for item in items {
            match &item.kind {
                Kind::Include(given) => {
                    let given = *given;
                    self.include(module, given, folders);
                    continue;
                }
                Kind::Module(body, paths) => {
                    let (body, paths) = (*body, paths.clone());
                    let (name, is_met) = (item.name.clone(), item.is_met);
                    let is_rewritten = item.is_rewritten;
                    let number = self.insert(module, item);
                    if is_rewritten {
                        continue;
                    }
                    if let Some(inside) = self.enter(module, &name, body, &paths, is_met, folders)
                        && let Some(module) = self.modules.get_mut(module)
                    {
                        module.inside.insert(number, inside);
                    }
                    continue;
                }
                Kind::Implementation(_, body) | Kind::Trait(body) => {
                    self.associated_bodies.insert((body.file, body.start));
                }
                _ => {}
            }
            self.insert(module, item);
        }
    }

    fn insert(&mut self, module: usize, item: Item) -> usize {
        let Some(module) = self.modules.get_mut(module) else {
            return 0;
        };
        let number = module.items.len();
        if !item.name.is_empty() {
            let all = module.by_name.entry(item.name.clone()).or_default();
            all.push(number);
        }
        module.items.push(item);
        number
    }

    /// What `include!` brings stands in the module.
    fn include(&mut self, module: usize, given: Range, folders: &Folders) {
        let doubt = |this: &mut Self| {
            if let Some(module) = this.modules.get_mut(module) {
                module.may_have_more = true;
            }
        };
        let beside = self
            .files
            .get(given.file)
            .and_then(|file| file.path.parent());
        let path = self
            .text(given)
            .zip(beside)
            .map(|(path, beside)| beside.join(path));
        let file = path.filter(|_| folders.depth < DEEPEST);
        let Some(file) = file.and_then(|path| self.open(&path)) else {
            return doubt(self);
        };
        let range = self.whole(file);
        let found = items::read(self.cursor(range), &self.compilation, false);
        if found.may_have_more {
            doubt(self);
        }
        self.bodies.entry((file, 0)).or_default().push(module);
        let inside = Folders {
            depth: folders.depth + 1,
            ..folders.clone()
        };
        self.fill(module, found.all, &inside);
    }

    /// Reads the module `name`.
    fn enter(
        &mut self,
        parent: usize,
        name: &str,
        body: Option<Range>,
        paths: &[(Met, String)],
        is_met: Met,
        folders: &Folders,
    ) -> Option<usize> {
        if paths.iter().any(|(is_met, _)| *is_met == Met::Unknown) || folders.depth > DEEPEST {
            return None;
        }
        let path = paths.iter().find(|(is_met, _)| *is_met == Met::Yes);
        let path = path.map(|(_, path)| path);
        let folder = folders.own.join(name);
        if let Some(body) = body {
            let own = path.map_or(folder, |path| folders.of_paths.join(path));
            let inside = Folders {
                of_paths: own.clone(),
                own,
                depth: folders.depth + 1,
            };
            return Some(self.module(Some(parent), name.to_owned(), body, is_met, &inside));
        }
        let flat = folders.own.join(format!("{name}.rs"));
        let (file, own) = match path {
            // Such a file is at the head of its folder, as `mod.rs` is.
            Some(path) => {
                let file = folders.of_paths.join(path);
                let own = file.parent()?.to_owned();
                (file, own)
            }
            None if flat.is_file() => (flat, folder),
            None => (folder.join("mod.rs"), folder),
        };
        let of_paths = file.parent()?.to_owned();
        let file = self.open(&file)?;
        let range = self.whole(file);
        let inside = Folders {
            own,
            of_paths,
            depth: folders.depth + 1,
        };
        Some(self.module(Some(parent), name.to_owned(), range, is_met, &inside))
    }

    /// The text of a string, of `concat!` of such, or of `env!`, as the macros of the standard library read
    /// them.
    pub(crate) fn text(&self, range: Range) -> Option<String> {
        let mut cursor = self.cursor(range);
        if cursor.kind()? == lexer::Kind::Text {
            let text = parser::text(cursor.text(0))?;
            cursor.advance();
            cursor.take_marks(",");
            return cursor.is_at_end().then_some(text);
        }
        let mut name = cursor.take_name()?;
        while cursor.take_marks("::") {
            name = cursor.take_name()?;
        }
        if !cursor.take_marks("!") {
            return None;
        }
        let inside = cursor.inside()?;
        cursor.skip();
        cursor.take_marks(",");
        if !cursor.is_at_end() {
            return None;
        }
        match name.as_str() {
            "env" => env::var(self.text(inside.range)?).ok(),
            "concat" => {
                let parts = items::split(inside).into_iter();
                parts.map(|part| self.text(part.range)).collect()
            }
            _ => None,
        }
    }

    /// The block of a function that these tokens are, as a module of its own.
    pub(crate) fn block(&mut self, parent: usize, range: Range) -> usize {
        self.nested(parent, range, true)
    }

    /// What an `impl` or a `trait` has in its braces.
    pub(crate) fn associated(&mut self, parent: usize, range: Range) -> usize {
        self.nested(parent, range, false)
    }

    fn nested(&mut self, parent: usize, range: Range, is_block: bool) -> usize {
        if let Some(block) = self.blocks.get(&range) {
            return *block;
        }
        let found = items::read(self.cursor(range), &self.compilation, is_block);
        let block = self.modules.len();
        self.modules.push(Module {
            parent: Some(parent),
            name: String::new(),
            items: Vec::new(),
            by_name: HashMap::new(),
            may_have_more: found.may_have_more,
            is_block,
            is_associated: !is_block,
            is_met: Met::Yes,
            inside: HashMap::new(),
            range,
        });
        self.blocks.insert(range, block);
        // A module in a function has its files where nobody looks.
        for item in found.all {
            if let Kind::Implementation(_, body) | Kind::Trait(body) = &item.kind {
                self.associated_bodies.insert((body.file, body.start));
            }
            self.insert(block, item);
        }
        block
    }

    /// The innermost module or block that has this place; `None` where there is none, or more than one, or
    /// it is given to a macro.
    pub(crate) fn at(&mut self, path: &Path, line: usize, column: usize) -> Option<usize> {
        let file = if let Some(file) = self.paths.get(path) {
            *file
        } else {
            let found = self.file(path);
            self.paths.insert(path.to_owned(), found);
            found
        };
        let file = file?;
        let tokens = &self.files.get(file)?.tokens;
        let behind = tokens.partition_point(|token| (token.line, token.column) <= (line, column));
        let mut inside = tokens.get(behind.checked_sub(1)?)?.inside;
        let mut blocks = Vec::new();
        loop {
            // The module whose tokens these are, where they are those of one.
            let start = inside.map_or(0, |open| open + 1);
            if let Some(found) = self.bodies.get(&(file, start)) {
                let [module] = found.as_slice() else {
                    return None;
                };
                let mut innermost = *module;
                for block in blocks.into_iter().rev() {
                    innermost = self.block(innermost, block);
                }
                return Some(innermost);
            }
            let at = inside?;
            let token = self.files.get(file)?.tokens.get(at)?;
            let lexer::Kind::Open(open, close) = token.kind else {
                return None;
            };
            if self.is_given_to_macro(file, at) {
                return None;
            }
            if open == '{' && !self.is_body(file, at) {
                blocks.push(Range {
                    file,
                    start: at + 1,
                    end: close,
                });
            }
            inside = token.inside;
        }
    }

    /// The number of the file at a path; `None` where it is no file of the crate, or is read twice.
    fn file(&self, path: &Path) -> Option<usize> {
        let path = path.canonicalize().ok()?;
        let is_here = |(_, file): &(usize, &File)| !file.is_text && file.path == path;
        let mut found = self.files.iter().enumerate().filter(is_here);
        let (number, _) = found.next()?;
        found.next().is_none().then_some(number)
    }

    /// Whether a delimiter opens what a macro is given, or its definition: `name! {`, `name!(`, and
    /// `macro_rules! name {`.
    fn is_given_to_macro(&self, file: usize, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        let cursor = |ahead: usize| {
            self.cursor(Range {
                file,
                start: at.saturating_sub(ahead),
                end: at,
            })
        };
        let is_mark = |at: usize, mark| {
            let token = self.files.get(file).and_then(|file| file.tokens.get(at));
            token.is_some_and(|token| token.kind == lexer::Kind::Mark(mark))
        };
        // `#![…]` is none.
        if is_mark(before, '!') {
            return !before
                .checked_sub(1)
                .is_some_and(|before| is_mark(before, '#'));
        }
        cursor(3).is_word("macro_rules") || cursor(2).is_word("macro")
    }

    /// Whether braces are those of an `impl` or a `trait`, and not of a function.
    fn is_body(&self, file: usize, at: usize) -> bool {
        self.associated_bodies.contains(&(file, at + 1))
    }

    /// Whether one is the other, or around it.
    pub(crate) fn is_around(&self, one: usize, other: usize) -> bool {
        let mut at = Some(other);
        while let Some(module) = at {
            if module == one {
                return true;
            }
            at = self.modules.get(module).and_then(|module| module.parent);
        }
        false
    }

    /// The module of this path from the root of the crate, where it is one.
    pub(crate) fn by_path(&self, path: &[String]) -> Option<usize> {
        let mut at = 0;
        for name in path {
            let module = self.modules.get(at)?;
            let numbers = module.by_name.get(name)?;
            let mut inside = numbers
                .iter()
                .filter_map(|number| module.inside.get(number));
            at = *inside.next()?;
            if inside.next().is_some() {
                return None;
            }
        }
        Some(at)
    }

    /// The module that a block is in, or the module itself.
    pub(crate) fn real_module(&self, module: usize) -> usize {
        match self.modules.get(module) {
            Some(Module {
                is_block,
                is_associated,
                parent: Some(parent),
                ..
            }) if *is_block || *is_associated => self.real_module(*parent),
            _ => module,
        }
    }
}

impl Module {
    /// The file that it begins in.
    pub(crate) const fn file(&self) -> usize {
        self.range.file
    }
}
