//! The calculator in a browser: it takes a configuration as text, and answers with JSON.

use occupancy_core::kernel::{Argument, Figure, Form};
use occupancy_core::{Arch, Configuration, Device, Multiprocessor};
use serde::Serialize;

use super::attribute::Attribute;
use super::found::{Found, Levels, Message, allowed, lint};
use super::on::{NamedArch, On, parts};
use super::row::Row;
use super::values::{Setting, Values};
use crate::charts::drawings;
use crate::verdict::{Changes, Hidden, Limit, Verdict};
use crate::words::counted;

/// What a calculator shows.
#[derive(Default, Serialize)]
struct Answer {
    /// Arguments that cannot be read.
    faults: Vec<Fault>,
    attribute: Option<String>,
    errors: Vec<Said>,
    warnings: Vec<Said>,
    /// The block sizes that `threads = auto` chose from, the best first.
    chosen: Vec<Chosen>,
    gpus: Vec<Gpu>,
}

/// An argument that cannot be read, and why.
#[derive(Serialize)]
struct Fault {
    argument: String,
    message: String,
}

/// A message of the compiler, and with the attribute, as it is printed.
#[derive(Serialize)]
struct Said {
    argument: &'static str,
    /// The argument whose field it is in: that of `tile` for those in its parentheses.
    field: &'static str,
    code: Option<String>,
    message: String,
    explained: String,
}

/// A block size, and the occupancy that it reaches.
#[derive(Serialize)]
struct Chosen {
    threads: u32,
    occupancy: String,
}

/// A GPU to choose, by the value that the arguments take.
#[derive(Serialize)]
struct Choice {
    value: String,
    name: String,
}

/// A configuration on one GPU.
#[derive(Serialize)]
struct Gpu {
    name: &'static str,
    /// The largest value of each argument on the GPU.
    most: Row,
    figures: Row,
    limits: Vec<Limit>,
    hides: Vec<Hidden>,
    changes: Vec<Changes>,
    /// HTML; empty if nothing is resident.
    drawings: String,
}

/// Everything that a calculator shows of a configuration, as one JSON object. Each line of `arguments` is
/// one argument of the attribute, such as `threads = 256`; `on = b200, threads = 512` has the values of
/// one GPU. An argument without a value is not stated.
///
/// ```
/// use occupancy_report::calculator::answer;
///
/// let answer = answer("arch = h100\nthreads = 256\nregs = 64\nsmem =");
/// assert!(answer.contains(r#""blocks_per_sm":4,"warps_per_sm":32"#));
/// assert!(answer.contains(r#"[launch_config(arch = \"h100\", threads = 256, regs = 64)]"#));
/// ```
pub fn answer(arguments: &str) -> String {
    let mut answer = Answer::default();
    let mut asked = Asked::default();
    for line in arguments.lines() {
        if let Some((name, value)) = line.split_once('=')
            && let (name, value) = (name.trim(), value.trim())
            && !value.is_empty()
            && let Err(message) = asked.set(name, value)
        {
            answer.fault(name, &message);
        }
    }
    let states = |argument| asked.settings.iter().any(|one| one.argument == argument);
    for (argument, is_stated) in [
        ("arch", !asked.archs.is_empty()),
        ("threads", states(Argument::Threads)),
        ("regs", states(Argument::Registers)),
    ] {
        let mut faults = answer.faults.iter();
        if !is_stated && faults.all(|fault| fault.argument != argument) {
            answer.fault(argument, "it is missing");
        }
    }
    if answer.faults.is_empty()
        && let Err(message) = asked.calculate(&mut answer)
    {
        answer.fault("on", &message);
    }
    serde_json::to_string(&answer).unwrap_or_default()
}

/// The GPUs to choose from, as an array of JSON: devices by name, then compute capabilities.
///
/// ```
/// use occupancy_report::calculator::gpus;
///
/// assert!(gpus().contains(r#"{"value":"h100","name":"H100 SXM5 80GB, 132 SMs, 9.0"}"#));
/// ```
pub fn gpus() -> String {
    let choice = |value: &str, name| Choice {
        value: value.to_owned(),
        name,
    };
    let devices = Device::ALL.iter().map(|device| {
        let sms = counted(device.sm_count().into(), "SM");
        let cc = device.multiprocessor().name();
        let name = format!("{}, {sms}, {cc}", device.name());
        choice(Arch::Device(*device).short_name(), name)
    });
    let capabilities = Multiprocessor::ALL.iter().map(|sm| {
        let (name, architecture) = (sm.name(), sm.architecture());
        choice(name, format!("compute capability {name}, {architecture}"))
    });
    let all: Vec<_> = devices.chain(capabilities).collect();
    serde_json::to_string(&all).unwrap_or_default()
}

impl Answer {
    fn fault(&mut self, argument: &str, message: &str) {
        self.faults.push(Fault {
            argument: argument.to_owned(),
            message: message.to_owned(),
        });
    }
}

/// What the page asks of.
#[derive(Default)]
struct Asked {
    archs: Vec<NamedArch>,
    settings: Vec<Setting>,
    on: Vec<On>,
    levels: Levels,
}

impl Asked {
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let names = |read: fn(&str) -> _| -> Result<Vec<_>, String> {
            value.split(',').map(|name| read(name.trim())).collect()
        };
        match name {
            "arch" => {
                let archs = value.split(',').map(|name| NamedArch::find(name, ""));
                self.archs = archs.collect::<Result<_, _>>()?;
            }
            "on" => self.on.push(On::parse(value)?),
            "allow" => self.levels.allow.extend(names(allowed)?),
            "warn" => self.levels.warn.extend(names(lint)?),
            "deny" => self.levels.deny.extend(names(lint)?),
            _ => {
                let setting = Setting::parse(name, value)?;
                if matches!(setting.argument.form(), Form::File | Form::Text) {
                    return Err("a page reads no files".to_owned());
                }
                self.settings.push(setting);
            }
        }
        Ok(())
    }

    fn calculate(&self, answer: &mut Answer) -> Result<(), String> {
        let mut values = Values::default();
        for setting in &self.settings {
            values.apply(setting);
        }
        let attribute = Attribute::new(&self.archs, &values, &self.on, &self.levels);
        for part in parts(&self.archs, &self.on)? {
            let found = Found::new(&part, &values, &self.levels, &[]);
            let said = |message| said(message, &attribute);
            answer.errors.extend(found.errors.iter().map(said));
            answer.warnings.extend(found.warnings.iter().map(said));
            answer.chosen.extend(found.chosen.iter().map(|size| Chosen {
                threads: size.threads,
                occupancy: size.occupancy.to_string(),
            }));
            if let Some(configuration) = &found.configuration() {
                let each = found.rows.iter().zip(&part.archs);
                let gpu = |(row, arch): (&Row, _)| Gpu::new(row.clone(), configuration, arch);
                answer.gpus.extend(each.map(gpu));
            }
        }
        answer.attribute = Some(attribute.text);
        Ok(())
    }
}

fn said(message: &Message, attribute: &Attribute) -> Said {
    let field = match message.argument {
        argument if Argument::OF_TILE.contains(argument) => Argument::Tile,
        argument => argument,
    };
    Said {
        argument: message.argument.key(),
        field: field.key(),
        code: message.code().map(str::to_owned),
        message: message.text.clone(),
        explained: attribute.explained(message),
    }
}

impl Gpu {
    fn new(figures: Row, configuration: &Configuration<'_>, arch: &Arch) -> Self {
        let verdict = Verdict::new(configuration, arch);
        let verdict = verdict.as_ref();
        let is_launched = figures.number::<u64>(Figure::BlocksPerSm) > Some(0);
        let drawn = is_launched.then(|| drawings(configuration, arch));
        let sm = arch.multiprocessor();
        Self {
            name: arch.name(),
            most: Row::default()
                .with(Argument::Threads, sm.max_threads_per_block())
                .with(Argument::Registers, sm.max_registers_per_thread())
                .with(
                    Argument::DynamicSharedMemory,
                    sm.shared_memory_per_block_optin(),
                ),
            figures,
            limits: verdict.map(Verdict::limits).unwrap_or_default(),
            hides: verdict.map(Verdict::latency).unwrap_or_default(),
            changes: verdict.map(Verdict::changes).unwrap_or_default(),
            drawings: drawn.flatten().unwrap_or_default(),
        }
    }
}
