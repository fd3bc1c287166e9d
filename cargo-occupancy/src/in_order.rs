//! Work on several threads, and its results in order.

use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Threads at most.
const MOST: usize = 16;

/// Threads that this machine is good for.
pub(crate) fn threads() -> usize {
    thread::available_parallelism()
        .map_or(1, usize::from)
        .min(MOST)
}

/// Runs the jobs 0 to `count` on `threads` threads, each with its own worker, and hands the results to `take` in
/// the order of the jobs. Ends with the first error of `take`.
pub(crate) fn in_order<T: Send, W: FnMut(usize) -> T>(
    count: usize,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    take: &mut dyn FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    if threads <= 1 {
        let mut work = worker();
        return (0..count).try_for_each(|number| take(work(number)));
    }
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (sender, worker, next) = (sender.clone(), &worker, &next);
            scope.spawn(move || {
                let mut work = worker();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // Nobody takes it once the output is closed.
                    if number >= count || sender.send((number, work(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut turn = 0;
        for (number, result) in receiver {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&turn) {
                turn += 1;
                take(result)?;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::in_order;

    #[test]
    fn results_are_in_order() {
        for threads in [1, 2, 7] {
            let mut taken = Vec::new();
            let done = in_order(1000, threads, || |number| number * 2, &mut |result| {
                taken.push(result);
                Ok(())
            });
            assert!(done.is_ok());
            assert_eq!(
                taken,
                (0..1000).map(|number| number * 2).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn an_error_ends_it() {
        for threads in [1, 3] {
            let mut taken = 0;
            let done = in_order(1000, threads, || |number| number, &mut |number| {
                taken += 1;
                if number == 10 {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
                Ok(())
            });
            assert_eq!(done.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
            assert_eq!(taken, 11);
        }
    }
}
