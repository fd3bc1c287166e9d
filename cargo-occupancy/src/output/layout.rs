//! Cells in columns that fit a terminal.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

use super::column::Column;
use crate::wrap::{shortened, shortened_name, wrap};

/// Columns of the terminal that a name has at least, before others are left out for it.
const LEAST_NAME: usize = 32;
/// Columns that a name has in any case.
const LEAST: usize = 8;
/// Columns of a file's name beside the kernel's.
const FILE: usize = 32;

/// Rows of cells, one for each column.
pub(super) struct Layout {
    pub(super) columns: Vec<&'static Column>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Layout {
    /// Writes the rows below their headers; within a width, if there is one.
    pub(super) fn write(mut self, out: &mut dyn Write, width: Option<usize>) -> io::Result<()> {
        let mut said = Vec::new();
        if let Some(width) = width {
            self.fit(width, &mut said);
        }
        let widths: Vec<_> = (0..self.columns.len()).map(|at| self.width(at)).collect();
        let headers = self.columns.iter().map(|column| column.header);
        write_line(out, &self.columns, &widths, headers)?;
        for row in &self.rows {
            write_line(out, &self.columns, &widths, row.iter().map(String::as_str))?;
        }
        for text in said {
            for line in wrap(&text, width.unwrap_or(usize::MAX)) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }

    /// Makes room for the names: first omits columns with the same value in every row, then others. It
    /// reports what it omits.
    fn fit(&mut self, width: usize, said: &mut Vec<String>) {
        let has_files = |column: &&Column| column.is_file;
        if let Some(file) = self.columns.iter().position(has_files) {
            self.shorten(file, |text| shortened(text, FILE));
        }
        let Some(name) = self.columns.len().checked_sub(1) else {
            return;
        };
        let wanted = self.width(name).min(LEAST_NAME);
        let mut dispensable = self.columns.clone();
        dispensable.retain(|column| column.rank.is_some());
        dispensable.sort_by_key(|column| column.rank);
        let (mut same, mut left_out) = (Vec::new(), Vec::new());
        for must_be_same in [true, false] {
            for column in &dispensable {
                let is_it = |other: &&Column| other.header == column.header;
                let Some(at) = self.columns.iter().position(is_it) else {
                    continue;
                };
                if self.room(width) >= wanted {
                    break;
                }
                match (self.same(at), must_be_same) {
                    (Some(cell), true) => same.push(format!("{} {cell}", column.header)),
                    (None, false) => left_out.push(column.header),
                    _ => continue,
                }
                self.columns.remove(at);
                for row in &mut self.rows {
                    row.remove(at);
                }
            }
        }
        let room = self.room(width).max(LEAST);
        self.shorten(self.columns.len() - 1, |text| shortened_name(text, room));
        if !same.is_empty() {
            said.push(format!("in every row: {}", same.join(", ")));
        }
        if !left_out.is_empty() {
            said.push(format!("not shown (--wide): {}", left_out.join(", ")));
        }
    }

    fn width(&self, at: usize) -> usize {
        let cells = self.rows.iter().map(|row| row[at].width());
        cells
            .chain([self.columns[at].header.width()])
            .max()
            .unwrap_or(0)
    }

    /// What is left of a line for the name, which is the last column.
    fn room(&self, width: usize) -> usize {
        let others = (0..self.columns.len() - 1)
            .map(|at| self.width(at) + 2)
            .sum();
        // A blank on its left.
        width.saturating_sub(others).saturating_sub(1)
    }

    /// The cell that all rows have in this column.
    fn same(&self, at: usize) -> Option<String> {
        let first = self.rows.first()?.get(at)?;
        self.rows
            .iter()
            .all(|row| row[at] == *first)
            .then(|| first.clone())
    }

    fn shorten(&mut self, at: usize, shortened: impl Fn(&str) -> String) {
        for row in &mut self.rows {
            row[at] = shortened(&row[at]);
        }
    }
}

fn write_line<'c>(
    out: &mut dyn Write,
    columns: &[&Column],
    widths: &[usize],
    cells: impl Iterator<Item = &'c str>,
) -> io::Result<()> {
    let mut line = String::new();
    for ((column, width), cell) in columns.iter().zip(widths).zip(cells) {
        let padding = " ".repeat(width.saturating_sub(cell.width()));
        let (before, after) = if column.is_numeric {
            (&*padding, "")
        } else {
            ("", &*padding)
        };
        line.extend([" ", before, cell, after, " "]);
    }
    writeln!(out, "{}", line.trim_end())
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::Layout;
    use crate::output::KERNELS;

    const NAME: &str = "blas::gemm<__half, 128, 64>(__half const*, __half const*, __half*, int)";

    fn lines(width: Option<usize>, rows: &[[&str; 5]]) -> Vec<String> {
        let layout = Layout {
            columns: KERNELS
                .iter()
                .filter(|column| {
                    ["target", "regs", "barriers", "CUDA", "kernel"].contains(&column.header)
                })
                .collect(),
            rows: rows
                .iter()
                .map(|row| row.map(str::to_owned).to_vec())
                .collect(),
        };
        let mut out = Vec::new();
        layout.write(&mut out, width).unwrap();
        let text = String::from_utf8(out).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    #[test]
    fn lines_fit_every_terminal() {
        let rows = [
            ["sm_90", "128", "1", "13.5", NAME],
            ["sm_90", "8", "16", "13.5", "saxpy"],
        ];
        let all = lines(None, &rows);
        assert_eq!(all.len(), 3);
        assert!(all[1].ends_with(NAME));
        assert_eq!(lines(Some(200), &rows), all);
        for width in 24..200 {
            let lines = lines(Some(width), &rows);
            assert!(lines.iter().all(|line| line.width() <= width), "{lines:#?}");
            // What is not in the table is listed below it.
            let text = lines.join(" ");
            for word in ["target", "barriers", "CUDA"] {
                assert!(text.contains(word), "{width}: {text}");
            }
            assert!(text.contains("128") && text.contains("saxpy"));
        }
    }

    #[test]
    fn columns_without_a_difference_make_room_first() {
        let rows = [
            ["sm_90", "128", "1", "13.5", NAME],
            ["sm_90", "8", "16", "13.5", "saxpy"],
        ];
        assert_eq!(
            lines(Some(52), &rows),
            [
                " regs  barriers  kernel",
                "  128         1  blas::gemm<__half, 128, 64>(__h…nt)",
                "    8        16  saxpy",
                "in every row: CUDA 13.5, target sm_90",
            ]
        );
        assert_eq!(
            lines(Some(40), &rows),
            [
                " regs  kernel",
                "  128  blas::gemm<__half, 128, 64>(__…t)",
                "    8  saxpy",
                "in every row: CUDA 13.5, target sm_90",
                "not shown (--wide): barriers",
            ]
        );
    }
}
