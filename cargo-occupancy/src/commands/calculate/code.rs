//! What the file of `--cubin` or `--ptx` has for each GPU.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

use occupancy_binary::cubin::usage_for;
use occupancy_binary::{ptx, ptx::fits, unreadable, unreadable_ptx};
use occupancy_core::kernel::Argument;
use occupancy_core::{Arch, Compiled, rules::not_stated};
use occupancy_report::calculator::{Key, Row, Values};
use occupancy_report::escape::visible;

use crate::console::Messages;
use crate::name::{Fit, Name, spellings};
use crate::read::read_all;
use crate::selection::{Ptx, Selection};

/// The code that each GPU would run, in the words of the attribute where there is none.
pub(super) fn compiled<'f>(
    file: &'f [u8],
    values: &Values<'_>,
    archs: &[Arch],
) -> Result<Vec<Compiled<'f>>, String> {
    let Some(path) = values.file() else {
        return Ok(Vec::new());
    };
    let Some(kernel) = values.text(Argument::Kernel) else {
        let path = visible(path);
        return Err(format!("state which kernel of {path} it is: `kernel`"));
    };
    let find = |kernel: &str| machine_code_or_ptx(file, values, kernel, archs);
    let found = find(kernel).or_else(|error| match symbol(path, values, kernel) {
        Some(symbol) => find(&symbol),
        None => Err(error),
    })?;
    // What is left out has to be in the code.
    let is_left_out = |argument: &Argument| values.get(*argument).is_none();
    let mut missing = found.iter().flat_map(|code| {
        let left_out = Argument::OF_COMPILED.iter().filter(is_left_out);
        left_out.filter_map(|argument| not_stated(code, argument))
    });
    let missing = missing.next().map(|message| message.to_string());
    missing.map_or(Ok(found), Err)
}

/// The code of a kernel that is called as in the attribute.
fn machine_code_or_ptx<'f>(
    file: &'f [u8],
    values: &Values<'_>,
    kernel: &str,
    archs: &[Arch],
) -> Result<Vec<Compiled<'f>>, String> {
    if values.text(Argument::Ptx).is_some() {
        let text = str::from_utf8(file).unwrap_or_default();
        let code = fits(file, Argument::Ptx).and_then(|()| ptx::usage(text, kernel));
        return Ok(vec![code.map_err(|error| unreadable_ptx(&error))?]);
    }
    let machine_code = |arch: &Arch| {
        let sm = arch.multiprocessor();
        let code = fits(file, Argument::Cubin)
            .and_then(|()| usage_for(file, sm.compute_capability(), kernel));
        code.map_err(|error| unreadable(&error, arch))
    };
    archs.iter().map(machine_code).collect()
}

/// The symbol of the kernel that `occupancy inspect` calls so, if there is one.
fn symbol(path: &str, values: &Values<'_>, kernel: &str) -> Option<String> {
    let name = Name::new(kernel);
    let is_ptx = values.text(Argument::Ptx).is_some();
    let selection = Selection {
        kernel: vec![name.clone()],
        ptx: if is_ptx { Ptx::Always } else { Ptx::Never },
        is_mangled: true,
        ..Selection::default()
    };
    let mut symbols = BTreeSet::new();
    let mut take = |row: Row, _: Option<&str>| {
        let symbol = row.text(Key::Symbol);
        if name.fit(&spellings(symbol)) > Fit::Part {
            symbols.insert(symbol.to_owned());
        }
        Ok(())
    };
    let (paths, mut silent) = ([PathBuf::from(path)], io::sink());
    let err = &mut Messages::new(&mut silent, false);
    let read = read_all(&paths, &selection, err, &mut take);
    let symbol = symbols.pop_first()?;
    (read.is_ok() && symbols.is_empty()).then_some(symbol)
}
