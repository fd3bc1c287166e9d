//! Collects the errors of one attribute, and words what several places say of its grammar, which only the macro sees.
//! `occupancy-core` has the messages about the configuration itself.

use std::cell::Cell;
use std::fmt::Display;

use occupancy_core::kernel::Argument;
use occupancy_core::text::Visible;
use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

use crate::tokens::edges;

/// Every independent fault, in the order found.
#[derive(Default)]
pub(crate) struct Errors {
    found: TokenStream,
    /// Whether somebody reads them.
    pub(crate) are_shown: bool,
}

thread_local! {
    /// Whether a message has said where the pages are: once per build is enough, which has one thread.
    pub(crate) static EXPLAINED: Cell<bool> = const { Cell::new(false) };
}

impl Errors {
    /// Errors that the attribute shows. The first one of a build says where the pages are.
    pub(crate) fn shown() -> Self {
        Self {
            are_shown: true,
            ..Self::default()
        }
    }

    /// Reports `message` under all of `tokens`; where there are none, at the attribute.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.report(&tokens.into_token_stream(), message.to_string());
    }

    fn report(&mut self, tokens: &TokenStream, mut message: String) {
        let code = message.strip_prefix('[').and_then(|rest| rest.get(..6));
        if let Some(code) = code
            && self.are_shown
            && !EXPLAINED.replace(true)
        {
            message = format!("{message}\n\n    more: `occupancy explain {code}`");
        }
        let (first, last) = edges(tokens);
        // Names of a file and of the author are in it.
        let lines = message.lines().map(|line| Visible(line).to_string());
        let mut text = Literal::string(&lines.collect::<Vec<_>>().join("\n"));
        text.set_span(last);
        let mut braces = Group::new(Delimiter::Brace, TokenTree::from(text).into());
        braces.set_span(last);
        let refused = quote_spanned!(first=> ::core::compile_error! #braces);
        self.found.extend(refused);
    }

    /// Reports a fault of this code, and what helps.
    pub(crate) fn refuse(
        &mut self,
        tokens: impl ToTokens,
        code: &str,
        fault: impl Display,
        help: impl Display,
    ) {
        self.at(tokens, format!("[{code}] {fault}\n\n    help: {help}"));
    }

    /// The same of an argument, with a use of it in place of a better one.
    pub(crate) fn refuse_argument(
        &mut self,
        tokens: impl ToTokens,
        code: &str,
        argument: Argument,
        fault: impl Display,
        meant: Option<&str>,
    ) {
        let fault = format!("`{}` {fault}", argument.key());
        let meant = meant.unwrap_or(argument.example());
        self.refuse(tokens, code, fault, format!("`{meant}`"));
    }

    /// A value of another form than the argument takes.
    pub(crate) fn wrong_form(
        &mut self,
        tokens: impl ToTokens,
        argument: Argument,
        found: &str,
        meant: Option<&str>,
    ) {
        let fault = format!("takes {}, not {found}", argument.form().description());
        self.refuse_argument(tokens, "OCC104", argument, fault, meant);
    }

    /// Required arguments that are not there, with what the attribute would be with them.
    ///
    /// `of_ptx` adds that PTX has no registers, which machine code would have stated.
    pub(crate) fn missing(
        &mut self,
        tokens: impl ToTokens,
        arguments: &[Argument],
        example: &str,
        of_ptx: bool,
    ) {
        let names = arguments.iter().map(|one| format!("`{}`", one.key()));
        let names = match names.collect::<Vec<_>>().as_slice() {
            [all @ .., last] if !all.is_empty() => format!("{} and {last} are", all.join(", ")),
            names => format!("{} is", names.concat()),
        };
        let purpose = |one: &Argument| format!("\n    {:<8} {}", one.key(), one.row().purpose);
        let purposes: String = arguments.iter().map(purpose).collect();
        let mut fault = format!("{names} missing\n{purposes}");
        if of_ptx {
            fault += "\n    PTX has no registers: they are known once ptxas has compiled it";
        }
        self.refuse(tokens, "OCC103", fault, format!("`{example}`"));
    }

    /// Something that is not `key = value`.
    pub(crate) fn malformed(&mut self, tokens: impl ToTokens, found: &str) {
        let fault = format!("expected `argument = value`, found `{found}`");
        let help = "`#[launch_config(arch = \"h100\", threads = 256, regs = 64)]`";
        self.refuse(tokens, "OCC110", fault, help);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// `compile_error!`s, one per fault.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.found
    }
}
