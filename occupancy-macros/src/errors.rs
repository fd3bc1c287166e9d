//! Collects the errors of one attribute, and has the messages about its grammar that several places report.
//! `occupancy-core` has the messages about the configuration.

use std::cell::RefCell;
use std::fmt::Display;

use occupancy_core::text::{Text, Visible};
use occupancy_core::{gpu::Words, kernel::Argument};
use proc_macro2::{Delimiter, Group, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

use crate::tokens::edges;

/// The `compile_error!`s of an attribute, one for each independent fault.
#[derive(Default)]
pub(crate) struct Errors {
    /// The attribute.
    place: Option<Span>,
    tokens: TokenStream,
    count: usize,
    /// Set if the compiler prints them. Others need no help.
    pub(crate) are_printed: bool,
}

thread_local! {
    /// The first message of a build, which has one thread, and its place. It names `occupancy explain`, which is enough;
    /// that of a default is repeated for each function, and rustc prints equal ones once.
    pub(crate) static EXPLAINED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The purpose of an argument in these words. Those of the budgets are in the words of their own vendor.
pub(crate) fn purpose(argument: Argument, words: Words) -> Text<256> {
    let words = match argument {
        Argument::Registers | Argument::Vgprs | Argument::Sgprs => Words::NVIDIA,
        _ => words,
    };
    *Text::new().worded(argument.row().purpose, words)
}

impl Errors {
    /// Errors of the attribute at a place, which the compiler prints. The first of a build names `occupancy explain`.
    pub(crate) fn printed(place: Span) -> Self {
        Self {
            place: Some(place),
            are_printed: true,
            ..Self::default()
        }
    }

    /// Reports `message` under all of `tokens`, or at the attribute if there are none.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.push(&tokens.into_token_stream(), message.to_string());
    }

    fn push(&mut self, tokens: &TokenStream, mut message: String) {
        let (first, last) = match self.place.filter(|_| tokens.is_empty()) {
            Some(place) => (place, place),
            None => edges(tokens),
        };
        let code = message.strip_prefix('[').and_then(|rest| rest.get(..6));
        if let Some(code) = code
            && self.are_printed
        {
            let own = format!("{first:?} {message}");
            if EXPLAINED.with_borrow_mut(|first| *first.get_or_insert_with(|| own.clone()) == own) {
                message = format!("{message}\n\n    more: `occupancy explain {code}`");
            }
        }
        // It can quote names from a file, which may have any characters.
        let lines = message.lines().map(|line| Visible(line).to_string());
        let mut text = Literal::string(&lines.collect::<Vec<_>>().join("\n"));
        text.set_span(last);
        let mut braces = Group::new(Delimiter::Brace, TokenTree::from(text).into());
        braces.set_span(last);
        let refused = quote_spanned!(first=> ::core::compile_error! #braces);
        self.tokens.extend(refused);
        self.count += 1;
    }

    /// Reports a fault with its code and its help.
    pub(crate) fn refuse(
        &mut self,
        tokens: impl ToTokens,
        code: &str,
        fault: impl Display,
        help: impl Display,
    ) {
        self.at(tokens, format!("[{code}] {fault}\n\n    help: {help}"));
    }

    /// Reports a fault of an argument. The help is `meant`, or else the example of the argument.
    pub(crate) fn refuse_argument(
        &mut self,
        tokens: impl ToTokens,
        code: &str,
        argument: Argument,
        fault: impl Display,
        meant: Option<&str>,
    ) {
        let fault = format!("`{}` {fault}", argument.key());
        let help = format!("`{}`", meant.unwrap_or(argument.example()));
        self.refuse(tokens, code, fault, help);
    }

    /// Reports a value of another form than the argument takes.
    pub(crate) fn wrong_form(
        &mut self,
        tokens: impl ToTokens,
        argument: Argument,
        written: &str,
        meant: Option<&str>,
    ) {
        let fault = format!("takes {}, not {written}", argument.form().description());
        self.refuse_argument(tokens, "OCC104", argument, fault, meant);
    }

    /// Reports required arguments that are missing, in the words of the GPUs and with a help that has an example of them.
    ///
    /// `of_ptx` adds that PTX, unlike machine code, does not state registers.
    pub(crate) fn missing(
        &mut self,
        tokens: impl ToTokens,
        arguments: &[Argument],
        words: Words,
        help: &str,
        of_ptx: bool,
    ) {
        let keys = arguments.iter().map(|one| format!("`{}`", one.key()));
        let are = match keys.collect::<Vec<_>>().as_slice() {
            [all @ .., last] if !all.is_empty() => format!("{} and {last} are", all.join(", ")),
            keys => format!("{} is", keys.concat()),
        };
        let purpose = |one: &Argument| format!("\n    {:<8} {}", one.key(), purpose(*one, words));
        let purposes: String = arguments.iter().map(purpose).collect();
        let mut fault = format!("{are} missing\n{purposes}");
        if of_ptx {
            fault += "\n    PTX has no registers: they are known once ptxas has compiled it";
        }
        self.refuse(tokens, "OCC103", fault, help);
    }

    /// Reports something that is not `key = value`.
    pub(crate) fn malformed(&mut self, tokens: impl ToTokens, written: &str) {
        let fault = format!("expected `argument = value`, found `{written}`");
        let help = "`#[launch_config(arch = \"h100\", threads = 256, regs = 64)]`";
        self.refuse(tokens, "OCC110", fault, help);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn into_tokens(self) -> TokenStream {
        self.tokens
    }
}
