//! The same work over many inputs on every core.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The first reports of a run, and how many there were.
#[derive(Debug, Default)]
pub struct Tally {
    pub checks: u64,
    pub faults: u64,
    pub reports: Vec<String>,
}

/// More reports than this help nobody.
const MOST_REPORTS: usize = 40;

impl Tally {
    pub fn fault(&mut self, report: impl FnOnce() -> String) {
        self.faults += 1;
        if self.reports.len() < MOST_REPORTS {
            self.reports.push(report());
        }
    }

    fn add(&mut self, other: Self) {
        self.checks += other.checks;
        self.faults += other.faults;
        self.reports.extend(other.reports);
        self.reports.truncate(MOST_REPORTS);
    }

    /// Fails the test if there was a violation.
    pub fn conclude(self, what: &str) {
        println!("{what}: {} checks, {} violations", self.checks, self.faults);
        assert!(
            self.faults == 0,
            "{} violations, the first ones:\n{}",
            self.faults,
            self.reports.join("\n")
        );
    }
}

/// Runs `work` on every index below `count`, on as many threads as there are cores.
pub fn for_all(count: usize, work: impl Fn(usize, &mut Tally) + Sync) -> Tally {
    const BLOCK: usize = 256;
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Tally::default());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut tally = Tally::default();
                loop {
                    let start = next.fetch_add(BLOCK, Ordering::Relaxed);
                    if start >= count {
                        break;
                    }
                    for index in start..count.min(start + BLOCK) {
                        work(index, &mut tally);
                    }
                }
                all.lock().expect("no panic").add(tally);
            });
        }
    });
    all.into_inner().expect("no panic")
}
