//! Cubins and fat binaries that no compiler writes: what they say is read to the last bit, and what
//! is not as it should be is an error at the byte where it is.

mod builder;
mod described;
mod fat_binaries;
mod names;
mod work;

use occupancy_binary::cubin::{Image, usage};

use self::builder::{Cubin, INFO, PROGRAM, sized};
use self::described::Described;
use crate::cases::check_cases;

#[test]
fn attributes() {
    check_cases("cubin/attributes.txt", |case| Described::new(case).read());
}

#[test]
fn headers_sections_and_symbols() {
    check_cases("cubin/sections.txt", |case| Described::new(case).read());
}

/// Each attribute in every form that there is. Of which function a wrong one is said cannot be known, so it is wrong for
/// every one.
#[test]
fn attributes_have_their_forms() {
    let forms = "flag, byte 12, half 7, half 4, half 8, half 12, words, words 7, words 7 7, words 7 7 7, words 7 7 7 7";
    check_cases("cubin/forms.txt", |case| {
        let (_, statement) = case.split_once(' ').unwrap();
        let taken = forms.split(", ").filter(|form| {
            let read = Described::new(&format!("{statement} {form}")).read();
            !read.contains("an attribute has an unknown form: .nv.info")
        });
        taken.collect::<Vec<_>>().join(", ")
    });
}

/// Names that are no text do not matter if another one is asked for.
#[test]
fn other_names_are_not_read() {
    for other in [
        &b"\xff"[..],
        b"\xffernel",
        b"_\xff",
        b"_Z\xff",
        b"_Z6kerne\xff",
        b"_Z5\xffther",
        b"_Z2\xff\xff",
        b"",
    ] {
        let mut cubin = Cubin::new(80);
        cubin.symbol(other, 5);
        cubin.kernel("kernel");
        cubin.symbol(other, 5);
        let read = usage(&cubin.bytes(), "kernel").map(|it| it.registers);
        assert_eq!(read, Ok(Some(32)), "{other:x?}");
    }
}

/// 300 kernels, so that the last 8 bits of a symbol or a section do not tell them apart; they are listed in the order
/// of their symbols.
#[test]
fn many_kernels_are_told_apart() {
    let mut cubin = Cubin::new(80);
    // There are so many that the section of one of them is 256.
    for _ in 0..2 {
        cubin.section(".nv.other", PROGRAM, 0, &[]);
    }
    let names: Vec<_> = (0..300).map(|i| format!("kernel_{i}")).collect();
    for name in &names {
        let kernel = cubin.kernel(name);
        let symbol = kernel.symbol;
        cubin.shared(name, kernel, symbol.into());
        for (id, value) in [(0x11, 1000), (0x23, 2000)] {
            cubin.says(INFO, &sized(id, &[symbol, symbol + value]));
        }
        cubin.says(kernel.own, &sized(0x37, &[symbol]));
    }
    // It is about a symbol that does not exist, and whose number only ends as that of one does.
    cubin.says(INFO, &sized(0x11, &[1 << 16 | 7, 1]));
    let file = cubin.bytes();
    let image = Image::new(&file).unwrap();
    let all: Vec<_> = image.kernels().collect::<Result<_, _>>().unwrap();
    assert_eq!(all.len(), names.len());
    for ((name, symbol), one) in names.iter().zip(1..).zip(all) {
        assert_eq!(
            (one.name, one.static_shared_memory),
            (&**name, Some(symbol))
        );
        assert_eq!(one.toolkit, Some((symbol / 10, symbol % 10)), "{name}");
        let stack = (one.frame, one.stack);
        assert_eq!(stack, (Some(symbol + 1000), Some(symbol + 2000)), "{name}");
        assert_eq!(image.usage(name), Ok(one), "{name}");
    }
}

#[test]
fn after_an_error_there_are_no_more() {
    for broken in [0, 1, 39] {
        let mut cubin = Cubin::new(90);
        for i in 0..40 {
            let kernel = cubin.kernel(&format!("kernel_{i}"));
            if i == broken {
                cubin.says(kernel.own, &[3, 0x4c, 1, 0]);
            }
        }
        let file = cubin.bytes();
        let kernels = Image::new(&file).unwrap().kernels();
        let read: Vec<_> = kernels
            .map(|kernel| kernel.ok().map(|it| it.name))
            .collect();
        let names: Vec<_> = (0..broken).map(|i| format!("kernel_{i}")).collect();
        let expected = names.iter().map(|name| Some(&**name)).chain([None]);
        assert_eq!(read, expected.collect::<Vec<_>>());
    }
}
