//! What Markdown needs around text and tables.

use crate::words::joined;

/// Code in a cell of a table.
pub(crate) fn code(text: &str) -> String {
    // Long ones are printed as lines, and a line ends the row; a `|` would end the cell.
    let lines: Vec<&str> = text.lines().collect();
    let text = joined(" ", &lines, |line| line.trim().replace('|', "\\|"));
    // Code ends with as many backticks as it begins with.
    let mut fence = "`".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    let space = if fence.len() > 1 { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// Text in a cell of a table, without any Markdown.
pub(crate) fn cell(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        if "\\`*_[]|<>#~&".contains(character) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// A table: its head with the line below it, and a row for each.
pub(crate) fn table<T>(head: &str, all: &[T], row: impl Fn(&T) -> String) -> String {
    let rows = joined("", all, |one| "\n".to_owned() + &row(one));
    format!("{head}{rows}\n\n")
}

/// A table whose letters are small enough for a phone.
pub(crate) fn small(table: &str) -> String {
    format!("<div style=\"font-size:13px\">\n\n{table}</div>\n\n")
}

#[test]
fn code_and_text_stay_in_their_cell() {
    assert_eq!(code("TILE | 1"), r"`TILE \| 1`");
    assert_eq!(code("\"`\".len()"), "`` \"`\".len() ``");
    assert_eq!(code("\"`\" . len ()"), "`` \"`\" . len () ``");
    assert_eq!(code("\"a\nb\""), "`\"a b\"`");
    assert_eq!(cell("[1, 2] | my_file"), r"\[1, 2\] \| my\_file");
}
