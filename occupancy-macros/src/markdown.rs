//! Text of the author in Markdown.

use quote::ToTokens;

/// Tokens as code in a cell of a table.
pub(crate) fn cell(tokens: impl ToTokens) -> String {
    // Long ones are printed as lines, and a line ends the row; a `|` would end the cell.
    let text = tokens.to_token_stream().to_string();
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
    let cell = |source: &str| cell(source.parse::<proc_macro2::TokenStream>().unwrap());
    assert_eq!(cell("A | B"), "`A \\| B`");
    assert_eq!(cell("\"`\" . len ()"), "`` \"`\" . len () ``");
    assert_eq!(cell("\"a\nb\""), "`\"a b\"`");
}
