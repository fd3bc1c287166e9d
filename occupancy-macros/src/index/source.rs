//! The annotated items of a crate, in the order of its source.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Visibility};

use crate::siblings::{self, is_called};

/// An item with one of its `#[launch_config(…)]`.
pub(super) struct Annotated {
    /// The modules around it, from the root of the crate.
    pub(super) module: Vec<String>,
    /// The `#[cfg(…)]`s that it is under, its own included.
    pub(super) conditions: Vec<Attribute>,
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

/// The annotated items of the crate of which `root` is the first file.
pub(super) fn annotated(root: &Path) -> Vec<Annotated> {
    let mut found = Vec::new();
    let folder = root.parent().unwrap_or(Path::new("")).to_owned();
    let at = Module {
        names: Vec::new(),
        conditions: Vec::new(),
        is_reachable: true,
        folder: folder.clone(),
        of_paths: folder.clone(),
        beside: folder,
    };
    at.read(root, &mut found);
    found
}

/// Where the reading is.
struct Module {
    names: Vec<String>,
    conditions: Vec<Attribute>,
    is_reachable: bool,
    /// Where the files of its own modules are.
    folder: PathBuf,
    /// What `#[path]` of its own modules starts from.
    of_paths: PathBuf,
    /// Where the file itself is.
    beside: PathBuf,
}

impl Module {
    /// A file that cannot be read is rustc's to report.
    fn read(&self, file: &Path, found: &mut Vec<Annotated>) {
        if self.names.len() > DEEPEST {
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
            self.items(tokens, false, found);
        }
    }

    /// The items of a module's body, or the functions of a block's.
    fn items(&self, tokens: TokenStream, in_block: bool, found: &mut Vec<Annotated>) {
        let mut tokens = tokens.into_iter().peekable();
        while tokens.peek().is_some() {
            let mut attributes = TokenStream::new();
            while let Some(TokenTree::Punct(mark)) = tokens.peek()
                && mark.as_char() == '#'
            {
                let mark = tokens.next();
                match tokens.next() {
                    // Of the module itself: `#![…]`.
                    Some(TokenTree::Punct(_)) => drop(tokens.next()),
                    brackets => attributes.extend(mark.into_iter().chain(brackets)),
                }
            }
            // A constant's braces are its value's; any other item ends with its own.
            let (mut item, mut body, mut ends_with_braces) = (Vec::new(), None, true);
            for token in tokens.by_ref() {
                match &token {
                    TokenTree::Punct(mark) if mark.as_char() == ';' => break,
                    TokenTree::Group(group)
                        if group.delimiter() == Delimiter::Brace && ends_with_braces =>
                    {
                        body = Some(group.stream());
                        break;
                    }
                    TokenTree::Ident(word)
                        if ["static", "const", "use", "type"]
                            .iter()
                            .any(|kind| word == kind) =>
                    {
                        ends_with_braces = false;
                    }
                    // `const fn`
                    TokenTree::Ident(word) if word == "fn" => ends_with_braces = true,
                    _ => {}
                }
                item.push(token);
            }
            let attributes = Attribute::parse_outer
                .parse2(attributes)
                .unwrap_or_default();
            self.item(attributes, &item, body, in_block, found);
        }
    }

    fn item(
        &self,
        attributes: Vec<Attribute>,
        item: &[TokenTree],
        body: Option<TokenStream>,
        in_block: bool,
        found: &mut Vec<Annotated>,
    ) {
        let (ours, others): (Vec<_>, Vec<_>) = attributes
            .into_iter()
            .partition(|attribute| is_called(attribute, "launch_config"));
        let conditions: Vec<Attribute> = self
            .conditions
            .iter()
            .chain(others.iter().filter(|other| is_called(other, "cfg")))
            .cloned()
            .collect();
        let holds_functions = item.iter().any(
            |token| matches!(token, TokenTree::Ident(word) if word == "impl" || word == "trait"),
        );
        for attribute in &ours {
            let arguments = siblings::arguments(attribute);
            if holds_functions && arguments.is_empty() {
                let inside = Self {
                    names: self.names.clone(),
                    conditions: conditions.clone(),
                    is_reachable: self.is_reachable,
                    folder: self.folder.clone(),
                    of_paths: self.of_paths.clone(),
                    beside: self.beside.clone(),
                };
                inside.items(body.clone().unwrap_or_default(), true, found);
            } else {
                found.push(Annotated {
                    module: self.names.clone(),
                    conditions: conditions.clone(),
                    arguments,
                    item: item.iter().cloned().collect(),
                    in_block,
                    is_reachable: self.is_reachable,
                    beside: self.beside.clone(),
                });
            }
        }
        let at = item
            .iter()
            .position(|token| matches!(token, TokenTree::Ident(word) if word == "mod"));
        let name = at.and_then(|at| item.get(at + 1));
        let Some(TokenTree::Ident(name)) = name else {
            return;
        };
        let visibility = |input: ParseStream<'_>| {
            let visibility = input.parse::<Visibility>()?;
            input.parse::<TokenStream>()?;
            Ok(visibility)
        };
        let visibility = visibility.parse2(item.iter().cloned().collect());
        let is_seen =
            visibility.is_ok_and(|visibility| is_seen_from_root(&visibility, self.names.len()));
        let mut names = self.names.clone();
        names.push(name.to_string());
        let inside = Self {
            names,
            conditions,
            is_reachable: self.is_reachable && is_seen,
            folder: self.folder.clone(),
            of_paths: self.of_paths.clone(),
            beside: self.beside.clone(),
        };
        inside.enter(&name.to_string(), &others, body, found);
    }

    /// Reads the module `name` of the folder: its body, or its file.
    fn enter(
        mut self,
        name: &str,
        attributes: &[Attribute],
        body: Option<TokenStream>,
        found: &mut Vec<Annotated>,
    ) {
        let name = name.strip_prefix("r#").unwrap_or(name);
        let folder = self.folder.join(name);
        let path = attributes.iter().find_map(path_of);
        if let Some(body) = body {
            self.folder = path.map_or(folder, |path| self.of_paths.join(path));
            self.of_paths.clone_from(&self.folder);
            return self.items(body, false, found);
        }
        let flat = self.folder.join(format!("{name}.rs"));
        let parent = |file: &Path| file.parent().unwrap_or(Path::new("")).to_owned();
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

/// The file that `#[path = "…"]` names.
fn path_of(attribute: &Attribute) -> Option<String> {
    if !is_called(attribute, "path") {
        return None;
    }
    match &attribute.meta.require_name_value().ok()?.value {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(path),
            ..
        }) => Some(path.value()),
        _ => None,
    }
}
