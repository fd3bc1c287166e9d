//! rust-analyzer shows documentation and completes names in the attribute, also in half-typed arguments.
//!
//! Without rust-analyzer, the test says so and passes.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::compiler::{self, Package};
use serde_json::{Value, json};

/// The file, with a `|` at each cursor.
const SOURCE: &str = r#"use occupancy::launch_config;

#[launch_config(arch = "h1|00", thr|eads = 256, regs = 64)]
pub fn whole() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min|)]
pub fn half() -> Result<HalfLaunch, occupancy::GridError> { HalfLaunch::for_|elements(4) }

#[launch_config(arch = "h100", threads = 256, regs = 64, |)]
pub fn next() {}

#[launch_config(|)]
pub fn first() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, allow(reg|))]
pub fn allowed() {}

#[launch_config(arch = ["h100", "b200"], threads = 256, regs = 64, on("b200", thr|))]
pub fn other() {}

#[launch_config(arch = occupancy::devices::H2|, threads = 256, regs = 64)]
pub fn device() {}

pub fn launched(launch: Whole|Launch) -> WholeLaunch { launch }

#[launch_config(arch = "h100", threads = 256, regs = REGI|)]
pub fn value() {}

pub const REGISTERS: u32 = 64;
"#;

#[test]
fn hovers_and_completions() {
    let Some(mut editor) = Editor::start() else {
        let reason = "skipped: there is no rust-analyzer; `rustup component add rust-analyzer`";
        writeln!(io::stderr(), "{reason}").unwrap();
        return;
    };
    // For each cursor, words of the documentation, or a name that completes.
    let expected = [
        ("hover", "H100 SXM5 80GB"),
        ("hover", "`threads = 256`, `(32, 8)`"),
        ("complete", "min_blocks"),
        ("complete", "for_elements"),
        ("complete", "tail_efficiency"),
        ("complete", "arch"),
        ("complete", "register_cliff"),
        ("complete", "threads"),
        ("complete", "H200"),
        ("hover", "WholeLaunch"),
        ("complete", "REGISTERS"),
    ];
    let cursors = cursors();
    assert_eq!(cursors.len(), expected.len(), "one answer for each cursor");
    for (cursor, (what, word)) in cursors.iter().zip(expected) {
        if what == "complete" {
            let found = editor.complete(cursor);
            let completes = found.iter().any(|it| it == word);
            assert!(completes, "`{word}` does not complete, only {found:?}");
            continue;
        }
        let found = editor.hover(cursor);
        assert!(found.contains(word), "`{word}` is not shown, but {found}");
        if word == "WholeLaunch" {
            // The sentence without the page, which only rustdoc draws.
            let sentence =
                ": H100 SXM5 80GB, 4 blocks of 256 threads per SM, 50 % occupancy; registers bind.";
            assert!(found.trim_end().ends_with(sentence), "{found}");
            assert!(!found.contains("<svg") && !found.contains("<de"), "{found}");
        }
    }
}

/// The positions of the cursors.
fn cursors() -> Vec<Value> {
    let mut places = Vec::new();
    for (line, text) in SOURCE.lines().enumerate() {
        let mut parts = text.split('|').peekable();
        let mut character = 0;
        while let Some(part) = parts.next() {
            character += part.len();
            if parts.peek().is_some() {
                places.push(json!({ "line": line, "character": character }));
            }
        }
    }
    places
}

/// A session with rust-analyzer over one file.
struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    file: String,
    requests: u32,
}

impl Editor {
    fn start() -> Option<Self> {
        let package = Package::library("editor", &SOURCE.replace('|', ""));
        let folder = package.folder();
        let version = Command::new("rust-analyzer").arg("--version").output();
        if !version.is_ok_and(|output| output.status.success()) {
            return None;
        }
        let mut server = compiler::shared(&mut Command::new("rust-analyzer"))
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut editor = Self {
            input: server.stdin.take().unwrap(),
            output: BufReader::new(server.stdout.take().unwrap()),
            server,
            file: format!("file://{}", folder.join("src/lib.rs").display()),
            requests: 0,
        };
        editor.request(
            "initialize",
            &json!({
                "processId": null,
                "rootUri": format!("file://{}", folder.display()),
                "capabilities": {
                    "experimental": { "serverStatusNotification": true },
                    "textDocument": { "hover": { "contentFormat": ["markdown"] } },
                },
                "initializationOptions": { "checkOnSave": false },
            }),
        );
        editor.send(&json!({ "method": "initialized", "params": {} }));
        let text = SOURCE.replace('|', "");
        let opened =
            json!({ "uri": editor.file, "languageId": "rust", "version": 1, "text": text });
        editor.send(&json!({
            "method": "textDocument/didOpen",
            "params": { "textDocument": opened },
        }));
        loop {
            let message = editor.receive();
            if message["method"] == "experimental/serverStatus"
                && message["params"]["quiescent"] == true
            {
                break;
            }
        }
        Some(editor)
    }

    fn hover(&mut self, position: &Value) -> String {
        let answer = self.ask("textDocument/hover", position);
        answer["contents"]["value"]
            .as_str()
            .unwrap_or("")
            .to_owned()
    }

    fn complete(&mut self, position: &Value) -> Vec<String> {
        let answer = self.ask("textDocument/completion", position);
        let items = answer["items"].as_array().or(answer.as_array());
        items
            .into_iter()
            .flatten()
            .filter_map(|item| item["label"].as_str())
            .map(str::to_owned)
            .collect()
    }

    fn ask(&mut self, method: &str, position: &Value) -> Value {
        let document = json!({ "uri": self.file });
        self.request(
            method,
            &json!({ "textDocument": document, "position": position }),
        )
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "id": id, "method": method, "params": params }));
        loop {
            let mut message = self.receive();
            if message["id"] == id && message["method"].is_null() {
                return message["result"].take();
            }
        }
    }

    fn send(&mut self, message: &Value) {
        let mut message = message.clone();
        message["jsonrpc"] = json!("2.0");
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.input.flush().unwrap();
    }

    /// Receives the next message. A request of the server gets an empty answer.
    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut header = String::new();
            let read = self.output.read_line(&mut header).unwrap();
            assert_ne!(read, 0, "rust-analyzer has ended");
            match header.trim().split_once(": ") {
                Some(("Content-Length", value)) => length = value.parse().unwrap(),
                Some(_) => {}
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).unwrap();
        let message: Value = serde_json::from_slice(&text).unwrap();
        if !message["method"].is_null() && !message["id"].is_null() {
            let asked = message["params"]["items"].as_array().map_or(0, Vec::len);
            let id = &message["id"];
            self.send(&json!({ "id": id, "result": vec![Value::Null; asked] }));
        }
        message
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
