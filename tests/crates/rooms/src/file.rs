//! The declarations and the names of one file.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};

/// The names of a path: `crate`, `text`, `words`.
pub(crate) type Path = Vec<String>;

/// A file, without its tests.
#[derive(Default)]
pub(crate) struct File {
    /// The modules that have files of their own.
    pub(crate) modules: BTreeMap<String, usize>,
    /// The items that it imports and passes on, by the names that they have here.
    pub(crate) imports: BTreeMap<String, Path>,
    /// The modules that it imports with `*`.
    pub(crate) globs: Vec<Path>,
    /// The items that it declares.
    pub(crate) items: BTreeSet<String>,
    /// The line and the path of each use, and whether it is only passed on, as `pub use` does.
    pub(crate) uses: Vec<(usize, Path, bool)>,
}

impl File {
    pub(crate) fn new(code: TokenStream) -> Self {
        let mut file = Self::default();
        file.read(code, 0);
        file
    }

    /// `depth` is the number of modules around the code that are written in this file.
    fn read(&mut self, code: TokenStream, depth: usize) {
        let mut code = Code(code.into_iter().collect(), 0);
        let mut is_public = false;
        while let Some(token) = code.next() {
            match token {
                TokenTree::Group(group) => self.read(group.stream(), depth),
                TokenTree::Punct(mark) => match mark.as_char() {
                    '#' => {
                        code.skip('!');
                        let attribute = code.next().map(|token| token.to_string());
                        if attribute.is_some_and(|text| text.replace(' ', "") == "[cfg(test)]") {
                            code.skip_item();
                        }
                    }
                    // A field or a method; a path of another crate, or one after a type.
                    '.' => _ = code.ident(),
                    ':' if code.skip(':') => _ = code.ident().map(|name| code.path(&name)),
                    // A macro's own name, or its crate.
                    '$' => {
                        if let Some(name) = code.ident()
                            && name == "crate"
                        {
                            let mut path = code.path(&name);
                            path[0].insert(0, '$');
                            self.uses.push((line(&name), path, false));
                        }
                    }
                    _ => {}
                },
                TokenTree::Ident(name) => {
                    let word = name.to_string();
                    match word.as_str() {
                        "pub" => {
                            is_public = true;
                            _ = code.group(Delimiter::Parenthesis);
                            continue;
                        }
                        "use" if !code.is('<') => self.import(&mut code, &[], is_public, depth),
                        "mod" => {
                            if let Some(name) = code.ident() {
                                match code.group(Delimiter::Brace) {
                                    Some(body) => self.read(body, depth + 1),
                                    None => _ = self.modules.insert(name.to_string(), line(&name)),
                                }
                            }
                        }
                        "struct" | "enum" | "union" | "trait" | "type" | "fn" | "const"
                        | "static" | "macro_rules" => {
                            code.skip('!');
                            self.items.extend(code.ident().map(|name| name.to_string()));
                        }
                        _ => {
                            let path = code.path(&name);
                            // A variable may have the name of a function.
                            let is_name = path.len() > 1
                                || word.starts_with(char::is_uppercase)
                                || code.is('!')
                                || code.is_group(Delimiter::Parenthesis);
                            if is_name {
                                self.uses.push((line(&name), from_here(path, depth), false));
                            }
                        }
                    }
                }
                TokenTree::Literal(_) => {}
            }
            is_public = false;
        }
    }

    /// Reads the tokens after `use`, or those after `prefix` in the braces of one.
    fn import(&mut self, code: &mut Code, prefix: &[String], is_public: bool, depth: usize) {
        let (mut at, mut path, mut renamed) = (0, prefix.to_vec(), None);
        loop {
            match code.next() {
                Some(TokenTree::Ident(name)) if name == "as" => {
                    renamed = code.ident().map(|name| name.to_string());
                }
                Some(TokenTree::Ident(name)) => {
                    at = line(&name);
                    // `text::{self}` is `text`.
                    if name != "self" || path.is_empty() {
                        path.push(name.to_string());
                    }
                }
                Some(TokenTree::Punct(mark)) if mark.as_char() == '$' => {
                    path.extend(code.ident().map(|_| "$crate".to_owned()));
                }
                Some(TokenTree::Group(group)) => {
                    let mut inner = Code(group.stream().into_iter().collect(), 0);
                    self.import(&mut inner, &path.split_off(0), is_public, depth);
                }
                Some(TokenTree::Punct(mark)) if mark.as_char() == '*' => {
                    let path = from_here(path.split_off(0), depth);
                    self.globs.push(path.clone());
                    self.uses.push((at, path, is_public));
                }
                Some(TokenTree::Punct(mark)) if !matches!(mark.as_char(), ',' | ';') => {}
                end => {
                    if let Some(name) = renamed.take().or_else(|| path.last().cloned())
                        && !path.is_empty()
                    {
                        let path = from_here(path, depth);
                        self.uses.push((at, path.clone(), is_public));
                        // `pub(crate) use words;` passes a macro on that is declared here.
                        if path != [name.as_str()] {
                            self.imports.insert(name, path);
                        }
                    }
                    if end.is_none_or(|mark| mark.to_string() == ";") {
                        return;
                    }
                    path = prefix.to_vec();
                }
            }
        }
    }
}

fn line(name: &Ident) -> usize {
    name.span().start().line
}

/// The path as the file's own module would write it.
fn from_here(mut path: Path, depth: usize) -> Path {
    for _ in 0..depth {
        if path.first().is_some_and(|name| name == "super") {
            path.remove(0);
            if path.first().is_none_or(|name| name != "super") {
                path.insert(0, "self".to_owned());
            }
        }
    }
    path
}

/// Tokens, and how many of them are read.
struct Code(Vec<TokenTree>, usize);

impl Code {
    fn next(&mut self) -> Option<TokenTree> {
        self.1 += 1;
        self.0.get(self.1 - 1).cloned()
    }

    fn is(&self, mark: char) -> bool {
        matches!(self.0.get(self.1), Some(TokenTree::Punct(found)) if found.as_char() == mark)
    }

    fn skip(&mut self, mark: char) -> bool {
        let is = self.is(mark);
        self.1 += usize::from(is);
        is
    }

    fn ident(&mut self) -> Option<Ident> {
        let Some(TokenTree::Ident(name)) = self.0.get(self.1) else {
            return None;
        };
        self.1 += 1;
        Some(name.clone())
    }

    fn is_group(&self, delimiter: Delimiter) -> bool {
        matches!(self.0.get(self.1), Some(TokenTree::Group(found)) if found.delimiter() == delimiter)
    }

    fn group(&mut self, delimiter: Delimiter) -> Option<TokenStream> {
        let Some(TokenTree::Group(group)) = self.0.get(self.1) else {
            return None;
        };
        (group.delimiter() == delimiter).then(|| {
            self.1 += 1;
            group.stream()
        })
    }

    /// The path that begins with this name.
    fn path(&mut self, first: &Ident) -> Path {
        let mut path = vec![first.to_string()];
        while let [
            TokenTree::Punct(a),
            TokenTree::Punct(b),
            TokenTree::Ident(name),
            ..,
        ] = &self.0[self.1.min(self.0.len())..]
            && (a.as_char(), b.as_char()) == (':', ':')
        {
            path.push(name.to_string());
            self.1 += 3;
        }
        path
    }

    fn skip_item(&mut self) {
        let mut is_import = false;
        while let Some(token) = self.next() {
            match token {
                TokenTree::Ident(name) => is_import |= name == "use",
                TokenTree::Punct(mark) if mark.as_char() == ';' => break,
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace && !is_import => {
                    break;
                }
                _ => {}
            }
        }
    }
}
