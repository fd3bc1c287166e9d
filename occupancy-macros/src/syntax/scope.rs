//! What a value cannot name: parameters and arguments of the annotated function, and `Self`.

use proc_macro2::{Ident, TokenStream, TokenTree};

use super::Args;
use crate::errors::Errors;
use crate::item::{Item, Local};
use crate::tokens::{self, stands_for_itself};

impl Args {
    /// Reports parameters and arguments of the function in a value: the launch struct cannot see them.
    pub(crate) fn refuse_locals(&mut self, item: &Item, errors: &mut Errors) {
        let mut refused = Vec::new();
        let local = |name: &Ident| {
            let mut locals = item.locals.iter();
            locals
                .find(|(local, _)| name == local)
                .map(|(_, kind)| *kind)
        };
        for (argument, value) in self.written() {
            let Some((name, kind)) = find_name(value, &local) else {
                continue;
            };
            let generic = "is generic here: the launch type is checked once, not for each use";
            let (fault, help) = match kind {
                Local::Type => (
                    generic,
                    "name a type in its place, and annotate a function for each type",
                ),
                Local::Const => (
                    generic,
                    "make it a `const` item, and annotate a function for each value of it",
                ),
                Local::Argument => (
                    "is known only when the function is called, but the configuration is checked before",
                    "leave it out here, and make the grid in the function, with `for_elements` or `for_grid`",
                ),
            };
            errors.refuse(&name, "OCC112", format!("`{name}` {fault}"), help);
            refused.push(argument);
        }
        for argument in refused {
            self.forget(argument);
        }
        for (_, own) in &mut self.overrides {
            own.refuse_locals(item, errors);
        }
    }

    /// A `Self` in a value.
    pub(crate) fn own_type(&self) -> Option<Ident> {
        let own_type = |name: &Ident| (name == "Self").then_some(Local::Type);
        let mut written = self.written();
        written.find_map(|(_, value)| Some(find_name(value, &own_type)?.0))
    }
}

/// The first name of a kind that stands for a value or a type by itself.
fn find_name(
    value: &TokenStream,
    kind: &dyn Fn(&Ident) -> Option<Local>,
) -> Option<(Ident, Local)> {
    let mut found = None;
    tokens::find(value, &mut |tokens, at| {
        if let TokenTree::Ident(name) = &tokens[at]
            && let Some(kind) = kind(name)
            && stands_for_itself(tokens, at, kind != Local::Argument)
        {
            found = Some((name.clone(), kind));
        }
        found.is_some()
    });
    found
}
