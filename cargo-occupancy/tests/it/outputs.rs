//! Outputs that are closed, full or links, and paths that are no text.

#[cfg(target_os = "linux")]
use std::fs;
use std::process::{Command, Stdio};

#[cfg(target_os = "linux")]
use crate::common::occupancy;
use crate::common::{Folder, code, command, read, text, with_registers};

/// A folder with a build and a baseline, since which a kernel has become worse. Returns also their paths.
fn worse() -> (Folder, String, String) {
    let folder = Folder::new();
    let library = folder.put("lib.cubin", read("sm_90.cubin"));
    let baseline = folder.at("occupancy.toml");
    let written = command(&format!(
        "baseline --threads 256 {library} --output {baseline}"
    ));
    assert_eq!(code(&written), 0);
    folder.put("lib.cubin", with_registers(read("sm_90.cubin"), 10, 64));
    (folder, library, baseline)
}

/// Runs the program with a closed pipe as output, and also for messages if `closes_errors`. Returns the exit code and the
/// messages.
fn unread(args: &[&str], closes_errors: bool) -> (i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_occupancy"))
        .args(args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    if closes_errors {
        drop(child.stderr.take());
    }
    let output = child.wait_with_output().unwrap();
    (code(&output), text(&output.stderr).to_owned())
}

/// The verdict is the same whoever reads the output, and only `inspect` ends early.
#[test]
fn a_closed_pipe_changes_no_verdict() {
    let (folder, library, baseline) = worse();
    let before = folder.read("occupancy.toml");
    // More output than a pipe and the program's buffer hold.
    let paths: Vec<_> = (0..200)
        .map(|number| folder.put(&format!("many/{number:0100}.cubin"), read("sm_90.cubin")))
        .collect();
    let many: Vec<_> = paths.iter().map(String::as_str).collect();
    let sweep: Vec<_> = "calculate -a sm_90 -r 1..=255 -f json -t"
        .split(' ')
        .collect();
    for (args, exit) in [
        (&["check", &library, "-b", &baseline][..], 1),
        (&["check", &library, "-b", &baseline, "-f", "json"], 1),
        (&["check", &library, "-b", &baseline, "--update"], 1),
        (
            &[&["check", "--max-registers", "1", "-f", "sarif"], &many[..]].concat(),
            1,
        ),
        (&["compare", &baseline, &library], 1),
        (&[&sweep[..], &["2048"]].concat(), 1),
        (&[&sweep[..], &["128"]].concat(), 0),
        (&["calculate", "-a", "sm_90", "-t", "2048", "-r", "1"], 1),
        (&["baseline", &library], 0),
        (&["explain", "h100"], 0),
        (&[&["inspect", "-f", "json"], &many[..]].concat(), 0),
        (&["check", "--nothing"], 2),
    ] {
        assert_eq!(unread(args, true).0, exit, "{args:?}");
        let (code, said) = unread(args, false);
        assert_eq!(code, exit, "{args:?}");
        assert!(exit > 0 || said.is_empty(), "{args:?}: {said}");
    }
    assert_eq!(folder.read("occupancy.toml"), before);
    // The update is written all the same.
    folder.put("lib.cubin", with_registers(read("sm_90.cubin"), 10, 9));
    assert_eq!(
        unread(&["check", &library, "-b", &baseline, "--update"], true).0,
        0
    );
    assert_eq!(
        folder.read("occupancy.toml"),
        before.replace("regs = 10", "regs = 9")
    );
}

/// Every command prints the same message.
#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    let (folder, library, baseline) = worse();
    let nowhere = folder.at("written");
    for command in [
        "inspect {library}",
        "inspect {library} --format csv",
        "baseline {library}",
        "compare {baseline} {library} --format sarif",
        "check {library} --baseline {baseline}",
        "check {library} --baseline {baseline} --update",
        "calculate -a h100 -t 256 -r 64",
        "calculate -a h100 -t 32..=1024 -r 1..=255 -f csv",
        "explain h100",
        "completions bash",
        "--help",
    ] {
        let with_library = command.replace("{library}", &library);
        let command = with_library.replace("{baseline}", &baseline);
        let run = format!("exec \"$0\" {command} >/dev/full");
        let mut shell = Command::new("bash");
        let program = env!("CARGO_BIN_EXE_occupancy");
        let output = shell.args(["-c", &run, program]).output().unwrap();
        let said = text(&output.stderr);
        let expected = "error: the output cannot be written: No space left on device";
        assert_eq!(code(&output), 2, "{command}");
        assert_eq!(said.matches(expected).count(), 1, "{command}: {said}");
        assert_eq!(said.lines().count(), 1, "{command}: {said}");
    }
    // A command that writes a file needs no output, and nobody reads /dev/null.
    for (command, to) in [
        (&format!("baseline {library} --output {nowhere}")[..], "&-"),
        ("explain 12", "/dev/null"),
    ] {
        let run = format!("exec \"$0\" {command} >{to}");
        let mut shell = Command::new("bash");
        let program = env!("CARGO_BIN_EXE_occupancy");
        let output = shell.args(["-c", &run, program]).output().unwrap();
        assert_eq!((code(&output), text(&output.stderr)), (0, ""), "{command}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_is_written_as_a_whole_or_stays() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::new();
    for number in 0..40 {
        folder.put(&format!("build/{number}.cubin"), read("sm_90.cubin"));
    }
    // Limits files to a kibibyte, less than the baseline.
    let limited = |args: &[&str]| {
        let run = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
        let mut command = Command::new("bash");
        command.args(["-c", run, "bash", env!("CARGO_BIN_EXE_occupancy")]);
        command.args(args).output().unwrap()
    };
    let files = || fs::read_dir(folder.path("")).unwrap().count();
    let (build, path) = (folder.at("build"), folder.at("written"));
    for (args, old) in [
        (
            &["check", &build, "--update", "--baseline", &path][..],
            "version = 2\n# Ours.\n",
        ),
        (&["baseline", &build, "--output", &path], "version = 2\n"),
    ] {
        let _ = fs::remove_file(&path);
        let output = limited(args);
        assert_eq!((code(&output), files()), (2, 1), "{args:?}");
        assert!(text(&output.stderr).contains("File too large"), "{args:?}");
        folder.put("written", old);
        assert_eq!((code(&limited(args)), files()), (2, 2), "{args:?}");
        assert_eq!(folder.read("written"), old, "{args:?}");
    }
    // The new file has the permissions of the old one, and a link still leads to it.
    let mode = |name: &str| {
        let metadata = fs::metadata(folder.path(name)).unwrap();
        metadata.permissions().mode() & 0o777
    };
    folder.put("plain", "");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o604)).unwrap();
    symlink(&path, folder.path("link")).unwrap();
    symlink("nowhere", folder.path("dangling")).unwrap();
    for (name, is_like) in [
        ("link", 0o604),
        ("new", mode("plain")),
        ("dangling", mode("plain")),
        ("/dev/null", mode("/dev/null")),
    ] {
        let output = occupancy(&["baseline", &build, "--output", &folder.at(name)]);
        assert_eq!((code(&output), text(&output.stderr)), (0, ""), "{name}");
        assert_eq!(mode(name), is_like, "{name}");
    }
    assert!(
        folder.read("written").contains("regs = ") && folder.read("nowhere") == folder.read("new")
    );
    assert!(folder.path("link").is_symlink());
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

/// The name of a file is bytes, not text.
#[cfg(target_os = "linux")]
#[test]
fn paths_have_any_bytes() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = Folder::new();
    let root = folder.path("");
    let path = root.join(OsStr::from_bytes(b"lib \xff\"\n.cubin"));
    fs::write(&path, read("sm_90.cubin")).unwrap();
    let run = |args: &[&OsStr]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_occupancy"));
        command.args(args).output().unwrap()
    };
    let baseline = run(&["baseline".as_ref(), path.as_ref()]);
    assert_eq!(code(&baseline), 0);
    let toml = folder.put("occupancy.toml", &baseline.stdout);
    let check: [&OsStr; 5] = [
        "check".as_ref(),
        root.as_ref(),
        "-b".as_ref(),
        toml.as_ref(),
        "-f".as_ref(),
    ];
    for format in ["text", "json", "github", "sarif", "gitlab", "markdown"] {
        let output = run(&[&check[..], &[format.as_ref()]].concat());
        assert_eq!(code(&output), 0, "{format}: {}", text(&output.stdout));
        assert!(!text(&output.stdout).contains('\u{1b}'));
    }
}
