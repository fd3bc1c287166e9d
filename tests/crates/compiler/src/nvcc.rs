//! NVIDIA's compiler, where there is one.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::report::Report;

/// The targets that kernels are compiled for.
pub const TARGETS: [&str; 5] = ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"];

/// An nvcc that compiles for all of [`TARGETS`].
#[derive(Debug)]
pub struct Nvcc {
    path: OsString,
    /// What it says of its version, in one line.
    pub version: String,
    directory: PathBuf,
    files: AtomicU32,
}

impl Nvcc {
    /// The nvcc of `OCCUPANCY_NVCC`, or else of `PATH`; its output goes into `directory`.
    ///
    /// # Errors
    ///
    /// Why there is none, in one line.
    pub fn find(directory: &Path) -> Result<Self, String> {
        let named = env::var_os("OCCUPANCY_NVCC");
        let path = named.clone().unwrap_or_else(|| OsString::from("nvcc"));
        let version =
            Command::new(&path)
                .arg("--version")
                .output()
                .map_err(|error| match named {
                    Some(path) => format!("OCCUPANCY_NVCC is {}: {error}", path.display()),
                    None => "no nvcc on PATH, and OCCUPANCY_NVCC does not say where one is; \
                         `pip install nvidia-cuda-nvcc nvidia-cuda-cccl` brings one"
                        .to_owned(),
                })?;
        let version = String::from_utf8_lossy(&version.stdout);
        let release = version.lines().find(|line| line.contains("release"));
        let nvcc = Self {
            path,
            version: release.unwrap_or("unknown version").to_owned(),
            directory: directory.to_owned(),
            files: AtomicU32::new(0),
        };
        // Is every target known, and is there a C++ compiler that nvcc can use?
        for target in TARGETS {
            let probe = "extern \"C\" __global__ void probe() {}\n";
            let compiled = nvcc.compile_text(probe, target, &[]);
            let printed = match compiled {
                Ok(report) if report.kernels.len() == 1 => continue,
                Ok(_) => "no report of ptxas".to_owned(),
                Err(printed) => printed,
            };
            let line = printed.lines().find(|line| !line.trim().is_empty());
            let line = line.unwrap_or("no reason given").trim();
            return Err(format!(
                "nvcc ({}) does not compile for {target}: {line}",
                nvcc.version
            ));
        }
        Ok(nvcc)
    }

    /// Compiles a source to machine code and reads the report of ptxas.
    ///
    /// # Errors
    ///
    /// What was printed, where it does not compile.
    pub fn compile(
        &self,
        source: &Path,
        target: &str,
        options: &[String],
    ) -> Result<Report, String> {
        let output = self.file("cubin");
        let mut arguments = vec!["-cubin".to_owned(), "-Xptxas".to_owned(), "-v".to_owned()];
        arguments.extend_from_slice(options);
        let printed = self.run(source, Some(target), &arguments, &output);
        // Only the report counts, and where it failed there may be none.
        let _ = fs::remove_file(output);
        Report::parse(&printed?)
    }

    /// The same for CUDA C as text.
    ///
    /// # Errors
    ///
    /// What was printed, where it does not compile.
    pub fn compile_text(
        &self,
        text: &str,
        target: &str,
        options: &[String],
    ) -> Result<Report, String> {
        self.with_file(text, "cu", |source| self.compile(source, target, options))
    }

    /// The same for PTX.
    ///
    /// # Errors
    ///
    /// What was printed, where it does not assemble.
    pub fn assemble(&self, ptx: &str, target: &str) -> Result<Report, String> {
        self.with_file(ptx, "ptx", |source| self.compile(source, target, &[]))
    }

    /// Compiles a source to PTX, for the target that `options` name where none is given.
    ///
    /// # Errors
    ///
    /// What was printed, where it does not compile.
    pub fn ptx(
        &self,
        source: &Path,
        target: Option<&str>,
        options: &[String],
    ) -> Result<String, String> {
        let output = self.file("ptx");
        let mut arguments = vec!["-ptx".to_owned()];
        arguments.extend_from_slice(options);
        let printed = self.run(source, target, &arguments, &output);
        let ptx = printed.and_then(|_| fs::read_to_string(&output).map_err(|e| e.to_string()));
        // As above.
        let _ = fs::remove_file(output);
        ptx
    }

    /// Runs ptxas, the one of this nvcc, on a file of `directory`; returns its report.
    ///
    /// # Errors
    ///
    /// What was printed, where it does not assemble.
    pub fn ptxas(&self, directory: &Path, arguments: &[&str]) -> Result<Report, String> {
        let ptxas = Path::new(&self.path).with_file_name("ptxas");
        let ran = Command::new(ptxas)
            .current_dir(directory)
            .args(arguments)
            .output()
            .map_err(|error| error.to_string())?;
        let printed = [ran.stdout, ran.stderr].concat();
        let printed = String::from_utf8_lossy(&printed).into_owned();
        if ran.status.success() {
            Report::parse(&printed)
        } else {
            Err(printed)
        }
    }

    /// Compiles a source for the targets that `options` name, and reads the report of ptxas.
    ///
    /// # Errors
    ///
    /// What was printed, where it does not compile.
    pub fn compile_for_all(&self, source: &Path, options: &[String]) -> Result<Report, String> {
        let output = self.file("fatbin");
        let mut arguments = vec!["-fatbin".to_owned(), "-Xptxas".to_owned(), "-v".to_owned()];
        arguments.extend_from_slice(options);
        let printed = self.run(source, None, &arguments, &output);
        // As above.
        let _ = fs::remove_file(output);
        Report::parse(&printed?)
    }

    /// The GPUs that it compiles for: `sm_90`, `sm_90a` and so on.
    ///
    /// # Errors
    ///
    /// Where it does not list any.
    pub fn targets(&self) -> Result<Vec<String>, String> {
        let help = Command::new(&self.path)
            .arg("--help")
            .output()
            .map_err(|error| error.to_string())?;
        let help = String::from_utf8_lossy(&help.stdout);
        let mut targets: Vec<String> = help
            .split('\'')
            .filter(|word| word.starts_with("sm_") && !word.contains(' '))
            .map(str::to_owned)
            .collect();
        targets.sort();
        targets.dedup();
        if targets.is_empty() {
            return Err("its help lists no targets".to_owned());
        }
        Ok(targets)
    }

    /// Its release: 13 and 5 of CUDA 13.5; zeros where it does not say.
    pub fn release(&self) -> (u32, u32) {
        let release = self.version.split("release ").nth(1);
        let release = release.and_then(|text| text.split(',').next());
        let numbers = release.and_then(|text| text.split_once('.'));
        numbers
            .and_then(|(major, minor)| Some((major.parse().ok()?, minor.parse().ok()?)))
            .unwrap_or((0, 0))
    }

    fn run(
        &self,
        source: &Path,
        target: Option<&str>,
        arguments: &[String],
        output: &Path,
    ) -> Result<String, String> {
        let ran = Command::new(&self.path)
            .args(target.map(|target| format!("-arch={target}")))
            .args(arguments)
            .arg(source)
            .arg("-o")
            .arg(output)
            .output()
            .map_err(|error| error.to_string())?;
        let printed = [ran.stdout, ran.stderr].concat();
        let printed = String::from_utf8_lossy(&printed).into_owned();
        if ran.status.success() {
            Ok(printed)
        } else {
            Err(printed)
        }
    }

    fn with_file<T>(
        &self,
        text: &str,
        extension: &str,
        work: impl FnOnce(&Path) -> Result<T, String>,
    ) -> Result<T, String> {
        let source = self.file(extension);
        fs::write(&source, text).map_err(|error| error.to_string())?;
        let result = work(&source);
        let _ = fs::remove_file(source);
        result
    }

    /// A name that no other file has, of this process or of another.
    fn file(&self, extension: &str) -> PathBuf {
        let number = self.files.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}.{extension}", std::process::id());
        self.directory.join(name)
    }
}
