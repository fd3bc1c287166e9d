//! Hostile names of kernels, files, members, keys, paths and arguments: no command shows them raw, in any format.

#[path = "../../../occupancy-report/tests/it/hostile.rs"]
mod classes;

use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::{Arch, Configuration, Device, Kernel};
use occupancy_report::{Page, Variant, escape::code};
use pulldown_cmark::{Event, Options, Parser, Tag};

use self::classes::{HOSTILE, raw};
use crate::common::{Folder, in_process, zip};
use crate::gate::FORMS;
use crate::names::{PLACE, with_symbol};

/// The exit code and the output, in which nothing is raw, nor in the messages.
fn occupancy(class: &str, args: &[&str]) -> (u8, String) {
    let (code, out, err) = in_process(args);
    for shown in [&out, &err] {
        assert_eq!(raw(shown), None, "{class}: {args:?}\n{shown}");
    }
    (code, out)
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
    let details = "<details><summary>Notes</summary>";
    let own = ["<code>", "</code>", "<br>", details, "</details>"];
    let is_own = |html: &str| {
        let is_comment =
            html.starts_with("<!-- occupancy") && html.find("-->") == html.rfind("-->");
        own.contains(&html) || is_comment && html.ends_with("-->")
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let markup = Parser::new_ext(markdown, options).filter_map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => {
            (!is_own(html.trim_end())).then(|| html.to_string())
        }
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            Some(dest_url.to_string())
        }
        Event::Start(Tag::CodeBlock(_)) => Some("code".to_owned()),
        _ => None,
    });
    markup.collect()
}

/// The commands that are run with each name. `@` stands for the folder, `%` for the name, and `SYMBOL` for it as a symbol.
const COMMANDS: &str = "
inspect @new/%.cubin -f table
inspect @new/%.cubin -f csv
inspect @new/%.cubin -f json
inspect @damaged/%.cubin
inspect @%.zip
inspect @old/%.cubin @new/%.cubin --sort file
inspect @new/%.cubin --mangled -f csv
inspect @nowhere/%
inspect @new/%.cubin -k %
inspect % --%
inspect @new/%.cubin --sort %
inspect @new/%.cubin -a %
check @new -b @unknown.toml
check @new -b @faulty.toml
check @new -b @nowhere/%
check @new -b @same-%.toml -k % --report %=% --report json=@nowhere/%
check @new -b @worse-%.toml --update --accept %.
compare @nowhere/% @new
baseline @new/%.cubin --output @nowhere/%
calculator --output @nowhere/%
report --manifest-path @nowhere/%
explain %
completions %
%
calculate -a % -t % -r 64
calculate -a h100 -t 256 -r %
calculate -a h100 -t 256 -r 64 --on %
calculate -a h100 -t 256 -r 64 --allow %
calculate -a h100 -t 256 -r 64 --intent low_occupancy,% -f table
calculate -a h100 -t 256 -r 64 --intent low_occupancy,% -f csv
calculate -a h100 -t 256 -r 64 --intent low_occupancy,% -f json
calculate -a h100 -t 256 --cubin @nowhere/% --kernel %
calculate -a h100 -t 256 --cubin @new/%.cubin --kernel %
calculate -a h100 -t 2048 --cubin @new/%.cubin --kernel SYMBOL --explain
calculate -a h100 -t 256 --ptx @new/%.cubin --kernel %";

/// The comparisons that are written in every form.
const COMPARISONS: &str = "
check @new -b @worse-%.toml
check @new -b @gone-%.toml
check @%.zip --max-registers 1
check @damaged -b @worse-%.toml --max-registers 1
compare @worse-%.toml @%.zip
compare @worse-%.toml @new";

#[test]
fn no_name_is_markup_or_control() {
    for (class, name) in HOSTILE {
        let folder = Folder::new();
        let file_name = name.replace(['/', '\0'], "_");
        let cubin = with_symbol(&symbol(name));
        folder.put(&format!("old/{file_name}.cubin"), &cubin);
        folder.put(&format!("new/{file_name}.cubin"), &cubin);
        folder.put(&format!("damaged/{file_name}.cubin"), &cubin[..3000]);
        let members = [
            (name, cubin.clone(), true),
            ("damaged", cubin[..3000].to_vec(), true),
        ];
        folder.put(&format!("{file_name}.zip"), zip(&members));
        folder.put(&format!("{file_name}.whl"), zip(&members[..1]));
        let run = |command: &str| {
            let args = command.split(' ').map(|word| match word.strip_prefix('@') {
                Some(path) => folder.at(&path.replace('%', &file_name)),
                None => word.replace('%', name).replace("SYMBOL", &symbol(name)),
            });
            let args: Vec<_> = args.collect();
            occupancy(class, &args.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let (code, toml) = run("baseline -t 256 @old @%.whl");
        assert_eq!(code, 0, "{class}");
        let worse = toml.replace("regs = ", "regs = 1");
        let gone = worse.replace("scale", "gone") + "\n[[rule]]\nmax_registers = 1\n";
        let escape = |letter| format!("\\U{:08X}", u32::from(letter));
        let escaped: String = name.chars().map(escape).collect();
        for (file, content) in [
            ("same-%.toml", &toml),
            ("worse-%.toml", &worse),
            ("gone-%.toml", &gone),
            ("unknown.toml", &format!("version = 2\n\"{escaped}\" = 3\n")),
            ("faulty.toml", &format!("version = 2\n{name} = 3\n")),
        ] {
            folder.put(&file.replace('%', &file_name), content);
        }
        assert_eq!(run("check -b @same-%.toml @old @%.whl").0, 0, "{class}");
        for form in FORMS {
            let commands = COMPARISONS.trim().lines();
            let shown: String = commands
                .map(|it| run(&format!("{it} -f {form}")).1)
                .collect();
            if form == "markdown" {
                assert_eq!(markup(&shown), [""; 0], "{class}: {shown}");
            }
        }
        for command in COMMANDS.trim().lines() {
            run(command);
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
