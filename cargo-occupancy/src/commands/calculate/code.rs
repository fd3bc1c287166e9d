//! Reads the kernel of `--cubin`, `--ptx` or `--hsaco` for each GPU.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;

use itertools::Itertools;
use occupancy_binary::cubin::Images;
use occupancy_binary::{ptx, ptx::fits, unreadable, unreadable_ptx};
use occupancy_core::kernel::Argument;
use occupancy_core::{Arch, Compiled, rules::not_stated};
use occupancy_report::calculator::{Key, Row, Values};
use occupancy_report::escape::visible;

use crate::console::Messages;
use crate::name::{Fit, Name, spellings};
use crate::read::read_files;
use crate::selection::{Ptx, Selection};

/// Reads the code that each GPU would run; none without a file. Only machine code has registers that are not stated.
/// Errors have the words of the attribute.
pub(super) fn compiled<'f>(
    file: &'f [u8],
    values: &Values<'_>,
    archs: &[Arch],
) -> Result<Vec<Compiled<'f>>, String> {
    use Argument::{Cubin, Hsaco, Registers, Vgprs};
    let of_registers = [Registers, Vgprs, Cubin, Hsaco];
    // A rule names the GPUs that a stated budget is not for.
    if of_registers.iter().all(|one| values.get(*one).is_none()) {
        let budget = |arch: &Arch| Argument::Registers.on(arch.multiprocessor()).example();
        let missing = archs.iter().map(budget).unique().join("`, `");
        return Err(format!("no registers are stated: add `{missing}`"));
    }
    let Some((argument, path)) = values.file() else {
        return Ok(Vec::new());
    };
    let Some(kernel) = values.text(Argument::Kernel) else {
        let path = visible(path);
        return Err(format!("state which kernel of {path} it is: `kernel`"));
    };
    let read = |kernel: &str| code_of(kernel, file, argument, archs);
    let all = read(kernel).or_else(|error| read(&symbol(path, argument, kernel).ok_or(error)?))?;
    for code in &all {
        for stated in argument.stated().iter() {
            if values.get(stated).is_none()
                && let Some(message) = not_stated(code, stated)
            {
                return Err(message.to_string());
            }
        }
    }
    Ok(all)
}

/// Reads the code of a kernel, whose name is spelled as in the attribute.
fn code_of<'f>(
    kernel: &str,
    file: &'f [u8],
    argument: Argument,
    archs: &[Arch],
) -> Result<Vec<Compiled<'f>>, String> {
    if argument == Argument::Ptx {
        // `fits` refuses text that is not UTF-8.
        let text = str::from_utf8(file).unwrap_or_default();
        let code = fits(file, Argument::Ptx).and_then(|()| ptx::usage(text, kernel));
        return Ok(vec![code.map_err(|error| unreadable_ptx(&error))?]);
    }
    let images = fits(file, argument).and_then(|()| Images::new(file));
    let machine_code = |arch: &Arch| {
        let images = images.as_ref().map_err(Clone::clone);
        let code = images.and_then(|images| images.usage_on(arch.multiprocessor(), kernel));
        code.map_err(|error| unreadable(&error, arch, argument))
    };
    // Beside GPUs of its vendor, those of the other do without the file.
    let is_read = |arch: &&Arch| argument.is_read_on(arch);
    let is_for_any = archs.iter().any(|arch| is_read(&arch));
    let archs = archs.iter().filter(|arch| !is_for_any || is_read(arch));
    archs.map(machine_code).collect()
}

/// Finds the symbol of the only kernel with this name, spelled as in `occupancy inspect`.
fn symbol(path: &str, argument: Argument, kernel: &str) -> Option<String> {
    let name = Name::new(kernel);
    let is_ptx = argument == Argument::Ptx;
    let selection = Selection {
        kernel: vec![name.clone()],
        ptx: if is_ptx { Ptx::Always } else { Ptx::Never },
        ..Selection::default()
    };
    let mut symbols = BTreeSet::new();
    let mut take = |rows: Vec<Row>, _: Option<&str>| {
        let found = rows.iter().map(|row| row.text(Key::Symbol));
        let found = found.filter(|symbol| name.fit(&spellings(symbol)) > Fit::Part);
        symbols.extend(found.map(str::to_owned));
        Ok(())
    };
    let (paths, mut silent) = ([PathBuf::from(path)], io::sink());
    let err = &mut Messages::new(&mut silent);
    let read = read_files(&paths, &selection, err, &mut take);
    let symbol = symbols.pop_first()?;
    (read.is_ok() && symbols.is_empty()).then_some(symbol)
}
