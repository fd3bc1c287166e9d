//! A browser that looks at pages without a screen.
//!
//! Without a Chromium, one line says so, unless `OCCUPANCY_REQUIRE_BROWSER` is set.

use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The browser.
pub(crate) fn chromium() -> Option<PathBuf> {
    let named = env::var_os("OCCUPANCY_CHROMIUM").map(PathBuf::from);
    let path = env::var_os("PATH").unwrap_or_default();
    let found = named.or_else(|| {
        env::split_paths(&path)
            .flat_map(|folder| {
                ["chromium", "chromium-browser", "google-chrome"].map(|name| folder.join(name))
            })
            .find(|program| program.is_file())
    });
    if found.is_none() {
        let required = env::var_os("OCCUPANCY_REQUIRE_BROWSER").is_some();
        assert!(!required, "a browser is required, and there is none");
        // Not by `eprintln`: a test that passes shows nothing of that.
        let mut said = io::stderr().lock();
        writeln!(said, "skipped: there is no Chromium in PATH").expect("a line can be written");
    }
    found
}

/// The lines that `call` of `script` writes, on a page called `name` in `folder`.
///
/// Relative addresses start in the folder.
pub(crate) fn lines(
    chromium: &Path,
    folder: &Path,
    name: &str,
    script: &str,
    call: &str,
) -> Vec<String> {
    let harness =
        format!("<!doctype html><meta charset=\"utf-8\"><body><script>{script}\n{call};</script>");
    let at = folder.join(format!("{name}.html"));
    fs::write(&at, harness).expect("a page to measure from");
    // Two browsers cannot share a profile.
    let of_folder = folder.file_name().and_then(|name| name.to_str());
    let profile = format!("{}-{name}", of_folder.expect("a name in UTF-8"));
    let profile = Path::new(env!("CARGO_TARGET_TMPDIR")).join(profile);
    // The time of a page can end before a busy machine has measured it.
    let measured = (0..3).find_map(|_| once(chromium, &profile, &at));
    fs::remove_file(at).expect("the page that was measured from");
    let measured = measured.expect("every page was measured");
    measured.lines().map(str::to_owned).collect()
}

/// The lines that the page has written, if it was done.
fn once(chromium: &Path, profile: &Path, at: &Path) -> Option<String> {
    let output = Command::new(chromium)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--allow-file-access-from-files",
            "--enable-logging=stderr",
            "--virtual-time-budget=600000",
            "--window-size=1300,1000",
            "--dump-dom",
        ])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}", at.display()))
        .output()
        .expect("the browser runs");
    let dom = String::from_utf8_lossy(&output.stdout);
    let log = String::from_utf8_lossy(&output.stderr);
    let said: Vec<_> = log
        .lines()
        .filter(|line| line.contains("CONSOLE"))
        .collect();
    assert_eq!(said, [""; 0], "the console is not empty");
    let lines = dom.split_once("<pre>").expect("what was measured").1;
    let (lines, _) = lines.split_once("\ndone")?;
    Some(lines.to_owned())
}
