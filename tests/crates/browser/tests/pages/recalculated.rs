//! What a page of a launch type shows, against the calculation: what a block asks for, as the page states
//! it, makes the figures, the limits and the numbers of the charts.

use occupancy::model::{Limits, Resource};
use occupancy::{Arch, Kernel, Occupancy};

use crate::common::text;

/// A table, as text.
struct Table {
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// What was found on a page.
#[derive(Default)]
pub(crate) struct Recalculated {
    /// The GPUs that figures stand for.
    pub(crate) gpus: usize,
    /// The GPUs that have charts.
    pub(crate) with_charts: usize,
    pub(crate) faults: Vec<String>,
}

/// Compares the page of a launch type with the calculation.
pub(crate) fn recalculated(html: &str) -> Recalculated {
    let mut found = Recalculated::default();
    let Some((_, page)) = html.split_once("<div class=\"docblock\">") else {
        return found;
    };
    let page = page.split("<h2 id=\"aliased-type\"").next().unwrap_or(page);
    let mut sections = page.split("<h2 id=");
    let head = tables(sections.next().unwrap_or_default());
    let Some(summary) = head.iter().find(|table| table.has("binding limit")) else {
        return found;
    };
    let sections: Vec<&str> = sections.collect();
    for row in &summary.rows {
        let name = &row[0];
        found.gpus += 1;
        let section = sections.iter().find(|section| {
            let (_, heading) = section.split_once("</a>").unwrap_or_default();
            let (heading, _) = heading.split_once("</h2>").unwrap_or_default();
            text(heading).eq_ignore_ascii_case(name)
        });
        let Some(section) = section else {
            found.faults.push(format!("{name} has no section"));
            continue;
        };
        if section.contains("role=\"img\"") {
            found.with_charts += 1;
        }
        match gpu(row, &head, section) {
            Some(faults) => found.faults.extend(faults),
            None => found.faults.push(format!("{name}: a figure has no number")),
        }
    }
    found
}

/// What is wrong with one GPU's figures; `None` where one cannot be read.
fn gpu(row: &[String], head: &[Table], section: &str) -> Option<Vec<String>> {
    let mut faults = Vec::new();
    let tables = tables(section);
    let parameter = |name: &str| {
        let all = tables.iter().chain(head);
        let mut rows = all
            .filter(|table| table.has("parameter"))
            .flat_map(|table| &table.rows);
        rows.find(|row| row[0] == name).map(|row| row[1].as_str())
    };
    let kernel = kernel(parameter)?;
    let (_, capability) = section.split_once("ompute capability ")?;
    let end = capability.find(|next: char| next != '.' && !next.is_ascii_digit())?;
    let arch = Arch::find(capability[..end].trim_end_matches('.')).ok()?;
    let cc = arch.compute_capability();
    let occupancy = Occupancy::new(cc, &kernel).ok()?;
    let mut compare = |what: &str, shown: &str, expected: String| {
        if shown != expected {
            faults.push(format!("{}: {what} is {shown}, and is {expected}", row[0]));
        }
    };
    let (warps, schedulers) = (occupancy.warps_per_sm(), cc.sub_partitions());
    let each = match (warps / schedulers, warps % schedulers) {
        (each, 0) => each.to_string(),
        (each, _) => format!("{each} or {}", each + 1),
    };
    let slots = occupancy.max_warps_per_sm / schedulers;
    compare(
        "blocks per SM",
        &row[2],
        occupancy.blocks_per_sm.to_string(),
    );
    compare("warps per scheduler", &row[3], format!("{each} of {slots}"));
    compare("occupancy", &row[4], occupancy.ratio().to_string());
    compare(
        "the binding limit",
        &row[5],
        occupancy.binding().to_string(),
    );
    let resources = tables
        .iter()
        .find(|table| table.has("resource"))?
        .rows
        .iter();
    // Clusters limit no blocks.
    for row in resources.filter(|row| row[0] != "clusters") {
        let (limit, resource) = limit(&occupancy.limits, &row[0])?;
        let expected = limit.map_or_else(|| "–".to_owned(), |blocks| blocks.to_string());
        compare(&format!("the limit of {}", row[0]), &row[1], expected);
        let binds = occupancy.binds(resource);
        compare(
            &row[0],
            &row[2],
            String::from(if binds { "binds" } else { "" }),
        );
    }
    if section.contains("role=\"img\"") {
        let numbers = section.split_once("The numbers of the charts</summary>")?.1;
        let numbers = self::tables(numbers);
        for (head, value) in [
            ("threads per block", kernel.threads_per_block()),
            ("registers per thread", kernel.registers_per_thread.into()),
            (
                "dynamic shared memory, bytes",
                kernel.dynamic_shared_memory.into(),
            ),
        ] {
            let table = numbers.iter().find(|table| table.has(head))?;
            let row = table.rows.iter().find(|row| row_has(&row[0], value))?;
            compare(head, &row[1], occupancy.blocks_per_sm.to_string());
            compare(head, &row[3], occupancy.ratio().to_string());
        }
    }
    Some(faults)
}

/// What a block asks for, from the parameters of a page.
fn kernel<'a>(parameter: impl Fn(&str) -> Option<&'a str>) -> Option<Kernel> {
    let block = dims(parameter("block")?.split(" = ").next()?)?;
    let registers = number(parameter("registers")?.strip_prefix("at most ")?)?;
    let (dynamic, fixed) = parameter("shared memory")?.split_once(" bytes dynamic, ")?;
    let mut kernel = Kernel::new(block, registers)
        .with_dynamic_shared_memory(number(dynamic)?)
        .with_static_shared_memory(number(fixed)?);
    if let Some(barriers) = parameter("named barriers") {
        kernel = kernel.with_barriers(number(barriers)?);
    }
    if let Some(percent) = parameter("carve-out") {
        kernel = kernel.with_carveout(Some(number(percent)?));
    }
    if let Some(cluster) = parameter("cluster") {
        kernel = kernel.with_cluster_dim(Some(dims(cluster)?));
    }
    Some(kernel)
}

/// The blocks that the resource of this name allows.
fn limit(limits: &Limits, name: &str) -> Option<(Option<u32>, Resource)> {
    let all = [
        (limits.registers, Resource::Registers),
        (limits.shared_memory, Resource::SharedMemory),
        (Some(limits.warps), Resource::Warps),
        (Some(limits.block_slots), Resource::BlockSlots),
        (limits.barriers, Resource::Barriers),
    ];
    all.into_iter()
        .find(|(_, resource)| resource.to_string() == name)
}

/// The number that a text begins with.
fn number(text: &str) -> Option<u32> {
    let end = text.find(|next: char| next != ',' && !next.is_ascii_digit());
    text[..end.unwrap_or(text.len())]
        .replace(',', "")
        .parse()
        .ok()
}

fn dims(text: &str) -> Option<(u32, u32, u32)> {
    let mut extents = text.split(" × ").map(number);
    let mut next = || extents.next().unwrap_or(Some(1));
    Some((next()?, next()?, next()?))
}

/// Whether `31` or `1 to 32` has the value.
fn row_has(values: &str, value: u64) -> bool {
    let (first, last) = values.split_once(" to ").unwrap_or((values, values));
    let bound = |bound| number(bound).map(u64::from);
    bound(first).is_some_and(|first| first <= value)
        && bound(last).is_some_and(|last| value <= last)
}

fn tables(html: &str) -> Vec<Table> {
    let cells = |row: &str, tag: &str| -> Vec<String> {
        let cells = row.split(tag).skip(1);
        let cells = cells.filter_map(|cell| cell.split_once('>'));
        cells.map(|(_, cell)| text(cell)).collect()
    };
    let tables = html.split("<table>").skip(1);
    let tables = tables.filter_map(|table| table.split_once("</table>"));
    tables
        .filter_map(|(table, _)| {
            let (heads, rows) = table.split_once("<tbody>")?;
            Some(Table {
                heads: cells(heads, "<th"),
                rows: rows
                    .split("<tr>")
                    .skip(1)
                    .map(|row| cells(row, "<td"))
                    .collect(),
            })
        })
        .collect()
}

impl Table {
    fn has(&self, head: &str) -> bool {
        self.heads.iter().any(|other| other == head)
    }
}

#[cfg(test)]
mod tests {
    use super::recalculated;

    fn page(blocks: u32, occupancy: &str) -> String {
        format!(
            "<div class=\"docblock\"><table><thead><tr><th>GPU</th><th>binding limit</th></tr></thead><tbody>\
             <tr><td>H100</td><td>256</td><td>{blocks}</td><td>8 of 16</td><td>{occupancy}</td><td>registers</td></tr>\
             </tbody></table><table><thead><tr><th>parameter</th></tr></thead><tbody>\
             <tr><td>block</td><td>256 × 1 × 1 = 256 threads</td></tr><tr><td>registers</td><td>at most 64 per thread</td></tr>\
             <tr><td>shared memory</td><td>0 bytes dynamic, 0 static</td></tr></tbody></table>\
             <h2 id=\"h100\"><a>§</a>H100</h2><p>Compute capability 9.0, 132 SMs</p>\
             <table><thead><tr><th>resource</th></tr></thead><tbody>\
             <tr><td>registers</td><td>4</td><td>binds</td></tr></tbody></table>"
        )
    }

    #[test]
    fn what_differs_from_the_calculation_is_a_fault() {
        assert_eq!(recalculated(&page(4, "50 %")).faults, [""; 0]);
        assert_eq!(
            recalculated(&page(5, "62.5 %")).faults,
            [
                "H100: blocks per SM is 5, and is 4",
                "H100: occupancy is 62.5 %, and is 50 %"
            ]
        );
    }
}
