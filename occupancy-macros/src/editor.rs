//! What an editor sees: the names of the arguments as paths to items with documentation. A name that
//! is half typed is one too, which is how it completes.

use proc_macro2::TokenStream;
use quote::quote;

use crate::args::Args;

/// Names the arguments, for rust-analyzer alone: to the compiler the macro is empty.
pub(crate) fn names(args: &Args) -> TokenStream {
    let occupancy = args.library();
    // `crate` is a keyword, which no item can be called.
    let names = args.names.iter().filter(|name| *name != "crate");
    quote!(#occupancy::__for_editors! { #(#names)* })
}

#[cfg(test)]
mod tests {
    use crate::args::Args;
    use crate::errors::Errors;

    #[test]
    fn every_written_name_is_there_half_typed_ones_too() {
        let mut errors = Errors::default();
        let attribute = r#"arch = "h100", crate = ::renamed, on("h100", regs = 32), thr"#;
        let args = Args::parse(attribute.parse().unwrap(), &mut errors);
        let _ = errors.into_tokens();
        let names = super::names(&args).to_string().replace(' ', "");
        assert_eq!(names, "::renamed::__for_editors!{archonregsthr}");
    }
}
