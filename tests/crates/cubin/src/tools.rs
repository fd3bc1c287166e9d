//! NVIDIA's tools, where they are.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::report::Report;

use crate::dump::Dump;

/// nvcc with its own ptxas, cuobjdump, and ptxas of older toolkits.
#[derive(Debug)]
pub struct Tools {
    nvcc: PathBuf,
    cuobjdump: PathBuf,
    /// The older ones; there may be none.
    pub older: Vec<Ptxas>,
    directory: PathBuf,
    files: AtomicU32,
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
    /// What ptxas said.
    pub report: Report,
}

impl Tools {
    /// Those of `OCCUPANCY_NVCC`, `OCCUPANCY_CUOBJDUMP` and, separated as in `PATH`,
    /// `OCCUPANCY_OLDER_PTXAS`. What is made goes into `directory`.
    ///
    /// # Errors
    ///
    /// Why there are none, in one line.
    pub fn find(directory: &Path) -> Result<Self, String> {
        let named = |name: &str| {
            let path = PathBuf::from(env::var_os(name).ok_or_else(|| {
                format!(
                    "{name} does not say where it is; `pip install nvidia-cuda-nvcc \
                     nvidia-cuda-cccl nvidia-cuda-cuobjdump` brings it"
                )
            })?);
            if path.is_file() {
                Ok(path)
            } else {
                Err(format!("{name}: no file {}", path.display()))
            }
        };
        let older = env::var_os("OCCUPANCY_OLDER_PTXAS").unwrap_or_default();
        let tools = Self {
            nvcc: named("OCCUPANCY_NVCC")?,
            cuobjdump: named("OCCUPANCY_CUOBJDUMP")?,
            older: env::split_paths(&older)
                .filter(|path| !path.as_os_str().is_empty())
                .map(Ptxas::new)
                .collect::<Result<_, _>>()?,
            directory: directory.to_owned(),
            files: AtomicU32::new(0),
        };
        // Is there a C++ compiler that nvcc can use?
        let probe = tools.file("cu");
        fs::write(&probe, "__global__ void probe() {}\n").map_err(|error| error.to_string())?;
        let compiled = tools.compile(&probe, "sm_90", &[]);
        let _ = fs::remove_file(probe);
        compiled.map(|_| tools)
    }

    /// Compiles a source to a cubin.
    ///
    /// # Errors
    ///
    /// What was printed, where it does not compile.
    pub fn compile(
        &self,
        source: &Path,
        target: &str,
        options: &[&str],
    ) -> Result<Compiled, String> {
        let output = self.file("cubin");
        let arch = format!("-arch={target}");
        let mut arguments = vec![&*arch, "-cubin", "-Xptxas", "-v"];
        arguments.extend_from_slice(options);
        let printed = run(&self.nvcc, &arguments, source, &output)?;
        Compiled::take(&output, &printed)
    }

    /// Compiles a source to PTX that an older ptxas takes, and that to a cubin.
    ///
    /// # Errors
    ///
    /// What was printed, where it does not compile.
    pub fn compile_with(
        &self,
        ptxas: &Ptxas,
        source: &Path,
        target: &str,
    ) -> Result<Compiled, String> {
        let text = if source.extension() == Some(OsStr::new("ptx")) {
            fs::read_to_string(source).map_err(|error| error.to_string())?
        } else {
            let output = self.file("ptx");
            let arch = format!("-arch={}", target.replace("sm_", "compute_"));
            run(&self.nvcc, &[&arch, "-ptx"], source, &output)?;
            let text = fs::read_to_string(&output).map_err(|error| error.to_string())?;
            let _ = fs::remove_file(output);
            let lines = text
                .lines()
                .map(|line| match line.strip_prefix(".version ") {
                    Some(_) => format!(".version {}\n", ptxas.ptx_version()),
                    None => format!("{line}\n"),
                });
            lines.collect()
        };
        let (lowered, output) = (self.file("ptx"), self.file("cubin"));
        fs::write(&lowered, text).map_err(|error| error.to_string())?;
        let printed = run(&ptxas.path, &["-v", "-arch", target], &lowered, &output);
        let _ = fs::remove_file(lowered);
        Compiled::take(&output, &printed?)
    }

    /// Makes a fat binary of a source.
    ///
    /// # Errors
    ///
    /// What was printed, where it does not compile.
    pub fn fatbin(&self, source: &Path, options: &[&str]) -> Result<Vec<u8>, String> {
        self.make(source, "fatbin", &[&["-fatbin"], options].concat())
    }

    /// Makes an object file of a source.
    ///
    /// # Errors
    ///
    /// What was printed, where it does not compile.
    pub fn object(&self, source: &Path, options: &[&str]) -> Result<Vec<u8>, String> {
        self.make(source, "o", &[&["-c"], options].concat())
    }

    /// Makes a library of a source, without that of CUDA.
    ///
    /// # Errors
    ///
    /// What was printed, where it does not compile.
    pub fn library(&self, source: &Path, options: &[&str]) -> Result<Vec<u8>, String> {
        let arguments = ["-shared", "-cudart=none", "-Xcompiler=-fPIC"];
        self.make(source, "so", &[&arguments, options].concat())
    }

    /// Makes an archive of an object file.
    ///
    /// # Errors
    ///
    /// What was printed, where that does not work.
    pub fn archive(&self, object: &[u8]) -> Result<Vec<u8>, String> {
        let input = self.file("o");
        fs::write(&input, object).map_err(|error| error.to_string())?;
        let archive = self.make(&input, "a", &["-lib"]);
        let _ = fs::remove_file(input);
        archive
    }

    fn make(&self, source: &Path, extension: &str, arguments: &[&str]) -> Result<Vec<u8>, String> {
        let output = self.file(extension);
        run(&self.nvcc, arguments, source, &output)?;
        let bytes = fs::read(&output).map_err(|error| error.to_string());
        let _ = fs::remove_file(output);
        bytes
    }

    /// What cuobjdump says of a cubin.
    ///
    /// # Errors
    ///
    /// What was printed, where it fails or is not understood.
    pub fn dump(&self, bytes: &[u8]) -> Result<Dump, String> {
        let input = self.file("cubin");
        fs::write(&input, bytes).map_err(|error| error.to_string())?;
        let print = |arguments: &[&str]| {
            let ran = Command::new(&self.cuobjdump)
                .args(arguments)
                .arg(&input)
                .output();
            let ran = ran.map_err(|error| error.to_string())?;
            if ran.status.success() {
                Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
            } else {
                Err(String::from_utf8_lossy(&ran.stderr).into_owned())
            }
        };
        let (usage, elf) = (print(&["-all", "--dump-resource-usage"]), print(&["-elf"]));
        let _ = fs::remove_file(&input);
        Dump::parse(&usage?, &elf?)
    }

    /// A name that no other file has, of this process or of another.
    fn file(&self, extension: &str) -> PathBuf {
        let number = self.files.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}.{extension}", std::process::id());
        self.directory.join(name)
    }
}

impl Ptxas {
    fn new(path: PathBuf) -> Result<Self, String> {
        let version = Command::new(&path).arg("--version").output();
        let version = version.map_err(|error| format!("{}: {error}", path.display()))?;
        let version = String::from_utf8_lossy(&version.stdout).into_owned();
        let toolkit = version
            .split_once("release ")
            .and_then(|(_, rest)| rest.split_once(','))
            .and_then(|(release, _)| release.replace('.', "").parse().ok());
        match toolkit {
            Some(toolkit) => Ok(Self { path, toolkit }),
            None => Err(format!("{}: no release in {version}", path.display())),
        }
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
    pub fn targets(&self) -> &'static [&'static str] {
        match self.toolkit {
            ..118 => &["sm_50", "sm_75", "sm_80", "sm_86"],
            118..120 => &[
                "sm_50", "sm_60", "sm_70", "sm_75", "sm_80", "sm_86", "sm_87", "sm_89", "sm_90",
            ],
            120..128 => &[
                "sm_50", "sm_61", "sm_70", "sm_75", "sm_80", "sm_86", "sm_87", "sm_89", "sm_90",
                "sm_90a",
            ],
            _ => &[
                "sm_50", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100",
                "sm_100a", "sm_120",
            ],
        }
    }
}

impl Compiled {
    fn take(output: &Path, printed: &str) -> Result<Self, String> {
        let bytes = fs::read(output).map_err(|error| error.to_string());
        let _ = fs::remove_file(output);
        Ok(Self {
            bytes: bytes?,
            report: Report::parse(printed)?,
        })
    }
}

/// The number of a target: 90 of `sm_90a`.
pub fn number_of(target: &str) -> u32 {
    let digits = target.trim_start_matches("sm_");
    let digits = digits.trim_end_matches(|c: char| !c.is_ascii_digit());
    digits.parse().unwrap_or(0)
}

fn run(tool: &Path, arguments: &[&str], source: &Path, output: &Path) -> Result<String, String> {
    let ran = Command::new(tool)
        .args(arguments)
        .arg(source)
        .arg("-o")
        .arg(output)
        .output()
        .map_err(|error| format!("{}: {error}", tool.display()))?;
    let printed = [ran.stdout, ran.stderr].concat();
    let printed = String::from_utf8_lossy(&printed).into_owned();
    if ran.status.success() {
        Ok(printed)
    } else {
        Err(printed)
    }
}
