//! NVIDIA's compiler, where there is one.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::{Builder, NamedTempFile};

use crate::found_or_skip;
use crate::report::Report;

/// The targets that kernels are compiled for.
pub const TARGETS: [&str; 5] = ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"];

/// An nvcc that compiles for all of [`TARGETS`], with its own ptxas.
#[derive(Debug)]
pub struct Nvcc {
    path: OsString,
    /// Its version, in one line.
    pub version: String,
    directory: PathBuf,
}

/// A ptxas of an older toolkit.
#[derive(Debug)]
pub struct Ptxas {
    path: PathBuf,
    /// The toolkit: 124 for CUDA 12.4.
    pub toolkit: u32,
}

/// A binary, and what ptxas said when it made it.
#[derive(Debug)]
pub struct Compiled {
    /// The binary.
    pub bytes: Vec<u8>,
    /// The output of ptxas.
    pub report: Report,
}

/// A file that no other process has, which is deleted in the end.
pub(crate) fn temporary(
    directory: &Path,
    suffix: &str,
    text: &[u8],
) -> Result<NamedTempFile, String> {
    let mut file = Builder::new()
        .suffix(suffix)
        .tempfile_in(directory)
        .map_err(said)?;
    file.write_all(text).map_err(said)?;
    Ok(file)
}

impl Nvcc {
    /// The nvcc of `OCCUPANCY_NVCC`, or else of `PATH`; its output goes into `directory`.
    ///
    /// # Panics
    ///
    /// If there is none, and it is required.
    pub fn find(directory: &str) -> Option<&'static Self> {
        static FOUND: OnceLock<Option<Nvcc>> = OnceLock::new();
        let find = || found_or_skip(Self::probe(directory.into()));
        FOUND.get_or_init(find).as_ref()
    }

    fn probe(directory: PathBuf) -> Result<Self, String> {
        let path = env::var_os("OCCUPANCY_NVCC").unwrap_or_else(|| OsString::from("nvcc"));
        let version = run(Command::new(&path).arg("--version")).map_err(|error| {
            format!(
                "no nvcc on PATH or in OCCUPANCY_NVCC; \
                 `pip install nvidia-cuda-nvcc nvidia-cuda-cccl` brings one: {error}"
            )
        })?;
        let release = version.lines().find(|line| line.contains("release"));
        let nvcc = Self {
            path,
            version: release.unwrap_or("unknown version").to_owned(),
            directory,
        };
        // Is every target known, and is there a C++ compiler that nvcc can use?
        for target in TARGETS {
            let probe = "extern \"C\" __global__ void probe() {}\n";
            let compiled = nvcc.compile_text(probe, target, &[""; 0]);
            let printed = match compiled {
                Ok(report) if report.kernels.len() == 1 => continue,
                Ok(_) => "no report of ptxas".to_owned(),
                Err(printed) => printed,
            };
            let line = printed.trim().lines().next().unwrap_or_default();
            let version = &nvcc.version;
            return Err(format!(
                "nvcc ({version}) does not compile for {target}: {line}"
            ));
        }
        Ok(nvcc)
    }

    /// The GPUs that it compiles for: `sm_90`, `sm_90a` and so on.
    ///
    /// # Panics
    ///
    /// If it does not list any.
    pub fn targets(&self) -> Vec<String> {
        let help = run(Command::new(&self.path).arg("--help")).expect("nvcc has a help");
        let targets = help.split('\'');
        let targets: Vec<String> = targets
            .filter(|word| word.starts_with("sm_") && !word.contains(' '))
            .map(str::to_owned)
            .collect();
        assert!(!targets.is_empty(), "{help}");
        targets
    }

    /// Its toolkit: 135 for CUDA 13.5.
    pub fn toolkit(&self) -> u32 {
        toolkit(&self.version)
    }

    /// Makes a file of a source: its content, and what was printed.
    ///
    /// # Errors
    ///
    /// The output, if it does not compile.
    pub fn make(
        &self,
        source: &Path,
        extension: &str,
        options: &[impl AsRef<OsStr>],
    ) -> Result<(Vec<u8>, String), String> {
        let output = temporary(&self.directory, &format!(".{extension}"), b"")?;
        let printed = run(Command::new(&self.path)
            .args(options)
            .arg(source)
            .arg("-o")
            .arg(output.path()))?;
        Ok((fs::read(output.path()).map_err(said)?, printed))
    }

    /// Compiles a source to machine code, for the target that the options name if it is empty.
    ///
    /// # Errors
    ///
    /// The output, if it does not compile.
    pub fn compile(
        &self,
        source: &Path,
        target: &str,
        options: &[impl AsRef<OsStr>],
    ) -> Result<Compiled, String> {
        let form = if target.is_empty() {
            "-fatbin"
        } else {
            "-cubin"
        };
        let all = arguments(target, &[form, "-Xptxas", "-v"], options);
        let (bytes, printed) = self.make(source, "cubin", &all)?;
        let report = Report::parse(&printed)?;
        Ok(Compiled { bytes, report })
    }

    /// Compiles CUDA C, and returns the output of ptxas.
    ///
    /// # Errors
    ///
    /// The output, if it does not compile.
    pub fn compile_text(
        &self,
        text: &str,
        target: &str,
        options: &[impl AsRef<OsStr>],
    ) -> Result<Report, String> {
        let source = temporary(&self.directory, ".cu", text.as_bytes())?;
        let compiled = self.compile(source.path(), target, options);
        compiled.map(|compiled| compiled.report)
    }

    /// Compiles a source to PTX, for the target that the options name if it is empty.
    ///
    /// # Errors
    ///
    /// The output, if it does not compile.
    pub fn ptx(
        &self,
        source: &Path,
        target: &str,
        options: &[impl AsRef<OsStr>],
    ) -> Result<String, String> {
        let (ptx, _) = self.make(source, "ptx", &arguments(target, &["-ptx"], options))?;
        String::from_utf8(ptx).map_err(said)
    }

    /// Runs ptxas, the one of this nvcc, on a file of `directory`; returns its report.
    ///
    /// # Errors
    ///
    /// The output, if it does not assemble.
    pub fn ptxas(&self, directory: &Path, arguments: &[&str]) -> Result<Report, String> {
        let mut ptxas = Command::new(self.own_ptxas().path);
        let printed = run(ptxas.current_dir(directory).args(arguments))?;
        Report::parse(&printed)
    }

    /// Compiles a source with an older ptxas, from PTX that it takes.
    ///
    /// # Errors
    ///
    /// The output, if it does not compile.
    pub fn compile_with(
        &self,
        ptxas: &Ptxas,
        source: &Path,
        target: &str,
    ) -> Result<Compiled, String> {
        let lowered = if source.extension() == Some(OsStr::new("ptx")) {
            fs::read_to_string(source).map_err(said)?
        } else {
            let ptx = self.ptx(source, &target.replace("sm_", "compute_"), &[""; 0])?;
            let (head, rest) = ptx.split_once(".version ").ok_or("no version")?;
            let (_, rest) = rest.split_once('\n').ok_or("nothing but a version")?;
            format!("{head}.version {}\n{rest}", ptxas.ptx_version())
        };
        ptxas.assemble(&self.directory, &lowered, target)
    }

    /// Its own ptxas.
    pub fn own_ptxas(&self) -> Ptxas {
        Ptxas {
            path: Path::new(&self.path).with_file_name("ptxas"),
            toolkit: self.toolkit(),
        }
    }
}

impl Ptxas {
    /// Assembles PTX, with files in `directory`.
    ///
    /// # Errors
    ///
    /// The output, if it does not assemble.
    pub fn assemble(&self, directory: &Path, ptx: &str, target: &str) -> Result<Compiled, String> {
        let source = temporary(directory, ".ptx", ptx.as_bytes())?;
        let output = temporary(directory, ".cubin", b"")?;
        let printed = run(Command::new(&self.path)
            .args(["-v", "-arch", target])
            .arg(source.path())
            .arg("-o")
            .arg(output.path()))?;
        Ok(Compiled {
            bytes: fs::read(output.path()).map_err(said)?,
            report: Report::parse(&printed)?,
        })
    }

    /// Those of `OCCUPANCY_OLDER_PTXAS`, separated as in `PATH`; there may be none.
    ///
    /// # Panics
    ///
    /// If there is no ptxas at one of the places.
    pub fn older() -> Vec<Self> {
        let older = env::var_os("OCCUPANCY_OLDER_PTXAS").unwrap_or_default();
        env::split_paths(&older)
            .filter(|path| !path.as_os_str().is_empty())
            .map(|path| {
                let version = run(Command::new(&path).arg("--version"));
                let toolkit = toolkit(&version.unwrap_or_else(|error| panic!("{error}")));
                Self { path, toolkit }
            })
            .collect()
    }

    /// The PTX that it takes.
    ///
    /// Source: PTX ISA 9.1, Release Notes.
    fn ptx_version(&self) -> &'static str {
        match self.toolkit {
            ..118 => "7.0",
            118 => "7.8",
            119..124 => "8.0",
            124..128 => "8.4",
            _ => "8.7",
        }
    }

    /// Targets that it and nvcc 13.5 both have, and older ones that it alone has.
    pub fn targets(&self) -> Vec<&'static str> {
        let targets = match self.toolkit {
            ..118 => "sm_50 sm_75 sm_80 sm_86",
            118..120 => "sm_50 sm_60 sm_70 sm_75 sm_80 sm_86 sm_87 sm_89 sm_90",
            120..128 => "sm_50 sm_61 sm_70 sm_75 sm_80 sm_86 sm_87 sm_89 sm_90 sm_90a",
            _ => "sm_50 sm_75 sm_80 sm_86 sm_89 sm_90 sm_90a sm_100 sm_100a sm_120",
        };
        targets.split(' ').collect()
    }
}

/// The number of a target: 90 of `sm_90a`.
///
/// # Panics
///
/// If it has none.
pub fn number_of(target: &str) -> u32 {
    let digits = target.trim_matches(|c: char| !c.is_ascii_digit());
    digits.parse().unwrap_or_else(|_| panic!("{target}"))
}

/// 135 of `…, release 13.5, V13.5.37`.
fn toolkit(version: &str) -> u32 {
    let rest = version.split("release ").nth(1);
    let release = rest.and_then(|rest| rest.split(',').next());
    let toolkit = release.and_then(|release| release.replace('.', "").parse().ok());
    toolkit.unwrap_or_else(|| panic!("no release in {version}"))
}

fn arguments(target: &str, first: &[&str], rest: &[impl AsRef<OsStr>]) -> Vec<OsString> {
    let mut all = Vec::new();
    if !target.is_empty() {
        all.push(format!("-arch={target}").into());
    }
    all.extend(first.iter().map(OsString::from));
    all.extend(rest.iter().map(|option| option.as_ref().to_owned()));
    all
}

/// The output of a tool, or an error if it fails.
pub(crate) fn run(command: &mut Command) -> Result<String, String> {
    let tool = command.get_program().display().to_string();
    let ran = command
        .output()
        .map_err(|error| format!("{tool}: {error}"))?;
    let output = [ran.stdout, ran.stderr].concat();
    let printed = String::from_utf8_lossy(&output).into_owned();
    if ran.status.success() {
        Ok(printed)
    } else {
        Err(printed)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
pub(crate) fn said(error: impl ToString) -> String {
    error.to_string()
}
