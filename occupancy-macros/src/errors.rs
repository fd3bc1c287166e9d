//! Collects the errors of one attribute, and has the messages about grammar, which only the macro sees.
//! `occupancy-core` has the messages about the configuration itself.

use std::sync::atomic::{AtomicBool, Ordering};

use occupancy_core::kernel::Argument;
use occupancy_core::rules::{self, compute_capability};
use occupancy_core::{Lint, UnknownArch, kernel::Axis};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

use crate::key;

/// A value over what its argument holds.
pub(crate) struct OutOfRange {
    pub(crate) argument: Argument,
    pub(crate) axis: Axis,
    /// The value in decimal digits, of any number.
    pub(crate) digits: String,
    /// The block, grid or cluster that it is in, with the nearest value that fits 32 bits.
    pub(crate) dims: Option<(u32, u32, u32)>,
    pub(crate) tokens: TokenStream,
    /// The `on(…)` that it is in.
    pub(crate) on: Option<usize>,
}

/// Every independent fault, in the order found.
#[derive(Default)]
pub(crate) struct Errors {
    found: Option<syn::Error>,
    /// Values that an argument cannot hold: their limit depends on the other arguments.
    out_of_range: Vec<OutOfRange>,
    /// Whether somebody reads them.
    are_shown: bool,
}

/// Whether a message has said where the pages are: once per build is enough.
static EXPLAINED: AtomicBool = AtomicBool::new(false);

impl Errors {
    /// Errors that the attribute shows. The first one of a build says where the pages are.
    pub(crate) fn shown() -> Self {
        Self {
            are_shown: true,
            ..Self::default()
        }
    }

    /// Reports `message` under all of `tokens`.
    pub(crate) fn at(&mut self, tokens: impl ToTokens, message: impl std::fmt::Display) {
        let message = self.explained(message.to_string());
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Reports `message` at `span`.
    pub(crate) fn at_span(&mut self, span: Span, message: impl std::fmt::Display) {
        let message = self.explained(message.to_string());
        self.push(syn::Error::new(span, message));
    }

    /// The message, with the command that prints its page if it is the first.
    fn explained(&self, message: String) -> String {
        let code = message.strip_prefix('[').and_then(|rest| rest.get(..6));
        match code {
            Some(code) if self.are_shown && !EXPLAINED.swap(true, Ordering::Relaxed) => {
                format!("{message}\n\n    more: `occupancy explain {code}`")
            }
            _ => message,
        }
    }

    fn push(&mut self, error: syn::Error) {
        match &mut self.found {
            Some(found) => found.combine(error),
            None => self.found = Some(error),
        }
    }

    /// Reports a value that its argument cannot hold, once all arguments are read.
    pub(crate) fn out_of_range(&mut self, value: OutOfRange) {
        self.out_of_range.push(value);
    }

    /// How many values are out of range so far.
    pub(crate) fn out_of_range_count(&self) -> usize {
        self.out_of_range.len()
    }

    /// Those from `first` on are in the `on(…)` of this number.
    pub(crate) fn place_out_of_range(&mut self, first: usize, on: usize) {
        for value in self.out_of_range.iter_mut().skip(first) {
            value.on = Some(on);
        }
    }

    /// The values that are out of range, to be worded.
    pub(crate) fn take_out_of_range(&mut self) -> Vec<OutOfRange> {
        std::mem::take(&mut self.out_of_range)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_none() && self.out_of_range.is_empty()
    }

    /// `compile_error!`s, one per fault.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.found
            .map(syn::Error::into_compile_error)
            .unwrap_or_default()
    }
}

/// An argument that does not exist, and one that would state the same.
pub(crate) fn unknown_key(name: &str, help: Option<&str>) -> String {
    let help = help.map_or_else(String::new, |help| format!("\n\n    help: {help}"));
    let all: Vec<_> = key::listed().into_iter().map(Argument::key).collect();
    format!(
        "[OCC101] unknown argument `{name}`{help}\n    arguments: {}",
        wrap(&all.join(", "), "arguments: ")
    )
}

/// An argument that another does not take in its parentheses, and a use of it.
pub(crate) fn unknown_nested(name: &str, outer: Argument, meant: Argument) -> String {
    let all: Vec<_> = outer
        .nested()
        .iter()
        .map(|argument| argument.key())
        .collect();
    format!(
        "[OCC101] unknown argument `{name}` of `{}`\n\n    help: `{}`\n    arguments: {}",
        outer.key(),
        meant.example(),
        all.join(", ")
    )
}

/// An argument that does not exist, beside what says the same.
pub(crate) fn unknown_beside(name: &str, given: &str) -> String {
    format!("[OCC101] unknown argument `{name}`: `{given}` is given too\n\n    help: remove it")
}

/// An argument given twice.
pub(crate) fn duplicate(argument: Argument) -> String {
    format!(
        "[OCC102] `{}` is given twice\n\n    help: keep one of them",
        argument.key()
    )
}

/// Two lists of one level, and the one that has the names of both.
pub(crate) fn two_lists(argument: Argument, joined: &str) -> String {
    format!(
        "[OCC102] `{}` is given twice\n\n    help: `{joined}`",
        argument.key()
    )
}

/// Required arguments that are not there, with what the attribute would be with them.
///
/// `of_ptx` adds that PTX has no registers, which machine code would have stated.
pub(crate) fn missing(arguments: &[Argument], example: &str, of_ptx: bool) -> String {
    let names: Vec<_> = arguments
        .iter()
        .map(|argument| format!("`{}`", argument.key()))
        .collect();
    let (last, first) = names
        .split_last()
        .map_or(("", &[][..]), |(last, first)| (last, first));
    let names = match first {
        [] => format!("{last} is"),
        _ => format!("{} and {last} are", first.join(", ")),
    };
    let purposes: Vec<_> = arguments
        .iter()
        .map(|argument| format!("\n    {:<8} {}", argument.key(), argument.purpose()))
        .collect();
    let purposes = purposes.concat();
    let of_ptx = if of_ptx {
        "\n    PTX has no registers: they are known once ptxas has compiled it"
    } else {
        ""
    };
    format!("[OCC103] {names} missing\n{purposes}{of_ptx}\n\n    help: `{example}`")
}

/// A value of another form than the argument takes.
pub(crate) fn wrong_form(argument: Argument, found: &str, help: Option<&str>) -> String {
    format!(
        "[OCC104] `{}` takes {}, not {found}\n\n    help: `{}`",
        argument.key(),
        argument.form().words(),
        help.unwrap_or(argument.example())
    )
}

/// A constant or a macro of the program in place of a text, which the attribute has to know.
pub(crate) fn text_of_the_program(argument: Argument, found: &str) -> String {
    let (what, or) = match argument {
        Argument::Kernel => ("name", String::new()),
        argument => {
            let or = format!(
                " or `{} = concat!(env!(\"OUT_DIR\"), \"/…\")`",
                argument.key()
            );
            ("path", or)
        }
    };
    format!(
        "[OCC104] `{}` takes {}, not {found}\n\n    help: write the {what} itself, as in `{}`{or}: the attribute \
         reads the file before the compiler knows a constant",
        argument.key(),
        argument.form().words(),
        argument.example()
    )
}

/// The message for a negative value.
pub(crate) fn negative(argument: Argument, value: i128, help: Option<&str>) -> String {
    let message = rules::out_of_range(argument, value, 0);
    format!(
        "{message}\n\n    help: `{}`",
        help.unwrap_or(argument.example())
    )
}

/// An argument without `= value`.
pub(crate) fn no_value(argument: Argument, help: Option<&str>) -> String {
    format!(
        "[OCC110] expected `=` and a value after `{}`\n\n    help: `{}`",
        argument.key(),
        help.unwrap_or(argument.example())
    )
}

/// An argument that follows another without a comma.
pub(crate) fn missing_comma(name: &str) -> String {
    format!("[OCC110] expected `,` before `{name}`\n\n    help: arguments are separated by commas")
}

/// `;` for `,`.
pub(crate) fn semicolon() -> &'static str {
    "[OCC110] expected `,`, found `;`\n\n    help: arguments are separated by commas"
}

/// A GPU that is not in the tables, or a name that several share; `stated` is the argument with a name.
pub(crate) fn unknown_arch(
    name: &str,
    unknown: &UnknownArch,
    stated: &dyn Fn(&str) -> Option<String>,
) -> String {
    let names: Vec<_> = unknown
        .nearest()
        .iter()
        .filter_map(|name| stated(name))
        .map(|argument| format!("`{argument}`"))
        .collect();
    let names = if names.is_empty() {
        "remove it".to_owned()
    } else {
        names.join(", ")
    };
    let hint = if names.starts_with("`arch") {
        compute_capability(unknown)
    } else {
        ""
    };
    let name = name.escape_debug().to_string();
    rules::unknown_arch(&name, unknown, Some(&format!("{names}{hint}"))).to_string()
}

/// The attribute on something else than a free function.
pub(crate) fn wrong_item(found: &str) -> String {
    format!(
        "[OCC107] `#[launch_config]` goes on a function, struct, module, constant or static, not on \
         {found}\n\n    help: put it on the function that launches the kernel, `fn saxpy(…) {{ … }}`"
    )
}

/// A function in an `impl` or a `trait` that has no attribute of its own.
pub(crate) fn receiver(name: &str) -> String {
    format!(
        "[OCC107] the launch type of `{name}` cannot be inside its `impl` or `trait`\n\n    help: \
         put `#[launch_config]`, without arguments, on the `impl` or `trait` too: the launch type then comes \
         beside it"
    )
}

/// A function without a body.
pub(crate) fn declaration(name: &str) -> String {
    format!(
        "[OCC107] `{name}` has no body, as in a `trait` or an `extern` block, and no launch type can be \
         inside one\n\n    help: put `#[launch_config]`, without arguments, on the `trait` too: the launch type \
         then comes beside it; for an `extern` block, annotate a function that launches the kernel"
    )
}

/// Arguments on an `impl` or a `trait`.
pub(crate) fn block_arguments() -> &'static str {
    "[OCC107] on an `impl` or a `trait`, `#[launch_config]` takes no arguments\n\n    help: give them to \
     the functions in it, each with a `#[launch_config(…)]` of its own"
}

/// An `impl` or a `trait` without a launch configuration.
pub(crate) fn nothing_annotated() -> &'static str {
    "[OCC107] no function in the block has a `#[launch_config(…)]`\n\n    help: annotate the functions \
     that launch a kernel, or remove this attribute"
}

/// Arithmetic without a result that the argument can hold.
pub(crate) fn arithmetic(argument: Argument, fault: &str, help: Option<&str>) -> String {
    format!(
        "[OCC108] `{}` {fault}\n\n    help: `{}`",
        argument.key(),
        help.unwrap_or(argument.example())
    )
}

/// A generic parameter in a value; `is_type` for a type, which a `const` item cannot be.
pub(crate) fn parameter(name: &str, is_type: bool) -> String {
    let help = if is_type {
        "name a type in its place, and annotate a function for each type"
    } else {
        "make it a `const` item, and annotate a function for each value of it"
    };
    format!(
        "[OCC112] `{name}` is generic here: the launch type is checked once, not for each \
         use\n\n    help: {help}"
    )
}

/// An argument of the function in a value.
pub(crate) fn argument(name: &str) -> String {
    format!(
        "[OCC112] `{name}` is known only when the function is called, but the configuration is checked before\n\n    \
         help: leave it out here, and make the grid in the function, with `for_elements` or `for_grid`"
    )
}

/// A range of block sizes that is none, and the one that was meant.
pub(crate) fn auto_range(found: &str, meant: &str) -> String {
    format!(
        "[OCC113] {found} is not a range of block sizes: the smaller comes first\n\n    help: \
         `threads = {meant}`, or `threads = auto` for any size"
    )
}

/// An argument in `on(…)` that is the same for all GPUs.
pub(crate) fn not_of_one_gpu(argument: Argument) -> String {
    if argument == Argument::On {
        return "[OCC118] `on` is in another `on`\n\n    help: put one after the other: each is for one GPU"
            .to_owned();
    }
    format!(
        "[OCC118] `{}` is the same for every GPU\n\n    help: state it once, outside `on(…)`",
        argument.key()
    )
}

/// `on` a GPU that `arch` does not list; `list` is what it would be with it.
pub(crate) fn not_listed(name: &str, list: Option<&str>) -> String {
    let list = list.map_or_else(|| format!("arch = [..., \"{name}\"]"), str::to_owned);
    format!("[OCC118] `{name}` is not in `arch`\n\n    help: add it there: `{list}`")
}

/// `on` for every GPU.
pub(crate) fn all_overridden() -> String {
    "[OCC118] every GPU has an `on(…)`, so the base values are unused\n\n    help: leave one of them out: \
     its values are those beside `arch`"
        .to_owned()
}

/// `on` without a value.
pub(crate) fn states_nothing(name: &str) -> String {
    format!(
        "[OCC118] `on(\"{name}\")` states nothing: the GPU has the values beside `arch`\n\n    help: \
         remove it, or state what differs: `on(\"{name}\", regs = 32)`"
    )
}

/// Two `on` for one GPU.
pub(crate) fn two_of_one_gpu(name: &str) -> String {
    format!(
        "[OCC102] `{name}` names a GPU that has an `on(…)` already\n\n    help: keep one of them"
    )
}

/// Two configurations of one item under one name.
pub(crate) fn same_name(name: &str) -> String {
    format!(
        "[OCC116] two configurations of one item would both be `{name}`\n\n    help: give one of them \
         another name, `name = Other{name}`"
    )
}

/// Two arguments that exclude each other.
pub(crate) fn conflict(argument: Argument, with: Argument) -> String {
    format!(
        "[OCC109] `{}` and `{}` both state the grid\n\n    help: keep one of them",
        argument.key(),
        with.key()
    )
}

/// Machine code and PTX of one kernel.
pub(crate) fn two_files() -> String {
    "[OCC109] `cubin` and `ptx` both name the kernel's code\n\n    help: keep one of them: `cubin` also \
     has the registers"
        .to_owned()
}

/// A file in a build that leaves the readers out.
pub(crate) fn without_readers(argument: Argument) -> String {
    format!(
        "[OCC038] `{}` cannot be read: the feature `binary` of the crate `occupancy` is off\n\n    help: turn \
         it on: `cargo add occupancy --features binary`",
        argument.key()
    )
}

/// A kernel of no file.
pub(crate) fn kernel_without_code() -> String {
    "[OCC119] `kernel` names a kernel in a file, but no file is named\n\n    help: `kernel` can be left out; \
     or name the file, with `cubin` or `ptx`"
        .to_owned()
}

/// Something that is not `key = value`.
pub(crate) fn malformed(found: &str) -> String {
    format!(
        "[OCC110] expected `argument = value`, found `{found}`\n\n    help: \
         `#[launch_config(arch = \"h100\", threads = 256, regs = 64)]`"
    )
}

/// An unknown name in `allow(…)`, `warn(…)` or `deny(…)`, and the list that was meant.
pub(crate) fn unknown_level(argument: Argument, name: &str, meant: Option<&str>) -> String {
    let level = argument.key();
    let fault = if name.is_empty() {
        format!("`{level}()` names nothing")
    } else {
        format!("`{level}({name})`: there is nothing of that name to {level}")
    };
    let help = match meant {
        Some(meant) => format!("`{meant}`"),
        None if name.is_empty() => format!("`{level}` can be left out"),
        None => "remove it; a lint of the compiler goes in an attribute of its own".to_owned(),
    };
    let lints: Vec<_> = Lint::ALL.iter().map(|lint| lint.name()).collect();
    let rules = if argument == Argument::Allow {
        "partial_warp, "
    } else {
        ""
    };
    let names = format!("{rules}{}", lints.join(", "));
    format!(
        "[OCC111] {fault}\n\n    help: {help}\n    names: {}",
        wrap(&names, "names: ")
    )
}

/// A partial warp in `warn(…)` or `deny(…)`.
pub(crate) fn partial_warp_is_refused(argument: Argument) -> String {
    format!(
        "[OCC111] `{}(partial_warp)`: a partial warp is refused unless `allow` accepts it\n\n    help: remove it",
        argument.key()
    )
}

/// Breaks a list of arguments into two lines.
fn wrap(list: &str, behind: &str) -> String {
    let middle = list.len() / 2;
    match list.get(middle..).and_then(|rest| rest.find(", ")) {
        Some(at) => {
            let (first, second) = list.split_at(middle + at + 2);
            let indent = " ".repeat(4 + behind.len());
            format!("{}\n{indent}{second}", first.trim_end())
        }
        None => list.to_owned(),
    }
}

/// A GPU that a list names twice.
pub(crate) fn duplicate_arch(name: &str) -> String {
    format!(
        "[OCC102] `{name}` names a GPU that is already in the list\n\n    help: keep one of them"
    )
}
