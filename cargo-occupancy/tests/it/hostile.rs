//! Hostile names of kernels, files, members, keys, paths and arguments: no command shows them raw, in any format.

#[path = "../../../occupancy-report/tests/it/hostile.rs"]
mod classes;

use cargo_occupancy::run;
use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::{Arch, Configuration, Device, Kernel};
use occupancy_report::{Page, Variant, escape::code};
use pulldown_cmark::{Event, Options, Parser, Tag};

use self::classes::{HOSTILE, raw};
use crate::common::{Folder, text, zip};
use crate::names::{PLACE, with_symbol};

/// The exit code and the output, in which nothing is raw, nor in the messages.
fn occupancy(class: &str, args: &[&str]) -> (u8, String) {
    let all = ["occupancy"].iter().chain(args).map(Into::into);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = run(all, &mut out, &mut err);
    for shown in [&out, &err] {
        assert_eq!(raw(text(shown)), None, "{class}: {args:?}\n{}", text(shown));
    }
    (code, text(&out).to_owned())
}

/// The name as a symbol of the length of [`PLACE`].
fn symbol(name: &str) -> String {
    let mut symbol = name.to_owned();
    while symbol.len() > PLACE.len() {
        symbol.pop();
    }
    let missing = PLACE.len() - symbol.len();
    symbol + &"x".repeat(missing)
}

/// The markup in Markdown: HTML except for our own, links and code.
fn markup(markdown: &str) -> Vec<String> {
    let own = [
        "<code>",
        "</code>",
        "<br>",
        "<details><summary>Notes, and sizes of code</summary>\n",
        "</details>\n",
    ];
    // A comment ends where we end it.
    let is_comment =
        |html: &str| html.starts_with("<!-- occupancy: ") && html.find('>') == Some(html.len() - 2);
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let markup = Parser::new_ext(markdown, options).filter_map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => {
            (!own.contains(&&*html) && !is_comment(&html)).then(|| html.to_string())
        }
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.to_string())
        }
        Event::Start(Tag::CodeBlock(_)) => Some("code".to_owned()),
        _ => None,
    });
    markup.collect()
}

#[allow(clippy::too_many_lines, reason = "each is a command")]
#[test]
fn no_name_is_markup_or_control() {
    for (class, name) in HOSTILE {
        let folder = Folder::new();
        let file_name = name.replace(['/', '\0'], "_");
        let cubin = with_symbol(&symbol(name));
        let old = folder.put(&format!("old/{file_name}.cubin"), &cubin);
        let new = folder.put(&format!("new/{file_name}.cubin"), &cubin);
        let damaged = folder.put(&format!("damaged/{file_name}.cubin"), &cubin[..3000]);
        let members = [
            (name, cubin.clone(), true),
            ("damaged", cubin[..3000].to_vec(), true),
        ];
        let packed = folder.put(&format!("{file_name}.zip"), zip(&members));
        let wheel = zip(&[(name, cubin.clone(), true)]);
        let sound = folder.put(&format!("{file_name}.whl"), wheel);
        let [of_old, of_new] = ["old", "new"].map(|name| folder.at(name));
        let run = |args: &[&str]| occupancy(class, args);
        for format in ["table", "csv", "json"] {
            for more in [
                &[&*new][..],
                &[&damaged],
                &[&packed],
                &[&old, &new, "--sort", "file"],
                &[&new, "--mangled"],
            ] {
                run(&[&["inspect", "-f", format], more].concat());
            }
            let calculate = [
                "calculate",
                "-a",
                "h100",
                "-t",
                "256",
                "-r",
                "64",
                "-f",
                format,
            ];
            let intent = format!("low_occupancy, {name}");
            run(&[&calculate[..], &["--intent", &intent]].concat());
        }
        let (code, toml) = run(&["baseline", "-t", "256", &of_old, &sound]);
        assert_eq!(code, 0, "{class}");
        let worse = toml.replace("regs = ", "regs = 1");
        let [same, worse] = [("same", &toml), ("worse", &worse)]
            .map(|(name, toml)| folder.put(&format!("{name} {file_name}.toml"), toml));
        let (code, _) = run(&["check", "-b", &same, &of_old, &sound]);
        assert_eq!(code, 0, "{class}");
        let budgeted = toml.replace("scale", "gone") + "\n[[rule]]\nmax_registers = 1\n";
        let gone = folder.put("gone.toml", budgeted);
        for format in ["text", "json", "github", "sarif", "gitlab", "markdown"] {
            let mut shown = String::new();
            for args in [
                &["check", &*of_new, "-b", &worse][..],
                &["check", &of_new, "-b", &gone],
                &["check", &packed, "--max-registers", "1"],
                &["check", &damaged, "-b", &worse, "--max-registers", "1"],
                &["compare", &worse, &packed],
                &["compare", &worse, &of_new],
            ] {
                shown += &run(&[args, &["-f", format]].concat()).1;
            }
            if format == "markdown" {
                assert_eq!(markup(&shown), [""; 0], "{class}: {shown}");
            }
        }
        let update = ["check", &of_new, "-b", &worse, "--update", "--accept"];
        run(&[&update[..], &[&format!("{name}.")]].concat());
        let escape = |letter| format!("\\U{:08X}", u32::from(letter));
        let escaped: String = name.chars().map(escape).collect();
        let unknown = folder.put("unknown.toml", format!("version = 1\n\"{escaped}\" = 3\n"));
        let faulty = folder.put("faulty.toml", format!("version = 1\n{name} = 3\n"));
        let nowhere = folder.at(&format!("nowhere/{file_name}"));
        for args in [
            &["check", &*of_new, "-b", &unknown][..],
            &["check", &of_new, "-b", &faulty],
            &["check", &of_new, "-b", &nowhere],
            &["compare", &nowhere, &of_new],
            &["inspect", &nowhere],
            &["inspect", &new, "-k", name],
            &["inspect", name, &format!("--{name}")],
            &["inspect", &new, "--sort", name],
            &["inspect", &new, "-a", name],
            &["baseline", &new, "--output", &nowhere],
            &["calculator", "--output", &nowhere],
            &["calculate", "-a", name, "-t", name, "-r", "64"],
            &["explain", name],
            &["completions", name],
            &["report", "--manifest-path", &nowhere],
            &[name],
        ] {
            run(args);
        }
        for (threads, more) in [
            ("256", &["-r", name][..]),
            ("256", &["-r", "64", "--on", name]),
            ("256", &["-r", "64", "--allow", name]),
            ("256", &["--cubin", &nowhere, "--kernel", name]),
            ("256", &["--cubin", &new, "--kernel", name]),
            (
                "2048",
                &["--cubin", &new, "--kernel", &symbol(name), "--explain"],
            ),
            ("256", &["--ptx", &new, "--kernel", name]),
        ] {
            run(&[&["calculate", "-a", "h100", "-t", threads], more].concat());
        }
    }
}

/// The pages are read as rustdoc reads them.
#[test]
fn no_name_is_markup_of_a_page() {
    let page = |name: &'static str| {
        let archs = [Arch::Device(Device::new(name, &SM_90, 132))];
        let mut variant = Variant::new(Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
        variant.intent = Some(name);
        let mut page = Page::new("sort", vec![variant.clone(), variant]);
        page.sources = vec![code(name)];
        page.sentence("`sort`") + &page.markdown(true)
    };
    let plain = markup(&page("plain"));
    for (class, name) in HOSTILE {
        let found = markup(&page(name));
        let others = found
            .iter()
            .filter(|of| of.as_str() != "<code>" && of.as_str() != "</code>");
        assert_eq!(others.count(), plain.len(), "{class}: {}", page(name));
    }
}
