//! The GPUs of a list, and `on("b200", threads = 512)`: values for one of them.

use occupancy_core::{Arch, UnknownArch, kernel::Argument, rules::unknown_arch};

use super::values::{self, Setting, Values};
use crate::format::joined;

/// A GPU, and the name by which the author or the user calls it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedArch {
    /// The name.
    pub name: String,
    /// The GPU.
    pub arch: Arch,
    /// What was written: the name, or the range that the GPU is in.
    pub written: String,
}

impl NamedArch {
    /// Finds a GPU by its name, or a compute capability. The help of an error names others, each after `option`, such
    /// as `--arch `.
    ///
    /// # Errors
    ///
    /// The message of the compiler about a name that no GPU has.
    pub fn find(text: &str, option: &str) -> Result<Self, String> {
        let name = text.trim().to_owned();
        let arch = Arch::find(&name).map_err(|unknown| message(&name, &unknown, option))?;
        let written = name.clone();
        Ok(Self {
            name,
            arch,
            written,
        })
    }

    /// Finds a GPU as [`find`](Self::find) does, or those of a range of compute capabilities, such as `7.5..`.
    ///
    /// # Errors
    ///
    /// The message of the compiler about a name that no GPU has, or about the range.
    pub fn all(text: &str, option: &str) -> Result<Vec<Self>, String> {
        let name = text.trim();
        if !Arch::is_range(name) {
            return Ok(vec![Self::find(text, option)?]);
        }
        let archs = Arch::range(name).map_err(|unknown| message(name, &unknown, option))?;
        let named = |arch: &Arch| Self {
            name: arch.short_name().to_owned(),
            arch: *arch,
            written: name.to_owned(),
        };
        Ok(archs.iter().map(named).collect())
    }
}

/// The message of the compiler about a name, with others after `option`.
fn message(name: &str, unknown: &UnknownArch, option: &str) -> String {
    let range = unknown.nearest_range();
    let mut others = joined(", ", unknown.nearest(), |name| format!("`{option}{name}`"));
    others.extend(range.map(|range| format!("`{option}{range}`")));
    unknown_arch(name, unknown, Some(&others)).to_string()
}

/// The values that `on(…)` states for one GPU of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PerGpu {
    /// The GPU.
    pub gpu: NamedArch,
    /// Its own arguments, in the order in which they were written.
    pub settings: Vec<Setting>,
}

impl PerGpu {
    /// Reads the text in the parentheses of `on`.
    ///
    /// ```
    /// use occupancy_report::calculator::{PerGpu, Setting};
    ///
    /// let own = PerGpu::parse("b200, threads = 512, hides(cycles = 400)")?;
    /// assert_eq!((own.gpu.name.as_str(), own.settings.len()), ("b200", 2));
    /// assert_eq!(PerGpu::parse("b200").unwrap_err(), "it states nothing for b200 alone, such as `b200, threads = 512`");
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A message that says what the text has to be.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parts = values::parts(text);
        let name = parts.next().unwrap_or_default();
        let gpu = NamedArch::find(name.trim_matches('"'), "")?;
        let mut settings: Vec<Setting> = Vec::new();
        for part in parts {
            let (name, value) = values::split_argument(part).ok_or_else(|| {
                format!("`{part}` is not an argument with a value, such as `threads = 512`")
            })?;
            let setting =
                Setting::parse(name, value).map_err(|fault| format!("`{name}`: {fault}"))?;
            if !setting.argument.is_of_one_gpu() {
                return Err(format!("the GPUs share `{name}`: state it for all of them"));
            }
            if values::states(&settings, setting.argument) {
                return Err(format!("`{name}` is there twice"));
            }
            settings.push(setting);
        }
        if settings.is_empty() {
            let name = &gpu.name;
            return Err(format!(
                "it states nothing for {name} alone, such as `{name}, threads = 512`"
            ));
        }
        Ok(Self { gpu, settings })
    }

    fn is_for(&self, named: &NamedArch) -> bool {
        self.gpu.arch.name() == named.arch.name()
    }
}

/// The GPUs that share a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part<'a> {
    /// The GPUs, at least one.
    pub archs: Vec<Arch>,
    /// The same GPUs with their names.
    pub named: Vec<NamedArch>,
    /// The `on(…)` of the one GPU; `None` for the GPUs without one.
    pub own: Option<&'a PerGpu>,
    /// `true` if other GPUs share the intent. It may be fulfilled on those, so no warning says that it is not.
    pub shares_intent: bool,
}

impl Part<'_> {
    /// Returns the arguments of this part: its own, and the others of `values`, which all GPUs share.
    pub fn values<'s>(&'s self, values: &Values<'s>) -> Values<'s> {
        let mut values = values.clone();
        for setting in self.own.iter().flat_map(|own| &own.settings) {
            values.apply(setting);
        }
        values
    }
}

/// Divides a list of GPUs into parts: first the GPUs without arguments of their own, then each of the others.
///
/// # Errors
///
/// A message if the GPU of an `on(…)` is not in the list or has two of them, or if every GPU has one.
pub fn parts<'a>(archs: &[NamedArch], on: &'a [PerGpu]) -> Result<Vec<Part<'a>>, String> {
    for (at, own) in on.iter().enumerate() {
        let name = &own.gpu.name;
        if !archs.iter().any(|named| own.is_for(named)) {
            return Err(format!("`{name}` is not in `arch`: add it there"));
        }
        if on.iter().take(at).any(|other| other.is_for(&own.gpu)) {
            return Err(format!("`{name}` has more than one `on`"));
        }
    }
    let mut shared = archs.to_vec();
    shared.retain(|named| !on.iter().any(|own| own.is_for(named)));
    if shared.is_empty() {
        let fault = "every GPU has an `on`: at least one takes the values of all as they are";
        return Err(fault.into());
    }
    let shares_intent = |own: &PerGpu| !values::states(&own.settings, Argument::Intent);
    let part = |named: Vec<NamedArch>, own, shares_intent| Part {
        archs: named.iter().map(|named| named.arch).collect(),
        named,
        own,
        shares_intent,
    };
    let mut parts = vec![part(shared, None, on.iter().any(shares_intent))];
    for own in on {
        parts.push(part(vec![own.gpu.clone()], Some(own), shares_intent(own)));
    }
    Ok(parts)
}
