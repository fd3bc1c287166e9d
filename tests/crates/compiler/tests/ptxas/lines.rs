//! The lines that a launch type's page has to copy, compiled as they stand there.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use occupancy::ptx::{BlockBound, Entry};
use occupancy_test_compiler::each;
use occupancy_test_compiler::nvcc::Nvcc;

use crate::nvcc;

/// The crates of this workspace whose pages are read.
const CRATES: [&str; 3] = ["browser", "compiler", "lint"];

/// The lines of a page to copy.
struct Page {
    name: String,
    /// The paragraph or the summary before them, and the lines.
    copied: Vec<(String, String)>,
}

impl Page {
    fn read(file: &Path) -> Self {
        let html = fs::read_to_string(file).unwrap();
        // The launch type's own text ends where that of its constants begins.
        let (html, _) = html
            .split_once("id=\"implementations\"")
            .unwrap_or((&html, ""));
        let blocks = html
            .split("<pre class=\"language-text\"><code>")
            .collect::<Vec<_>>();
        let copied = blocks.windows(2).map(|pair| {
            let before = pair[0]
                .replace("<summary>", "<p>")
                .replace("</summary>", "</p>");
            let (_, before) = before.rsplit_once("<p>").unwrap();
            let (before, _) = before.split_once("</p>").unwrap();
            let (lines, _) = pair[1].split_once("</code>").unwrap();
            (before.to_owned(), text(lines))
        });
        Self {
            name: file.file_stem().unwrap().to_str().unwrap().to_owned(),
            copied: copied.collect(),
        }
    }

    /// The lines below the paragraphs that begin with `place`.
    fn lines(&self, place: &str) -> impl Iterator<Item = &str> {
        let found = self
            .copied
            .iter()
            .filter(move |(before, _)| before.starts_with(place));
        found.flat_map(|(_, lines)| lines.lines())
    }

    /// The lines to copy for each GPU.
    fn gpus(&self) -> Vec<Gpu<'_>> {
        let definitions = self
            .copied
            .iter()
            .filter(|(before, _)| before.starts_with("Macro definitions"));
        let mut nvrtc = self.lines("NVRTC");
        let functions: Vec<&str> = self.lines("CUDA C:").collect();
        let mut gpus = Vec::new();
        for (line, (_, definitions)) in functions.iter().zip(definitions) {
            // If there are several functions, each says for which GPUs it is.
            let (function, count) = match line.split_once(" // ") {
                Some((function, names)) => (function, names.split(", ").count()),
                None => (*line, usize::MAX),
            };
            gpus.extend(nvrtc.by_ref().take(count).map(|architecture| Gpu {
                function,
                definitions,
                architecture,
            }));
        }
        assert_eq!(gpus.len(), self.lines("NVRTC").count(), "{}", self.name);
        gpus
    }
}

/// The lines for one GPU.
struct Gpu<'a> {
    function: &'a str,
    definitions: &'a str,
    /// NVRTC's option.
    architecture: &'a str,
}

impl Gpu<'_> {
    fn target(&self) -> &str {
        self.architecture
            .strip_prefix("--gpu-architecture=")
            .unwrap()
    }
}

/// Text as it is copied from a page.
fn text(html: &str) -> String {
    assert!(!html.contains('<'), "{html}");
    let text = html.replace("&lt;", "<").replace("&gt;", ">");
    text.replace("&quot;", "\"").replace("&amp;", "&")
}

/// The pages with lines to copy.
fn pages() -> Vec<Page> {
    // Builds where the tests were built, and with their profile: the dependencies are there.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let names = CRATES.map(|name| format!("occupancy-test-{name}"));
    let packages = names.iter().flat_map(|name| ["--package", name]);
    let output = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["doc", "--no-deps", "--lib", "--document-private-items"])
        .args(["--profile", "test"])
        .args(packages)
        .env("CARGO_TARGET_DIR", target)
        .env("RUSTDOCFLAGS", "--deny warnings")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let mut files: Vec<PathBuf> = Vec::new();
    let mut folders: Vec<PathBuf> = names
        .iter()
        .map(|name| target.join("doc").join(name.replace('-', "_")))
        .collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            if path.is_dir() {
                folders.push(path);
            } else if name.starts_with("type.") {
                files.push(path);
            }
        }
    }
    files.sort();
    let pages = files.iter().map(|file| Page::read(file));
    pages.filter(|page| !page.copied.is_empty()).collect()
}

/// The block and the cluster of the page are those of the compiled kernel.
fn hold(nvcc: &Nvcc, page: &Page, gpu: &Gpu<'_>) -> Result<(), String> {
    let line = gpu.function;
    let (head, _) = line.split_once("(/*").unwrap();
    let (head, kernel) = head.rsplit_once(' ').unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("lines")
        .join(format!("{}-{}", page.name, gpu.target()));
    fs::create_dir_all(&folder).unwrap();
    let source = folder.join(format!("{kernel}.cu"));
    fs::write(&source, format!("extern \"C\" {{\n{line}\n{{\n}}\n}}\n")).unwrap();

    let definitions = gpu.definitions.split_whitespace();
    let options: Vec<&str> = definitions.chain([gpu.architecture]).collect();
    let ptx = nvcc.ptx(&source, "", &options)?;
    let bounds = Entry::find(&ptx, kernel).unwrap().bounds().unwrap();
    let (Some(BlockBound::Max((threads, 1, 1))), Some(min_blocks)) =
        (bounds.block, bounds.min_blocks)
    else {
        panic!("{line}: {bounds:?}");
    };
    assert!(bounds.max_registers.is_none() && bounds.limits.is_none());
    let stated = format!("__launch_bounds__({threads}, {min_blocks})");
    assert!(head.contains(&stated), "{line}: {bounds:?}");
    let (x, y, z) = bounds.cluster_dim.unwrap_or((1, 1, 1));
    let stated = format!("__cluster_dims__({x}, {y}, {z})");
    let is_stated = bounds.cluster_dim.is_some() && head.contains(&stated);
    assert_eq!(is_stated, head.contains("__cluster_dims__"), "{line}");
    for (axis, blocks) in [("X", x), ("Y", y), ("Z", z)] {
        let define = format!("-DBLOCKS_PER_CLUSTER_{axis}={blocks}");
        assert!(options.contains(&&*define), "{line}: {define}");
    }

    fs::write(folder.join(format!("{kernel}.ptx")), ptx).unwrap();
    let is_for_it = |command: &&str| {
        let mut words = command.split([' ', '=']);
        words.any(|word| word == gpu.target())
    };
    let mut commands = page.lines("ptxas").filter(is_for_it);
    let words: Vec<&str> = commands.next().unwrap().split_whitespace().collect();
    assert_eq!(words[0], "ptxas");
    let report = nvcc.ptxas(&folder, &words[1..])?;
    assert_eq!(report.remarks, [""; 0], "{words:?}");
    assert_eq!(report.kernels.len(), 1, "{words:?}");
    Ok(())
}

#[test]
fn lines_to_copy_compile_as_they_stand() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let known = nvcc.targets();
    let pages = pages();
    let clusters = pages.iter().filter(|page| {
        page.lines("CUDA C:")
            .any(|line| line.contains("__cluster_dims__"))
    });
    assert!(clusters.count() >= 3);
    let gpus = pages
        .iter()
        .flat_map(|page| page.gpus().into_iter().map(move |gpu| (page, gpu)));
    let (held, dropped): (Vec<_>, Vec<_>) =
        gpus.partition(|(_, gpu)| known.iter().any(|target| target == gpu.target()));
    // A compiler drops the oldest targets.
    assert!(
        pages.len() >= 20 && held.len() > pages.len() && dropped.len() <= 8,
        "{} pages, {} lines, {} dropped",
        pages.len(),
        held.len(),
        dropped.len()
    );
    each(&held, |(page, gpu)| {
        let held = hold(nvcc, page, gpu);
        held.unwrap_or_else(|printed| panic!("{} for {}: {printed}", page.name, gpu.target()));
    });
}
