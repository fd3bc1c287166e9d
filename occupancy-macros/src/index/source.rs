//! The annotated items of a crate, in the order of its source.

use std::path::{Path, PathBuf};
use std::{env, fs};

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Visibility;
use syn::parse::{ParseStream, Parser};

use super::attributes::{self, Applied, Condition, applied, ends_with};
use super::items::{self, Item, Kind, is_mark, is_word};
use super::unseen::{self, Place, Unseen};

/// An item with one of its `#[launch_config(…)]`.
pub(super) struct Annotated {
    /// The modules around it, from the root of the crate.
    pub(super) module: Vec<String>,
    /// The predicates of `cfg` that it is under, its own included.
    pub(super) conditions: Vec<Condition>,
    pub(super) arguments: TokenStream,
    /// The item without its attributes, up to its body.
    pub(super) item: TokenStream,
    /// Whether it is in an `impl` or a `trait`, whose own attribute puts the struct beside it.
    pub(super) in_block: bool,
    /// Whether the modules around it can be named from the root of the crate.
    pub(super) is_reachable: bool,
    /// The folder of the file that it is written in.
    pub(super) beside: PathBuf,
}

/// What the source of a crate has.
#[derive(Default)]
pub(super) struct Source {
    pub(super) annotated: Vec<Annotated>,
    pub(super) unseen: Vec<Unseen>,
    /// The name of each use of a macro.
    pub(super) macros_used: Vec<String>,
    /// What `launch_config` is called.
    names: Vec<String>,
}

/// Whether an item `depth` modules below the root of the crate can be named from there.
pub(super) fn is_seen_from_root(visibility: &Visibility, depth: usize) -> bool {
    match visibility {
        Visibility::Public(_) => true,
        Visibility::Restricted(within) => {
            within.path.is_ident("crate") || within.path.is_ident("super") && depth <= 1
        }
        Visibility::Inherited => depth == 0,
    }
}

/// A file nested deeper names itself, by a link or a path.
const DEEPEST: usize = 64;

/// Reads the source of the crate whose first file is `root`.
pub(super) fn read(root: &Path) -> Source {
    let folder = root.parent().unwrap_or(Path::new("")).to_owned();
    let at = Module {
        names: Vec::new(),
        conditions: Vec::new(),
        is_reachable: true,
        folder: folder.clone(),
        of_paths: folder.clone(),
        beside: folder,
        depth: 0,
    };
    let mut names = vec!["launch_config".to_owned()];
    loop {
        let mut found = Source {
            names: names.clone(),
            ..Source::default()
        };
        at.read(root, &mut found);
        // One that is renamed may be used before its `use` is read.
        if found.names.len() == names.len() {
            return found;
        }
        names = found.names;
    }
}

/// Where the reading is.
#[derive(Clone)]
struct Module {
    names: Vec<String>,
    conditions: Vec<Condition>,
    is_reachable: bool,
    /// Where the files of its own modules are.
    folder: PathBuf,
    /// What `#[path]` of its own modules starts from.
    of_paths: PathBuf,
    /// Where the file itself is.
    beside: PathBuf,
    /// How many files led here.
    depth: usize,
}

impl Module {
    /// A file that cannot be read is rustc's to report.
    fn read(&self, file: &Path, found: &mut Source) {
        if self.depth > DEEPEST {
            return;
        }
        let Ok(source) = fs::read_to_string(file) else {
            return;
        };
        // `#!/usr/bin/env …` is no token.
        let source = match source.strip_prefix("#!") {
            Some(rest) if !rest.trim_start().starts_with('[') => {
                rest.split_once('\n').map_or("", |(_, rest)| rest)
            }
            _ => source.as_str(),
        };
        if let Ok(tokens) = source.parse::<TokenStream>() {
            let inside = Self {
                depth: self.depth + 1,
                ..self.clone()
            };
            inside.items(tokens, false, found);
        }
    }

    /// The items of a module's body, or the functions of a block's.
    fn items(mut self, tokens: TokenStream, in_block: bool, found: &mut Source) {
        let (inner, items) = items::split(tokens);
        let inner = applied(inner);
        self.conditions.extend(attributes::conditions(&inner));
        for item in items {
            self.item(item, in_block, found);
        }
    }

    fn item(&self, item: Item, in_block: bool, found: &mut Source) {
        let Item {
            attributes,
            kind,
            head,
            body,
        } = item;
        let tokens: TokenStream = head.iter().cloned().collect();
        if kind == Kind::Value {
            attributes::renamed(&tokens, &mut found.names);
        }
        let all = applied(attributes);
        let mut inside = self.clone();
        inside.conditions.extend(attributes::conditions(&all));
        let (ours, others): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|one| ends_with(one.meta.path(), &found.names));
        for attribute in &ours {
            let arguments = attribute.arguments();
            let mut conditions = inside.conditions.clone();
            conditions.extend(attribute.conditions.iter().cloned());
            if kind == Kind::Block && arguments.is_empty() {
                let of_block = Self {
                    conditions,
                    ..self.clone()
                };
                of_block.items(body.clone().unwrap_or_default(), true, found);
            } else {
                found.annotated.push(Annotated {
                    module: self.names.clone(),
                    conditions,
                    arguments,
                    item: tokens.clone(),
                    in_block,
                    is_reachable: self.is_reachable,
                    beside: self.beside.clone(),
                });
            }
        }
        match kind {
            Kind::Module => inside.module(&head, &others, body, found),
            Kind::Macro => inside.used(&head, body, found),
            // The functions of one that is annotated were read above.
            Kind::Block if !ours.is_empty() => {}
            Kind::Function | Kind::Value | Kind::Block | Kind::Other => {
                let held = body.unwrap_or_else(|| tokens.clone());
                unseen::uses(&held, &mut found.macros_used);
                let path = self.path(&name(&head));
                inside.unseen(&held, Place::Inside(path), found);
            }
        }
    }

    /// Notes what `tokens` have of configurations.
    fn unseen(&self, tokens: &TokenStream, place: Place, found: &mut Source) {
        let count = unseen::count(tokens, &found.names);
        if count > 0 {
            found.unseen.push(Unseen {
                conditions: self.conditions.clone(),
                place,
                count,
            });
        }
    }

    /// `kernels::dense::name`, from the root of the crate.
    fn path(&self, name: &str) -> String {
        let names = self.names.iter().map(String::as_str);
        names.chain([name]).collect::<Vec<_>>().join("::")
    }

    /// A macro: its definition, `include!`, or another use.
    fn used(&self, head: &[TokenTree], body: Option<TokenStream>, found: &mut Source) {
        let bang = head.iter().position(|token| is_mark(Some(token), '!'));
        let name = bang.and_then(|bang| head.get(bang.checked_sub(1)?));
        let name = name.map(ToString::to_string).unwrap_or_default();
        let group = head.last().and_then(|last| match last {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        });
        let given = body.or(group).unwrap_or_default();
        match name.as_str() {
            "macro_rules" => {
                let defined = bang.and_then(|bang| head.get(bang + 1));
                let defined = defined.map(ToString::to_string).unwrap_or_default();
                self.unseen(&given, Place::Defined(defined), found);
            }
            "include" => {
                let Some(file) = text(given) else { return };
                let file = self.beside.join(file);
                let folder = parent(&file);
                let inside = Self {
                    folder: folder.clone(),
                    of_paths: folder.clone(),
                    beside: folder,
                    ..self.clone()
                };
                inside.read(&file, found);
            }
            _ => {
                unseen::uses(&given, &mut found.macros_used);
                self.unseen(&given, Place::Given(name.clone()), found);
                found.macros_used.push(name);
            }
        }
    }

    /// Reads the module that `head` declares: its body, or its file.
    fn module(
        mut self,
        head: &[TokenTree],
        attributes: &[Applied],
        body: Option<TokenStream>,
        found: &mut Source,
    ) {
        let name = name(head);
        let visibility = |input: ParseStream<'_>| {
            let visibility = input.parse::<Visibility>()?;
            input.parse::<TokenStream>()?;
            Ok(visibility)
        };
        let visibility = visibility.parse2(head.iter().cloned().collect());
        let is_seen =
            visibility.is_ok_and(|visibility| is_seen_from_root(&visibility, self.names.len()));
        self.is_reachable &= is_seen;
        self.names.push(name.clone());
        let name = name.strip_prefix("r#").unwrap_or(&name);
        let mut otherwise = Vec::new();
        for attribute in attributes.iter().filter(|one| one.is_called("path")) {
            let Some(path) = attribute.text() else {
                continue;
            };
            let mut inside = self.clone();
            inside.conditions.extend(otherwise.iter().cloned());
            inside
                .conditions
                .extend(attribute.conditions.iter().cloned());
            inside.enter(name, Some(path), body.clone(), found);
            // The first whose conditions are met counts.
            match attribute.conditions.as_slice() {
                [] => return,
                all => otherwise.push(quote!(not(all(#(#all),*)))),
            }
        }
        self.conditions.extend(otherwise);
        self.enter(name, None, body, found);
    }

    /// Reads the module `name` of the folder, which may be elsewhere, at `path`.
    fn enter(
        mut self,
        name: &str,
        path: Option<String>,
        body: Option<TokenStream>,
        found: &mut Source,
    ) {
        let folder = self.folder.join(name);
        if let Some(body) = body {
            self.folder = path.map_or(folder, |path| self.of_paths.join(path));
            self.of_paths.clone_from(&self.folder);
            return self.items(body, false, found);
        }
        let flat = self.folder.join(format!("{name}.rs"));
        let (file, folder) = match path {
            // Such a file is at the head of its folder, as `mod.rs` is.
            Some(path) => {
                let file = self.of_paths.join(path);
                let folder = parent(&file);
                (file, folder)
            }
            None if flat.is_file() => (flat, folder),
            None => (folder.join("mod.rs"), folder),
        };
        self.of_paths = parent(&file);
        self.beside.clone_from(&self.of_paths);
        self.folder = folder;
        self.read(&file, found);
    }
}

fn parent(file: &Path) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).to_owned()
}

/// The word behind the one that says what the item is.
fn name(head: &[TokenTree]) -> String {
    const KINDS: [&str; 11] = [
        "fn", "mod", "struct", "enum", "union", "trait", "type", "static", "const", "mut", "impl",
    ];
    let is_kind = |token: &TokenTree| KINDS.iter().any(|kind| is_word(Some(token), kind));
    let words = head
        .windows(2)
        .filter(|pair| is_kind(&pair[0]) && !is_kind(&pair[1]));
    let named = words.map(|pair| &pair[1]).find_map(|word| match word {
        TokenTree::Ident(word)
            if !["unsafe", "extern", "async"]
                .iter()
                .any(|other| word == other) =>
        {
            Some(word.to_string())
        }
        _ => None,
    });
    // The type of an `impl`.
    let last = || {
        head.iter()
            .rev()
            .find(|token| matches!(token, TokenTree::Ident(_)))
    };
    named
        .or_else(|| last().map(ToString::to_string))
        .unwrap_or_default()
}

/// The text of a string, of `concat!` of such, or of `env!`.
fn text(tokens: TokenStream) -> Option<String> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Literal(literal)] => {
            let text = syn::parse2::<syn::LitStr>(literal.clone().into_token_stream());
            Some(text.ok()?.value())
        }
        [
            TokenTree::Ident(name),
            mark,
            TokenTree::Group(group),
            rest @ ..,
        ] if is_mark(Some(mark), '!') && rest.iter().all(|token| is_mark(Some(token), ',')) => {
            if name == "env" {
                return env::var(text(group.stream())?).ok();
            }
            let parts = attributes::split(group.stream()).into_iter().map(text);
            (name == "concat").then(|| parts.collect()).flatten()
        }
        _ => None,
    }
}
