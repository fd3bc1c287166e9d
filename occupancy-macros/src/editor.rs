//! What an editor sees: the names of the arguments and of their values, as paths to items with
//! documentation, and the values that are expressions. A half-typed name is among them, so that it
//! completes.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::syntax::Args;
use crate::tokens;

/// Names what the author wrote, only for rust-analyzer: for the compiler, the macro is empty.
pub(crate) fn names(args: &Args) -> TokenStream {
    let occupancy = args.library();
    // `crate` is a keyword, so no item can have this name.
    let names = args.names.iter().filter(|name| *name != "crate");
    let allowed = &args.allowed;
    let values = args.written().map(|(_, value)| value);
    let values = values.filter(|value| holds_name(value));
    quote!(#occupancy::__for_editors! { [#(#names)*] [#(#allowed)*] [#((#values))*] })
}

/// Whether an editor can show something for a value.
fn holds_name(value: &TokenStream) -> bool {
    let name = tokens::find(value, &mut |tokens, at| match &tokens[at] {
        TokenTree::Ident(name) => {
            !["auto", "registers", "tensor_memory"].contains(&name.to_string().as_str())
        }
        _ => false,
    });
    name.is_some()
}

#[cfg(test)]
mod tests {
    use crate::errors::Errors;
    use crate::syntax::Args;

    fn names(attribute: &str) -> String {
        let mut errors = Errors::default();
        let args = Args::parse(attribute.parse().unwrap(), &mut errors);
        let _ = errors.into_tokens();
        super::names(&args).to_string().replace(' ', "")
    }

    #[test]
    fn every_written_name_is_there_half_typed_ones_too() {
        assert_eq!(
            names(r#"arch = "h100", crate = ::renamed, on("h100", regs = 32), thr"#),
            "::renamed::__for_editors!{[archonregsthr][][]}"
        );
        assert_eq!(
            names(r#"allow(partial_warp, regi), on("h100", warn(min)), deny("last_wave")"#),
            "::occupancy::__for_editors!{[allowonwarndeny][partial_warpregimin][]}"
        );
    }

    #[test]
    fn values_that_name_something_are_there() {
        assert_eq!(
            names(r#"arch = "h100", threads = (X, 2), regs = 64, smem = 4 * SIZ"#),
            "::occupancy::__for_editors!{[archthreadsregssmem][][((X,2))(4*SIZ)]}"
        );
    }
}
