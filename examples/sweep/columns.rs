//! The header: which column is where, and everything that is wrong with it.

use super::filter::shown;
use super::records::Record;

/// A column that says something about a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Column {
    Arch,
    Threads,
    Registers,
    StaticSharedMemory,
    DynamicSharedMemory,
    SharedMemoryOptin,
    Carveout,
    Barriers,
    VirtualResources,
}

impl Column {
    const ALL: [Self; 9] = [
        Self::Arch,
        Self::Threads,
        Self::Registers,
        Self::StaticSharedMemory,
        Self::DynamicSharedMemory,
        Self::SharedMemoryOptin,
        Self::Carveout,
        Self::Barriers,
        Self::VirtualResources,
    ];

    /// The name in the header: that of the attribute's argument, where it has one.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Arch => "arch",
            Self::Threads => "threads",
            Self::Registers => "regs",
            Self::StaticSharedMemory => "static_smem",
            Self::DynamicSharedMemory => "smem",
            Self::SharedMemoryOptin => "optin",
            Self::Carveout => "carveout",
            Self::Barriers => "barriers",
            Self::VirtualResources => "virtual",
        }
    }

    /// Other names that the crate, CUDA or common use has for a column, which would otherwise be passed on
    /// without effect; spelt as [`squashed`] leaves them.
    const fn other_names(self) -> &'static [&'static str] {
        match self {
            Self::Arch => &[
                "cc",
                "sm",
                "gpu",
                "device",
                "devicename",
                "computecapability",
                "architecture",
            ],
            Self::Threads => &["blocksize", "blockdim", "threadsperblock"],
            Self::Registers => &["registers", "numregs", "maxregs", "registersperthread"],
            Self::StaticSharedMemory => &["staticsharedmemory"],
            Self::DynamicSharedMemory => &[
                "shmem",
                "sharedmem",
                "sharedmemory",
                "sharedmembytes",
                "dynamicsmem",
                "dynamicsharedmemory",
            ],
            Self::SharedMemoryOptin => &["sharedmemoryoptin"],
            Self::VirtualResources => &["virtualresources"],
            Self::Carveout | Self::Barriers => &[],
        }
    }

    /// Whether a name that is [`squashed`] to `name` may well have been meant to be this column's.
    fn is_near(self, name: &str) -> bool {
        let own = squashed(self.name());
        let mut known = self.other_names().iter().copied().chain([own.as_str()]);
        known.any(|known| {
            let limit = match known.len() {
                // Two letters are one edit away from half of all short names.
                0..=3 => 0,
                4..=9 => 1,
                _ => 2,
            };
            name.len().abs_diff(known.len()) <= limit && edits(name, known) <= limit
        })
    }
}

/// The columns that are appended, after the input's.
pub(crate) const RESULTS: [&str; 10] = [
    "status",
    "active_blocks",
    "limit_regs",
    "limit_smem",
    "limit_warps",
    "limit_blocks",
    "limit_barriers",
    "limit_virtual",
    "regs_per_block",
    "smem_per_block",
];

/// Where each column is.
pub(crate) struct Columns {
    places: [Option<usize>; Column::ALL.len()],
    /// The number of all columns, with those that are passed on.
    pub(crate) len: usize,
}

impl Columns {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, worded.
    pub(crate) fn new(header: &Record<'_>) -> Result<Self, Vec<String>> {
        let names: Vec<_> = (0..header.len()).map(|index| header.field(index)).collect();
        let columns = Self {
            places: Column::ALL.map(|column| {
                let wanted = column.name().as_bytes();
                names.iter().position(|&name| name == wanted)
            }),
            len: names.len(),
        };

        let mut faults = Vec::new();
        if header.is_unclosed {
            faults.push("a quoted field is never closed".to_owned());
        }
        let mut misspelt = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let quoted = shown(name);
            if names[..index].contains(name) {
                faults.push(format!("column {quoted} is there more than once"));
            } else if RESULTS.iter().any(|result| result.as_bytes() == *name) {
                faults.push(format!(
                    "column {quoted} has the name of one that is appended"
                ));
            } else if let Some(near) = columns.missing_column_near(name) {
                misspelt.push(near);
                let near = near.name();
                faults.push(format!(
                    "column {quoted} is unknown; the nearest name is `{near}`"
                ));
            }
        }
        let lacks = |column| columns.place(column).is_none() && !misspelt.contains(&column);
        for column in [Column::Arch, Column::Threads, Column::Registers] {
            if lacks(column) {
                faults.push(format!("column `{}` is not there", column.name()));
            }
        }
        if faults.is_empty() {
            Ok(columns)
        } else {
            Err(faults)
        }
    }

    /// The index of `column`.
    pub(crate) const fn place(&self, column: Column) -> Option<usize> {
        self.places[column as usize]
    }

    /// The missing column that `name`, if it is no column's, may have been meant to be.
    fn missing_column_near(&self, name: &[u8]) -> Option<Column> {
        let all = Column::ALL;
        if all.iter().any(|column| column.name().as_bytes() == name) {
            return None;
        }
        let name = squashed(&String::from_utf8_lossy(name));
        all.into_iter()
            .find(|&column| self.place(column).is_none() && column.is_near(&name))
    }
}

/// `name` in lower case and without what people put between words: `StaticSmem`, `static-smem` and
/// `static_smem` are one.
fn squashed(name: &str) -> String {
    name.chars()
        .filter(|character| !matches!(character, '_' | '-' | ' ' | '.'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Insertions, deletions, substitutions and swaps of neighbours that make `a` of `b`.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // `rows[i][j]`: from the first `i` characters of `a` to the first `j` of `b`.
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let substituted = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let edited = substituted.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    edited.min(rows[i - 2][j - 2] + 1)
                } else {
                    edited
                }
            };
        }
    }
    rows[a.len()][b.len()]
}
