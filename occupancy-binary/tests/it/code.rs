//! Configurations and the code of a kernel: the words of what they contradict, of why a file cannot be read, and of what
//! PTX does not state. Each is compared as the attribute does it, and as it is done at run time.

use std::collections::BTreeSet;
use std::fs;

use occupancy_binary::compiled::check;
use occupancy_binary::cubin::{self, Images};
use occupancy_binary::{Error, ErrorKind, ptx, unreadable, unreadable_ptx};
use occupancy_core::gpu::{CodeForm, Vendor};
use occupancy_core::{
    Arch, Compiled, Configuration, Kernel, Lint, build_script, kernel::Argument, rules::not_stated,
};

use crate::cases::{check_cases, kernel};
use crate::common;

/// A file of the repository, or one in the words of `files.txt`, with the name of a kernel; or PTX that is written out,
/// with an entry `k`, of version 9.0 if it states none.
fn file(code: &str) -> (Vec<u8>, &str) {
    if code.starts_with(".version") {
        return (code.as_bytes().to_vec(), "k");
    }
    if code.starts_with(".target") {
        return (format!(".version 9.0 {code}").into_bytes(), "k");
    }
    let (path, kernel) = code.split_once(' ').unwrap();
    if path.contains(':') {
        return (common::file(path), kernel);
    }
    let parent = if path.starts_with("tests/") {
        "/../"
    } else {
        "/"
    };
    let path = format!("{}{parent}{path}", env!("CARGO_MANIFEST_DIR"));
    (fs::read(&path).expect(&path), kernel)
}

/// Reads the code that each GPU loads, or gives the message of the attribute.
fn read<'a>(file: &'a [u8], kernel: &str, archs: &[Arch]) -> Result<Vec<Compiled<'a>>, String> {
    if let Ok(text) = str::from_utf8(file)
        && text.contains(".version")
    {
        let code = ptx::usage(text, kernel).map_err(|error| unreadable_ptx(&error))?;
        return Ok(vec![code]);
    }
    let mut found: Vec<Compiled<'_>> = Vec::new();
    for arch in archs {
        let sm = arch.multiprocessor();
        let argument = match sm.vendor() {
            Vendor::Amd => Argument::Hsaco,
            _ => Argument::Cubin,
        };
        match Images::new(file).and_then(|images| images.usage_on(sm, kernel)) {
            Ok(code) => found.push(code),
            Err(error) if archs.len() == 1 || error.kind() != ErrorKind::NoImage => {
                return Err(unreadable(&error, arch, argument));
            }
            Err(_) => {}
        }
    }
    found.dedup();
    Ok(found)
}

/// The messages of the rules and of what is advised about code.
fn said(configuration: &Configuration<'_>) -> Vec<String> {
    let rules = configuration.check();
    let messages = rules
        .iter()
        .map(|rule| configuration.message(rule).to_string());
    let lints = [Lint::RegisterCap, Lint::Relocatable, Lint::PtxBounds].into_iter();
    let advice = lints.filter_map(|lint| Some(configuration.advise(lint)?.to_string()));
    messages.chain(advice).collect()
}

/// Each message without its figures, which are between what is wrong and the help.
fn lines(messages: &str) -> String {
    let lines = messages
        .split("\n\n[")
        .map(|message| match message.split_once("\n\n") {
            Some((fault, rest)) => {
                let (_, help) = rest.split_once("    help: ").expect(message);
                format!("{fault}\nhelp: {help}")
            }
            None => message.to_owned(),
        });
    lines.collect::<Vec<_>>().join("\n[")
}

#[test]
fn configurations_and_code() {
    check_cases("code.txt", |case| {
        let parts: Vec<_> = case.splitn(3, " | ").collect();
        let archs: Vec<_> = parts[0]
            .split(' ')
            .map(|gpu| Arch::find(gpu).unwrap())
            .collect();
        let (kernel, min_blocks) = kernel(parts[1]);
        let configuration = Configuration::new(&archs, kernel).with_min_blocks(min_blocks);
        let files: Vec<_> = parts[2].split('&').map(|code| file(code.trim())).collect();
        let mut code = Vec::new();
        let mut messages = Vec::new();
        for (file, kernel) in &files {
            match read(file, kernel, &archs) {
                Ok(found) => code.extend(found),
                Err(message) => messages.push(message),
            }
        }
        if messages.is_empty() {
            messages = said(&configuration.with_compiled(&code));
        }
        let text = lines(&messages.join("\n\n"));
        let mut texts = vec![text.clone()];
        for argument in [
            Argument::Barriers,
            Argument::StaticSharedMemory,
            Argument::Registers,
        ] {
            if let [code] = &code[..]
                && code.form != CodeForm::CodeObject
                && let Some(message) = not_stated(code, argument)
            {
                texts.push(lines(&format!("unstated: {message}")));
            }
        }
        if let [(file, kernel)] = &files[..]
            && !file.starts_with(b".version")
        {
            let at_run_time = check(&configuration, file, kernel)
                .map_or_else(|error| told(&error), |()| String::new());
            if at_run_time != text {
                let or_passes = if at_run_time.is_empty() {
                    "passes"
                } else {
                    &at_run_time
                };
                texts.push(format!("at run time: {or_passes}"));
            }
        }
        texts.retain(|text| !text.is_empty());
        if texts.is_empty() {
            texts.push("passes".to_owned());
        }
        texts.join("\n")
    });
}

/// The same of an error at run time.
fn told(error: &Error) -> String {
    let text = lines(&error.to_string());
    if error.kind() == ErrorKind::BrokenRules {
        let codes = text.split("[OCC").skip(1).map(|rest| &rest[..3]);
        let of_rules: BTreeSet<_> = codes.filter(|code| *code != "209").collect();
        assert_eq!(error.rules().len(), of_rules.len(), "{text}");
        return text;
    }
    format!("{:?}: {text}", error.kind())
}

/// A build script prints the warning about the cap.
#[test]
fn the_register_cap_is_told_in_a_build_script() {
    let archs = [Arch::find("h100").unwrap()];
    let (file, _) = file("tests/kernels/saxpy.cubin saxpy");
    let code = [cubin::usage(&file, "saxpy").unwrap()];
    let configuration =
        Configuration::new(&archs, Kernel::new((256, 1, 1), 16)).with_compiled(&code);
    assert!(configuration.advise(Lint::RegisterCap).is_none());
    let report = build_script::check("saxpy", &configuration.with_min_blocks(2)).to_string();
    assert!(
        report.contains("[OCC208] kernel `saxpy` (sm_90)"),
        "{report}"
    );
}
