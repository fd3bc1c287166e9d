//! The images of a file, and which of them a GPU runs.

use occupancy_core::gpu::{CodeForm, Suffix, Vendor};
use occupancy_core::{Compiled, Multiprocessor};

use super::bundle::{self, is_bundle};
use super::fatbin::of_entry;
use super::{Candidates, Entry, Image, entries, is_fatbin};
use crate::error::{Error, ErrorKind, List};
use crate::prelude::*;

/// The images of a cubin or a fat binary, read once for all kernels and GPUs.
///
/// ```
/// use occupancy_binary::{Error, cubin::Images};
/// use occupancy_core::compute_capabilities::{SM_80, SM_90};
///
/// # /*
/// let file = std::fs::read("kernels.fatbin")?;
/// # */
/// # let file = include_bytes!("../../fixtures/raw.fatbin").to_vec();
/// let images = Images::new(&file)?;
/// for gpu in [SM_80, SM_90] {
///     let saxpy = images.usage_on(&gpu, "saxpy")?;
///     assert_eq!(saxpy.compute_capability, gpu.compute_capability());
/// }
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Images<'a> {
    /// Each image, or the error if it cannot be read.
    images: Vec<Pair<'a>>,
    /// The vendor whose fat binary or bundle it is; `None` for an image by itself.
    container: Option<Vendor>,
}

type Pair<'a> = (Entry<'a>, Result<Image<'a>, Error>);

impl<'a> Images<'a> {
    /// The images of a file.
    ///
    /// # Errors
    ///
    /// [`Error`] if it is neither a cubin nor a fat binary, or not a whole one. If an image of a fat binary cannot be
    /// read, only those who ask for it get the error.
    pub fn new(file: &'a [u8]) -> Result<Self, Error> {
        let (container, entries) = if is_bundle(file) {
            let entries = bundle::entries(file, |_| Err(compressed_bundle()));
            (Some(Vendor::Amd), entries)
        } else if is_fatbin(file) {
            (Some(Vendor::Nvidia), entries(file))
        } else {
            let image = Image::new(file)?;
            let entry = Entry::of_image(&image, file, 0);
            return Ok(Self {
                images: vec![(entry, Ok(image))],
                container: None,
            });
        };
        let mut images = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|(_, error)| error)?;
            if entry.is_machine_code() {
                let image = entry.image();
                images.push((entry, image));
            }
        }
        Ok(Self { images, container })
    }

    /// Reads a kernel of the only image, as [`usage`] does.
    ///
    /// # Errors
    ///
    /// Those of [`usage`].
    pub fn usage(&self, kernel: &str) -> Result<Compiled<'a>, Error> {
        match self.images.len() {
            0 | 1 => self.choose(kernel, |_| true),
            _ => Err(self.several()),
        }
    }

    /// Reads a kernel of the image that a GPU loads. From a fat binary, a GPU of NVIDIA loads the image for its compute
    /// capability, or else the one for the last minor version before it with the same major version. A Tegra (Jetson)
    /// runs only its own, and an image for `sm_90a` runs only there. A GPU of AMD loads the image for its target, or else
    /// one for a `generic` target.
    ///
    /// A cubin is read for any GPU: [`Compiled::compute_capability`] and [`Compiled::suffix`] say
    /// which one it is for. `kernel` is a name as for [`usage`].
    ///
    /// # Errors
    ///
    /// Those of [`usage`]; [`ErrorKind::NoImage`] if no image of a fat binary runs on the GPU, and
    /// [`ErrorKind::SeveralImages`] if several images for it have the kernel.
    ///
    /// ```
    /// use occupancy_binary::{Error, cubin::Images};
    /// use occupancy_core::compute_capabilities::{SM_80, SM_90};
    ///
    /// # /*
    /// let file = include_bytes!("kernels.fatbin");
    /// # */
    /// # let file = include_bytes!(concat!(
    /// #     env!("CARGO_MANIFEST_DIR"),
    /// #     "/../tests/fixtures/cubins/saxpy-13.fatbin",
    /// # ));
    /// let images = Images::new(file)?;
    /// assert_eq!(images.usage_on(&SM_80, "blas::reversed")?.static_shared_memory, Some(1024));
    /// let other = images.usage_on(&SM_90, "saxpy").unwrap_err();
    /// assert!(other.to_string().contains("there is for sm_80"));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Binary Compatibility, as for [`runs`](occupancy_core::gpu::runs).
    pub fn usage_on(&self, sm: &Multiprocessor, kernel: &str) -> Result<Compiled<'a>, Error> {
        self.choose(kernel, |one| one.runs_on(sm))
    }

    /// Reads a kernel of the only image that has it, of those that a GPU loads out of those that it `runs`. An image by
    /// itself is read for any.
    fn choose(
        &self,
        kernel: &str,
        runs: impl Fn(&Entry<'a>) -> bool,
    ) -> Result<Compiled<'a>, Error> {
        let mut choice = Choice::new(kernel);
        let is_read = |one: &Entry<'a>| self.container.is_none() || runs(one);
        for (entry, image) in loaded(&self.images, |(one, _)| one, is_read) {
            let image = image.as_ref().map_err(Clone::clone)?;
            choice.look_in(image, None, |usage| with_suffix(usage, entry))?;
        }
        match choice.finish(|| self.none())?[..] {
            [usage] => Ok(usage),
            _ => Err(self.several()),
        }
    }

    /// The targets of the images, in their order.
    fn targets(&self) -> List {
        /// The most bytes of the list before one more, which has at most 26: a comma, a blank, `sm_`, two numbers of
        /// 32 bits and a letter; or `gfx90a:sramecc+:xnack-`.
        const LISTED: usize = 64 - 26;
        let mut targets = List::default();
        for (one, _) in &self.images {
            if targets.names.join(", ").len() > LISTED {
                targets.left_out = targets.left_out.saturating_add(1);
                continue;
            }
            let name = format!("{}{}", one.target(), one.features);
            targets.names.push(name);
        }
        targets
    }

    fn none(&self) -> Error {
        let targets = self.targets();
        let [file, not_only, option, _] = self.words();
        let (fault, help) = if targets.is_empty() {
            let help = format!("compile it for a GPU{not_only}: `{option}`");
            (format!("the {file} has no machine code"), help)
        } else {
            let help = format!("there is for {targets}; add the GPU: `{option}`");
            ("no machine code for this GPU".to_owned(), help)
        };
        Error::new(ErrorKind::NoImage, fault, help).naming("", targets)
    }

    fn several(&self) -> Error {
        let targets = self.targets();
        let [file, _, _, one] = self.words();
        let help = format!(
            "they are for {targets}: say which GPU, or where there are several for one, take {one}"
        );
        let fault = format!("the {file} has several images");
        Error::new(ErrorKind::SeveralImages, fault, help).naming("", targets)
    }

    /// What the file is, what it may have alone, the option for a GPU, and one image of it.
    fn words(&self) -> [&'static str; 4] {
        if self.container == Some(Vendor::Amd) {
            let one = "one of them: `clang-offload-bundler --unbundle`";
            return ["bundle", "", "--offload-arch=gfx942", one];
        }
        let option = "-gencode arch=compute_90,code=sm_90";
        let not_only = " and not only to PTX";
        ["fat binary", not_only, option, "the cubin itself"]
    }
}

fn compressed_bundle() -> Error {
    let fault = "the offload bundle is compressed";
    let help = "compile with `--no-offload-compress`, or take the code object of \
         `--offload-device-only --no-gpu-bundle-output`";
    Error::new(ErrorKind::Compressed, fault, help)
}

/// The code that a GPU loads, out of the code that it `runs`: that for the last minor version, and of AMD's that for the
/// target itself before that for a generic one.
pub(crate) fn loaded<'s, 'a: 's, T>(
    all: &'s [T],
    entry: impl Fn(&'s T) -> &'s Entry<'a>,
    runs: impl Fn(&Entry<'a>) -> bool,
) -> impl Iterator<Item = &'s T> {
    let rank = move |one| {
        let entry = entry(one);
        let is_own = entry.suffix != Suffix::Generic;
        runs(entry).then_some((is_own, entry.compute_capability))
    };
    let latest = all.iter().filter_map(&rank).max();
    let is_latest = move |one: &&'s T| latest.is_some() && rank(*one) == latest;
    all.iter().filter(is_latest)
}

/// Adds the letter of the target that a fat binary states where the image does not.
pub(crate) fn with_suffix<'a>(mut usage: Compiled<'a>, entry: &Entry<'_>) -> Compiled<'a> {
    if usage.suffix == Suffix::None {
        usage.suffix = entry.suffix;
    }
    usage
}

/// Reads a kernel of a cubin, or of a fat binary with one cubin.
///
/// `kernel` is the name of its symbol, mangled for C++; or its name in the source, with or without
/// namespaces, if only one kernel has it: `dot` and `blas::dot` are both `_ZN4blas3dotEiPKfS1_Pf`.
/// For several kernels of one file, read it once with [`Images`].
///
/// # Errors
///
/// [`Error`] if the bytes are not such a file, or not a whole one; if there is no such kernel, or
/// its attributes contradict each other; or if a fat binary has a compressed cubin, or several:
/// [`Images::usage_on`] takes one of those.
///
/// ```
/// use occupancy_binary::{ErrorKind, cubin::usage};
///
/// let error = usage(b".version 8.0", "saxpy").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::UnknownFormat);
/// ```
pub fn usage<'a>(file: &'a [u8], kernel: &str) -> Result<Compiled<'a>, Error> {
    Images::new(file)?.usage(kernel)
}

/// The kernels that a name means, collected from images for one GPU.
pub(crate) struct Choice<'k, T> {
    kernel: &'k str,
    /// Each kernel, with `true` if the name is its symbol.
    found: Vec<(bool, T)>,
    ambiguous: Option<Error>,
    /// The names in images without the kernel, and the byte of the file where the first of those images begins.
    others: Option<(Candidates<'k>, Option<usize>)>,
}

impl<'k, T> Choice<'k, T> {
    pub(crate) fn new(kernel: &'k str) -> Self {
        Self {
            kernel,
            found: Vec::new(),
            ambiguous: None,
            others: None,
        }
    }

    /// Looks for the kernel in an image. If that is one of many in a file, errors say that it begins at byte `at`.
    pub(crate) fn look_in<'a>(
        &mut self,
        image: &Image<'a>,
        at: Option<usize>,
        found: impl FnOnce(Compiled<'a>) -> T,
    ) -> Result<(), Error> {
        match image.usage(self.kernel) {
            Ok(usage) => self.found.push((usage.name == self.kernel, found(usage))),
            Err(error) if error.kind() == ErrorKind::UnknownKernel => {
                let none = || (Candidates::new(self.kernel, CodeForm::MachineCode), at);
                let (candidates, _) = self.others.get_or_insert_with(none);
                image.suggest(candidates);
            }
            Err(error) if error.kind() == ErrorKind::AmbiguousKernel => {
                self.ambiguous = Some(of_entry(at, error));
            }
            Err(error) => return Err(of_entry(at, error)),
        }
        Ok(())
    }

    /// The kernels, at least one. `none` makes the error if there was no image.
    pub(crate) fn finish(self, none: impl FnOnce() -> Error) -> Result<Vec<T>, Error> {
        // A symbol counts more than a name in the source, as it does in one image.
        let is_symbol = self.found.iter().any(|(is_symbol, _)| *is_symbol);
        match (self.ambiguous, self.others) {
            (Some(error), _) if !is_symbol => return Err(error),
            _ if !self.found.is_empty() => {}
            (_, Some((others, at))) => return Err(of_entry(at, others.finish())),
            _ => return Err(none()),
        }
        let mut kernels = self.found;
        kernels.retain(|(is, _)| *is || !is_symbol);
        Ok(kernels.into_iter().map(|(_, found)| found).collect())
    }
}
