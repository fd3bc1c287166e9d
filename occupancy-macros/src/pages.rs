//! The documentation of a launch type, which `occupancy-report` writes. The compiler is asked for the values that the
//! attribute cannot evaluate.

mod records;

use occupancy_core::{Compiled, gpu::CodeForm, kernel::Argument, rules, text::grouped};
use occupancy_report::{
    Page, Variant, compiler::arguments, counted, escape::code, index, record::Record,
};
use proc_macro2::{TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::errors::Errors;
use crate::item::link;
use crate::model::{Model, resolve};
use crate::syntax::{Args, Documentation};
use crate::tokens::{single, unraw};

/// A sentence about the kernel, with its name as Markdown.
pub(crate) fn sentence(models: &[Model], kernel: &str, link: &str) -> String {
    page_of(models, kernel, None).sentence(link)
}

/// The page of every launch configuration of the crate.
pub(crate) fn index() -> String {
    match records::of_crate() {
        Ok(records) => {
            let is_private = |one: &String| one == "--document-private-items";
            let has_private_pages = arguments().is_some_and(|all| all.iter().any(is_private));
            index::page(&records.all, records.has_failed, has_private_pages)
        }
        Err(reason) => index::without_records(reason),
    }
}

/// The launch type with its sentence and its page.
pub(crate) fn documented(attribute: TokenStream, alias: TokenStream) -> TokenStream {
    use TokenTree::{Group, Ident, Literal};
    // The number of its record, its name and its kind, and the arguments of the author's attribute.
    let trees: Vec<TokenTree> = attribute.into_iter().collect();
    let [Literal(id), Ident(name), Group(kind), Group(arguments)] = trees.as_slice() else {
        return alias;
    };
    // The attribute has reported its faults.
    let args = Args::parse(arguments.stream(), &mut Errors::default());
    let has_charts = args.docs() == Documentation::Charts;
    let models = resolve(args, Some(name), &mut Errors::default());
    let is_known = models.iter().all(Model::is_known);
    let id = id.to_string().parse().unwrap_or_default();
    let answer = (!is_known).then(|| records::of_kernel(id)).transpose();
    let record = answer.as_ref().ok().copied().flatten();
    let kernel = unraw(name);
    let mut page = page_of(&models, &kernel, record);
    page.reason = answer.as_ref().err().map(String::as_str);
    let kind = kind.stream().to_string();
    let sentence = page.sentence(&link(&kernel, Some(&*kind).filter(|kind| !kind.is_empty())));
    let markdown = literal(&page.markdown(has_charts));
    quote_spanned!(name.span()=> #[doc = #sentence] #[doc = #markdown] #alias)
}

/// A literal of a text: a raw string, which the compiler takes as it is, or one with escapes if the text would end that.
/// The checks of `proc_macro2` would cost more than the escapes.
fn literal(text: &str) -> TokenStream {
    let raw = format!("r###\"{text}\"###");
    let raw = Some(raw).filter(|_| !text.contains("\"###"));
    let parsed = raw.and_then(|raw| raw.parse::<proc_macro::TokenStream>().ok());
    parsed.map_or_else(|| quote!(#text), TokenStream::from)
}

/// The page of a kernel, with the values that the macro knows or, if there is a record, those of the compiler.
fn page_of<'a>(models: &'a [Model], kernel: &'a str, record: Option<&'a Record>) -> Page<'a> {
    let mut page = Page::new(kernel, Vec::new());
    let file = models[0].args.file();
    page.is_compiled = file.is_some_and(|(file, _)| file != Argument::Ptx);
    for (at, model) in models.iter().enumerate() {
        let args = &model.args;
        let recorded = record.and_then(|record| record.configurations.get(at)?.as_ref());
        let (stated, whole) = match recorded {
            Some(recorded) => (recorded.stated, recorded.configuration),
            None => (model.stated(), model.configuration()),
        };
        let mut variant = Variant::new(whole);
        variant.written = args.written_for(model.stated().unknown());
        // A range does not say which GPUs it has.
        if let ([_, _, ..], Some(range)) = (args.gpus(), args.range()) {
            variant.written.insert(0, (Argument::Arch, range));
        }
        variant.unknown = stated.unknown().union(stated.faulty());
        variant.is_refused = recorded.is_none() && model.is_refused;
        variant.is_further_size = args.is_further_size();
        variant.target = stated.target;
        variant.intent = args.text(Argument::Intent);
        if let Some(source) = source(args, whole.compiled)
            && !page.sources.contains(&source)
        {
            page.sources.push(source);
        }
        // Without code, all GPUs have the same configuration.
        let of_arch = |arch| stated.for_gpu(arch, &whole);
        let configurations = match whole.compiled {
            [] => vec![whole],
            _ => whole.archs.iter().map(of_arch).collect(),
        };
        for configuration in configurations {
            let mut own = variant.clone();
            own.configuration = configuration;
            if let Some((least, most)) = args.auto().filter(|_| variant.is_known()) {
                let best = rules::best_block_sizes::<3>(&configuration, least, most);
                own.block_sizes = best.into_iter().flatten().collect();
            }
            page.variants.push(own);
        }
    }
    page
}

/// A sentence about the file that has the kernel's code, if there is one.
fn source(args: &Args, codes: &[Compiled<'_>]) -> Option<String> {
    let (file, tokens) = args.file()?;
    let path = match (single(tokens), args.text(file)) {
        (Some(TokenTree::Literal(_)), Some(path)) => path.to_owned(),
        _ => tokens.to_string(),
    };
    let first = codes.first()?;
    let mut targets: Vec<_> = codes.iter().map(target).collect();
    targets.dedup();
    let compiler = match (first.form, first.toolkit) {
        (CodeForm::Ptx, _) => ", PTX".to_owned(),
        (_, Some((major, minor))) => format!(", CUDA {major}.{minor}"),
        (_, None) => String::new(),
    };
    let what = if file.stated().iter().all(|one| args.given(one)) {
        "Checked against the kernel"
    } else {
        "What is not stated of the kernel is"
    };
    let (path, targets, kernel) = (code(&path), targets.join(", "), code(first.name));
    let memory = local_memory(codes);
    Some(format!(
        "{what} from {path} ({targets}{compiler}), where it is {kernel}.{memory}"
    ))
}

/// The target of machine code, or what PTX becomes on its GPU.
fn target(code: &Compiled<'_>) -> String {
    code.target_of_machine_code().to_string()
}

/// Sentences about the local memory of machine code, one for each target if they differ.
fn local_memory(codes: &[Compiled<'_>]) -> String {
    let mut sentences: Vec<(String, String)> = Vec::new();
    let is_machine_code = |code: &&Compiled<'_>| code.form != CodeForm::Ptx;
    for code in codes.iter().filter(is_machine_code) {
        let (kind, unknown) = match code.form {
            CodeForm::CodeObject => ("scratch memory", "scratch memory of unknown size"),
            _ => ("stack", "a stack of unknown size"),
        };
        let stack = match code.stack {
            None => unknown,
            Some(bytes) => &format!("{} of {kind} per thread", counted(bytes.into(), "byte")),
        };
        let spills = match (code.spilled_vgprs, code.spill_instructions) {
            (Some(0), _) => "no VGPR is spilled",
            (Some(1), _) => "1 VGPR is spilled",
            (Some(count), _) => &format!("{} VGPRs are spilled", grouped(count.into())),
            (None, None) => "the compiler did not say whether registers are spilled",
            (None, Some(0)) => "no instruction spills a register",
            (None, Some(1)) => "1 instruction spills a register or loads one back",
            (None, Some(count)) => &format!(
                "{} instructions spill registers or load them back",
                grouped(count.into())
            ),
        };
        let sentence = (target(code), format!("has {stack}, and {spills}."));
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    if let [(_, same), others @ ..] = sentences.as_slice()
        && others.iter().all(|(_, other)| other == same)
    {
        return format!(" It {same}");
    }
    let for_target = |(target, sentence)| format!(" For {target}, it {sentence}");
    sentences.into_iter().map(for_target).collect()
}

#[cfg(test)]
mod tests {
    use occupancy_core::Compiled;
    use occupancy_core::gpu::{CodeForm, Suffix};

    use super::{local_memory, source};
    use crate::errors::Errors;
    use crate::syntax::Args;
    use crate::tests::each;
    use crate::tests::hostile::{HOSTILE, raw};

    /// Neither name ends the code span that it stands in.
    #[test]
    fn no_file_and_no_kernel_is_markup() {
        for (class, name) in HOSTILE {
            let path = proc_macro2::Literal::string(name);
            let written = format!("arch = \"h100\", threads = 256, cubin = {path}");
            let args = Args::parse(written.parse().unwrap(), &mut Errors::default());
            let code = Compiled::machine_code(name, (9, 0));
            let sentence = source(&args, &[code]).unwrap();
            assert_eq!(raw(&sentence), None, "{class}: {sentence}");
            let escaped = occupancy_report::escape::code(name);
            assert_eq!(sentence.matches(&escaped).count(), 2, "{class}: {sentence}");
        }
    }

    fn code(sm: u32, stack: Option<u32>, spills: Option<u32>) -> Compiled<'static> {
        let mut code = Compiled::machine_code("saxpy", (sm / 10, sm % 10));
        code.stack = stack;
        code.spill_instructions = spills;
        code
    }

    #[test]
    fn the_page_says_what_is_in_local_memory() {
        each("bytes of stack, and instructions that spill", |written| {
            let (stack, spills) = written.split_once(' ').unwrap();
            let mut one = code(90, stack.parse().ok(), spills.parse().ok());
            one.spilled_vgprs = spills
                .strip_suffix('v')
                .and_then(|count| count.parse().ok());
            if one.spilled_vgprs.is_some() {
                one.form = CodeForm::CodeObject;
            }
            let mut other = one;
            other.compute_capability = (8, 0);
            let said = local_memory(&[one]);
            assert_eq!(
                [local_memory(&[one, one]), local_memory(&[one, other])],
                [&*said; 2]
            );
            said
        });
        let mut a = code(90, Some(8), Some(0));
        a.suffix = Suffix::Architecture;
        assert_eq!(
            local_memory(&[code(80, Some(16), Some(0)), a]),
            " For sm_80, it has 16 bytes of stack per thread, and no instruction spills a register. \
             For sm_90a, it has 8 bytes of stack per thread, and no instruction spills a register."
        );
        let ptx = Compiled::ptx("saxpy", (9, 0), Suffix::None);
        assert_eq!(local_memory(&[ptx]), "");
        let written = r#"arch = "mi300x", threads = 256, hsaco = "k.hsaco""#;
        let args = Args::parse(written.parse().unwrap(), &mut Errors::default());
        let object = Compiled::code_object("saxpy", (9, 4), Suffix::Stepping(2));
        let expected =
            "What is not stated of the kernel is from `k.hsaco` (gfx942), where it is `saxpy`.";
        assert!(source(&args, &[object]).unwrap().starts_with(expected));
    }
}
