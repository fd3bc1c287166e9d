//! What the file of `--cubin` or `--ptx` has for each GPU.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use occupancy_binary::cubin::usage_for;
use occupancy_binary::{ptx, unreadable, unreadable_ptx};
use occupancy_core::kernel::{Argument, Form};
use occupancy_core::{Arch, Compiled, rules::not_stated};
use occupancy_report::calculator::{On, Value, Values};

use crate::args::Calculate;
use crate::content::read_file;
use crate::messages::Messages;
use crate::name::{Name, names};
use crate::read::read_all;
use crate::selection::{Ptx, Reading, Selection};

/// The files that arguments name, by the names that they have there.
pub(crate) struct Files(Vec<(String, Vec<u8>)>);

impl Files {
    /// Reads them; if one cannot be read, says which.
    pub(crate) fn read(args: &Calculate) -> Result<Self, String> {
        let mut files = Self(Vec::new());
        for path in &args.stated.files {
            files.add(path)?;
        }
        for setting in args.on.iter().flat_map(|On { settings, .. }| settings) {
            if let (Form::File, Value::Text(path)) = (setting.argument.form(), &setting.value) {
                files.add(Path::new(path))?;
            }
        }
        Ok(files)
    }

    fn add(&mut self, path: &Path) -> Result<(), String> {
        let name = path.to_string_lossy().into_owned();
        let content = read_file(path).map_err(|error| format!("{name}: {error}"))?;
        self.0.push((name, content));
        Ok(())
    }

    fn get(&self, name: &str) -> &[u8] {
        let found = self.0.iter().find(|(other, _)| other == name);
        found.map_or(&[], |(_, content)| content)
    }

    /// The code that each GPU would run, in the words of the attribute where there is none.
    pub(crate) fn compiled(
        &self,
        values: &Values,
        archs: &[Arch],
    ) -> Result<Vec<Compiled<'_>>, String> {
        let Some(path) = values.file() else {
            return Ok(Vec::new());
        };
        let Some(kernel) = values.text(Argument::Kernel) else {
            return Err(format!("state which kernel of {path} it is: `kernel`"));
        };
        let find = |kernel: &str| self.named(values, path, kernel, archs);
        let found = find(kernel).or_else(|error| match symbol(path, values, kernel) {
            Some(symbol) => find(&symbol),
            None => Err(error),
        })?;
        found.iter().try_for_each(|code| is_stated(code, values))?;
        Ok(found)
    }

    /// The code of a kernel that is called as in the attribute.
    fn named(
        &self,
        values: &Values,
        path: &str,
        kernel: &str,
        archs: &[Arch],
    ) -> Result<Vec<Compiled<'_>>, String> {
        let file = self.get(path);
        if values.text(Argument::Ptx).is_none() {
            let machine_code = |arch: &Arch| {
                let cc = arch.compute_capability();
                usage_for(file, (cc.major(), cc.minor()), kernel)
                    .map_err(|error| unreadable(&error, arch))
            };
            return archs.iter().map(machine_code).collect();
        }
        let text = str::from_utf8(file).map_err(|_| format!("{path}: the text is not UTF-8"))?;
        let code = ptx::usage(text, kernel).map_err(|error| unreadable_ptx(&error))?;
        Ok(vec![code])
    }
}

/// An error for an argument that is left out, and that the code does not state.
fn is_stated(code: &Compiled<'_>, values: &Values) -> Result<(), String> {
    let left_out = Argument::OF_COMPILED.into_iter();
    let mut left_out = left_out.filter(|argument| values.integer(*argument).is_none());
    match left_out.find_map(|argument| not_stated(code, argument)) {
        Some(message) => Err(message.to_string()),
        None => Ok(()),
    }
}

/// The symbol of the kernel that `occupancy inspect` calls so, if there is one.
fn symbol(path: &str, values: &Values, kernel: &str) -> Option<String> {
    let name = Name::new(kernel);
    let reading = Reading {
        files: &[PathBuf::from(path)],
        selection: &Selection {
            kernel: vec![name.clone()],
            ..Selection::default()
        },
        ptx: match values.text(Argument::Ptx) {
            Some(_) => Ptx::Always,
            None => Ptx::Never,
        },
        is_mangled: true,
    };
    let mut symbols = BTreeSet::new();
    let read = read_all(
        &reading,
        &mut Messages::new(&mut io::sink(), false),
        &mut |row, _| {
            let symbol = row.text("symbol");
            if name.is_whole(&names(symbol)) {
                symbols.insert(symbol.to_owned());
            }
            Ok(())
        },
    );
    let symbol = symbols.pop_first()?;
    (read.is_ok() && symbols.is_empty()).then_some(symbol)
}
