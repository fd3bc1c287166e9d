//! Answers the calculator in a browser: takes a configuration as text, and returns JSON.

use std::collections::BTreeMap;

use occupancy_core::kernel::{Argument, Figure, Form};
use occupancy_core::{Arch, Configuration, Device, Multiprocessor};
use serde::Serialize;
use serde_json::{Value, json};

use super::attribute::Attribute;
use super::check::{Check, Levels, Message, allowed, lint};
use super::per_gpu::{NamedArch, PerGpu, parts};
use super::row::Row;
use super::values::{self, Setting, Values};
use crate::charts::drawings;
use crate::format::{counted, worded};
use crate::lines::{Line, paragraphs, tile};
use crate::outcome::{Changes, Hidden, Limit, Outcome};

/// The words of a calculator that differ between vendors.
const WRITTEN: &str =
    "block|each block|blocks per SM|SM|warps|warps per SM|waves|last wave|Compute capability";

/// The answer to one request of a calculator.
#[derive(Default, Serialize)]
struct Answer {
    /// Arguments that cannot be read, each with the reason.
    faults: Vec<Value>,
    attribute: Option<String>,
    errors: Vec<Value>,
    warnings: Vec<Value>,
    /// The block sizes that `threads = auto` chose from, the best first, with their occupancy.
    chosen: Vec<Value>,
    gpus: Vec<Gpu>,
}

/// A configuration on one GPU.
#[derive(Serialize)]
struct Gpu {
    name: &'static str,
    /// What the page writes, in the words of the GPU.
    words: BTreeMap<&'static str, String>,
    /// The largest value of each argument on the GPU.
    most: Row,
    figures: Row,
    limits: Vec<Limit>,
    hides: Vec<Hidden>,
    /// What a tile takes, and its intensity.
    tile: Vec<Line>,
    changes: Vec<Changes>,
    /// The charts as HTML; empty if no block is resident.
    drawings: String,
}

/// Answers a calculator with everything that it shows of a configuration, as one JSON object.
///
/// Each line of `arguments` is one argument of the attribute, such as `threads = 256`; `on = b200, threads = 512` has
/// the values of one GPU. An argument without a value counts as left out.
///
/// ```
/// use occupancy_report::calculator;
///
/// let answer = calculator::answer("arch = h100\nthreads = 256\nregs = 64\nsmem =");
/// assert!(answer.contains(r#""blocks_per_sm":4,"warps_per_sm":32"#));
/// assert!(answer.contains(r#"[launch_config(arch = \"h100\", threads = 256, regs = 64)]"#));
///
/// let tile = "tile = m = 128, n = 128, k = 64, a = 2, b = 2";
/// let answer = calculator::answer(&format!("arch = h100\nthreads = 256\nregs = 96\n{tile}"));
/// let intensity = "64 FLOP per byte; the ridge is 295.17";
/// assert!(answer.contains(&format!(r#"{{"label":"intensity","text":"{intensity}"}}"#)));
/// ```
pub fn answer(arguments: &str) -> String {
    let mut answer = Answer::default();
    let mut request = Request::default();
    for line in arguments.lines() {
        if let Some((name, value)) = line.split_once('=')
            && let (name, value) = (name.trim(), value.trim())
            && !value.is_empty()
            && let Err(message) = request.set(name, value)
        {
            answer.faults.push(fault(name, &message));
        }
    }
    let states = |argument: &Argument| values::states(&request.settings, *argument);
    // A rule says which GPU has no budget, if another has one.
    let budget = |named: &NamedArch| Argument::Registers.on(named.arch.multiprocessor());
    let mut budgets: Vec<_> = request.archs.iter().map(budget).collect();
    budgets.push(Argument::Registers);
    for (argument, is_stated) in [
        ("arch", !request.archs.is_empty()),
        ("threads", states(&Argument::Threads)),
        (budgets[0].key(), budgets.iter().any(states)),
    ] {
        let mut faults = answer.faults.iter();
        if !is_stated && faults.all(|fault| fault["argument"] != argument) {
            answer.faults.push(fault(argument, "it is missing"));
        }
    }
    if answer.faults.is_empty()
        && let Err(message) = request.calculate(&mut answer)
    {
        answer.faults.push(fault("on", &message));
    }
    serde_json::to_string(&answer).unwrap_or_default()
}

/// Lists the GPUs to choose from, as an array of JSON: devices by name, then compute capabilities.
///
/// ```
/// use occupancy_report::calculator::gpus;
///
/// assert!(gpus().contains(r#"{"name":"H100 SXM5 80GB, 132 SMs, 9.0","value":"h100"}"#));
/// ```
pub fn gpus() -> String {
    let choice = |value: &str, name: String| json!({ "value": value, "name": name });
    let devices = Device::ALL.iter().map(|device| {
        let words = device.multiprocessor().words();
        let sms = worded(&counted(device.sm_count().into(), "SM"), words);
        let cc = device.multiprocessor().name();
        let name = format!("{}, {sms}, {cc}", device.name());
        choice(Arch::Device(*device).short_name(), name)
    });
    let capabilities = Multiprocessor::ALL.iter().map(|sm| {
        let (name, architecture) = (sm.name(), sm.architecture());
        let kind = worded("compute capability", sm.words());
        choice(name, format!("{kind} {name}, {architecture}"))
    });
    devices.chain(capabilities).collect::<Value>().to_string()
}

/// Says why an argument cannot be read.
fn fault(argument: &str, message: &str) -> Value {
    json!({"argument": argument, "message": message})
}

/// The arguments in a request of a calculator.
#[derive(Default)]
struct Request {
    archs: Vec<NamedArch>,
    settings: Vec<Setting>,
    on: Vec<PerGpu>,
    levels: Levels,
}

impl Request {
    /// Takes one argument by its name.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let names = |read: fn(&str) -> _| -> Result<Vec<_>, String> {
            value.split(',').map(|name| read(name.trim())).collect()
        };
        match name {
            "arch" => {
                let archs = value.split(',').map(|name| NamedArch::all(name, ""));
                self.archs = archs.collect::<Result<Vec<_>, _>>()?.concat();
            }
            "on" => self.on.push(PerGpu::parse(value)?),
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

    /// Fills in the rest of the answer. Fails if an `on` does not fit the list of GPUs.
    fn calculate(&self, answer: &mut Answer) -> Result<(), String> {
        let mut values = Values::default();
        for setting in &self.settings {
            values.apply(setting);
        }
        let attribute = Attribute::new(&self.archs, &values, &self.on, &self.levels);
        for part in parts(&self.archs, &self.on)? {
            let check = Check::new(&part, &values, &self.levels, &[]);
            let printed = |message| printed(message, &attribute);
            answer.errors.extend(check.errors.iter().map(printed));
            answer.warnings.extend(check.warnings.iter().map(printed));
            answer.chosen.extend(check.chosen.iter().map(|size| {
                let occupancy = size.occupancy.to_string();
                json!({ "threads": size.threads, "occupancy": occupancy })
            }));
            if let Some(configuration) = &check.configuration() {
                for (row, arch) in check.rows.iter().zip(&part.archs) {
                    answer.gpus.push(Gpu::new(row.clone(), configuration, arch));
                }
            }
        }
        answer.attribute = Some(attribute.text);
        Ok(())
    }
}

/// A message of the compiler, alone and with the attribute. The field of the page that shows it is `tile` for the arguments
/// in its parentheses.
fn printed(message: &Message, attribute: &Attribute) -> Value {
    let field = match message.argument {
        argument if Argument::OF_TILE.contains(argument) => Argument::Tile,
        argument => argument,
    };
    json!({
        "argument": message.argument.key(),
        "field": field.key(),
        "code": message.code(),
        "message": message.text,
        "explained": attribute.explained(message),
    })
}

/// The lines of the tile, if one is stated.
fn of_tile(outcome: &Outcome<'_>) -> Vec<Line> {
    let text = outcome.worded(&tile::lines(outcome));
    paragraphs(&[text]).pop().unwrap_or_default()
}

impl Gpu {
    fn new(figures: Row, configuration: &Configuration<'_>, arch: &Arch) -> Self {
        let outcome = &Outcome::new(configuration, arch);
        let is_launched = figures.number::<u64>(Figure::BlocksPerSm) > Some(0);
        let drawn = is_launched.then(|| drawings(configuration, arch));
        let sm = arch.multiprocessor();
        let most_memory = sm.shared_memory_per_block_optin();
        let texts = WRITTEN.split('|');
        Self {
            name: arch.name(),
            words: texts.map(|text| (text, worded(text, sm.words()))).collect(),
            most: Row::default()
                .with(Argument::Threads, sm.max_threads_per_block())
                .with(Argument::Registers.on(sm), sm.max_registers_per_thread())
                .with(Argument::DynamicSharedMemory, most_memory),
            figures,
            limits: outcome.as_ref().map(Outcome::limits).unwrap_or_default(),
            hides: outcome.as_ref().map(Outcome::latency).unwrap_or_default(),
            tile: outcome.as_ref().map(of_tile).unwrap_or_default(),
            changes: outcome.as_ref().map(Outcome::changes).unwrap_or_default(),
            drawings: drawn.flatten().unwrap_or_default(),
        }
    }
}
