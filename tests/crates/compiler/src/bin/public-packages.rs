//! Compares the figures that are read from the GPU code of others with the output of NVIDIA's `cuobjdump`.
//!
//! ```sh
//! pip install nvidia-cuda-cuobjdump
//! pip install --no-deps --target target/public-packages bitsandbytes
//! OCCUPANCY_CUOBJDUMP=…/cu13/bin/cuobjdump \
//!     cargo run --release --package occupancy-test-compiler --bin public-packages -- target/public-packages
//! ```
//!
//! compares every figure of every kernel in all files of a folder. The README of `tests/crates/compiler` has what that
//! prints.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use occupancy_binary::cubin::Image;
use occupancy_binary::{Decoder, EntryKind, Error, File, FileKind};
use occupancy_test_compiler::compare::Differences;
use occupancy_test_compiler::cuobjdump::Cuobjdump;
use walkdir::WalkDir;

/// Images, and their bytes, that cuobjdump gets at a time.
const PACKED: usize = 64;
const PACKED_BYTES: usize = 16 << 20;

/// Differences that are printed; all are counted.
const PRINTED: usize = 20;

#[derive(Default)]
struct Outcome {
    files: usize,
    images: usize,
    /// Images and kernels that cuobjdump cannot read, by its reason; they are read here.
    refused: BTreeMap<String, (usize, usize)>,
    differences: Differences,
}

fn main() -> ExitCode {
    let folders: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let outcome = run(&folders);
    let outcome = outcome.inspect_err(|reason| eprintln!("{reason}"));
    ExitCode::from(u8::from(!outcome.is_ok_and(|is_same| is_same)))
}

fn run(folders: &[PathBuf]) -> Result<bool, String> {
    let directory = env::temp_dir().to_string_lossy().into_owned();
    let cuobjdump = Cuobjdump::find(&directory)?;
    println!("cuobjdump {}\n", cuobjdump.release()?);
    let mut all = Outcome::default();
    for folder in folders {
        // Links lead to files that are there by themselves.
        for entry in WalkDir::new(folder).sort_by_file_name() {
            let entry = entry.map_err(|error| error.to_string())?;
            if !entry.file_type().is_file() {
                continue;
            }
            let path = entry.path();
            let failed =
                |error: &dyn ToString| format!("{}: {}", path.display(), error.to_string());
            let bytes = fs::read(path).map_err(|error| failed(&error))?;
            let Ok(file) = File::new(&bytes[..]) else {
                continue;
            };
            all.file(path, &bytes, &file, &cuobjdump)
                .map_err(|error| failed(&error))?;
        }
    }
    let Differences {
        lines,
        figures,
        kernels,
    } = &all.differences;
    println!("{:<20} {:>8}", "figure", "compared");
    for (figure, compared) in figures {
        println!("{figure:<20} {compared:>8}");
    }
    println!(
        "\n{} figures of {kernels} kernels in {} images of {} files compared, {} differ",
        all.differences.compared(),
        all.images,
        all.files,
        lines.len(),
    );
    for (reason, (images, kernels)) in &all.refused {
        println!("{kernels} kernels of {images} images read, and not by cuobjdump: {reason}");
    }
    for line in lines.iter().take(PRINTED) {
        println!("{line}");
    }
    Ok(lines.is_empty() && *kernels > 0)
}

impl Outcome {
    fn file(
        &mut self,
        path: &Path,
        bytes: &[u8],
        file: &File<'_>,
        cuobjdump: &Cuobjdump,
    ) -> Result<(), Error> {
        let what = path.display().to_string();
        let mut decoder = Decoder::new();
        let mut images = Vec::new();
        let mut count = 0;
        for entry in file.entries() {
            let entry = entry?;
            // cuobjdump reads no code of AMD.
            if entry.kind == EntryKind::Cubin {
                images.push(decoder.decode(&entry)?.to_vec());
                count += 1;
            }
            let size: usize = images.iter().map(Vec::len).sum();
            if images.len() == PACKED || size > PACKED_BYTES {
                self.images(&what, &images, cuobjdump);
                images.clear();
            }
        }
        self.images(&what, &images, cuobjdump);
        self.files += usize::from(count > 0);
        // It lists nothing of a file with an image that it cannot read.
        if count > 0
            && file.kind() != FileKind::Cubin
            && let Ok(said) = cuobjdump.count(bytes)
            && said != count
        {
            let line = format!("{what}: {count} images read, {said} said");
            self.differences.lines.push(line);
        }
        Ok(())
    }

    fn images(&mut self, what: &str, images: &[Vec<u8>], cuobjdump: &Cuobjdump) {
        if images.is_empty() {
            return;
        }
        let images: Vec<&[u8]> = images.iter().map(Vec::as_slice).collect();
        for (image, dump) in images.iter().zip(cuobjdump.dump(&images)) {
            match dump {
                Ok(dump) => {
                    self.images += 1;
                    self.differences.image(what, image, &dump);
                }
                Err(reason) => {
                    let kernels = Image::new(image)
                        .and_then(|image| image.kernels().collect::<Result<Vec<_>, _>>());
                    let refused = self.refused.entry(reason).or_default();
                    refused.0 += 1;
                    match kernels {
                        Ok(kernels) => refused.1 += kernels.len(),
                        Err(error) => self.differences.lines.push(format!("{what}: {error}")),
                    }
                }
            }
        }
    }
}
