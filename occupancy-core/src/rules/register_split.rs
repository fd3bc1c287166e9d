//! The split of a block's registers between its warp groups.

use super::review::{Review, Rule, names};
use crate::kernel::{Argument, Change, WarpGroups, saturate};
use crate::numbers::or;

pub(super) const fn rules(r: &mut Review<'_, '_>, groups: &WarpGroups) {
    let (on_gpu, kernel) = (r.on_gpu, &r.configuration.kernel);
    let has_it = on_gpu.sm.has_setmaxnreg();
    if let Some(w) = r.note_if(Rule::NoSetmaxnreg, !has_it) {
        w.head("{gpu} is not known to have `setmaxnreg`, which H100 and B200 have");
        w.help_to(Change::Without(Argument::Setmaxnreg), "");
        w.for_some = "` in place of `setmaxnreg`";
    }
    // An invalid block and an invalid budget have rules of their own.
    if !has_it || !on_gpu.block_is_legal || !on_gpu.registers_are_legal {
        return;
    }
    let (threads, stated) = (on_gpu.threads, groups.as_slice().len() as u64);
    let (asked, of_block) = (groups.registers(), kernel.registers_of_block());
    let all = stated.saturating_mul(WarpGroups::THREADS as u64);
    let mut wrong = None;
    each!(groups.as_slice(), |registers| {
        // A warp group that keeps its registers asks for none.
        let is_kept = *registers == kernel.registers_per_thread;
        if wrong.is_none() && !is_kept && WarpGroups::bit(*registers) == 0 {
            wrong = Some(*registers);
        }
    });
    let head = if wrong.is_some() {
        "a warp group asks for {wrong:register} per thread: `setmaxnreg` takes a multiple of 8 from 24 to 256"
    } else if all != threads {
        "the registers of {stated:warp group} are stated, {all:thread}, and the block has {threads}"
    } else if asked > of_block {
        "the warp groups ask for {asked} registers, and the block has {of_block} at launch: the kernel would hang"
    } else {
        return;
    };
    if let Some(w) = r.note(Rule::RegisterSplit) {
        names!(w, wrong: or(wrong, 0), stated: stated, all: all, asked: asked, of_block: of_block);
        w.head(head);
        let mut most = 256_u32;
        while most >= 24 {
            let lower = groups.at_most(most, threads);
            w.or_help_to(Change::WarpGroups(lower), " fits");
            most = most.saturating_sub(8);
        }
        w.help_to(Change::Threads((saturate(all), 1, 1)), " has as many");
        let enough = asked.div_ceil(threads).saturating_add(7) & !7;
        w.set(Argument::Registers, enough, " has as many");
    }
}
