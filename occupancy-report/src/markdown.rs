//! Text of the author in Markdown.

/// Code in a cell of a table.
///
/// ```
/// use occupancy_report::markdown::code;
///
/// assert_eq!(code("TILE | 1"), r"`TILE \| 1`");
/// assert_eq!(code("\"`\".len()"), "`` \"`\".len() ``");
/// ```
pub fn code(text: &str) -> String {
    // Long ones are printed as lines, and a line ends the row; a `|` would end the cell.
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let text = lines.join(" ").replace('|', "\\|");
    // Code ends with as many backticks as it begins with.
    let longest = text.split(|character| character != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or(0) + 1);
    let space = if fence.len() > 1 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

#[test]
fn code_stays_in_its_cell() {
    assert_eq!(code("A | B"), "`A \\| B`");
    assert_eq!(code("\"`\" . len ()"), "`` \"`\" . len () ``");
    assert_eq!(code("\"a\nb\""), "`\"a b\"`");
}
