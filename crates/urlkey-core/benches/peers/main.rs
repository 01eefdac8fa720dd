//! The core beside its peers, in CPU time per URL.
//!
//! `cargo bench -p urlkey-core --bench peers -- FILE…` with lists of URLs, plain or gzipped, one a line. `--hostile` asks instead whether
//! twice the input takes twice the time. What the figures mean is in `bench/README.md`.

mod answer;
mod contest;
mod hostile;
mod lines;

use std::process::ExitCode;

const USAGE: &str = "\
cargo bench -p urlkey-core --bench peers -- [OPTIONS] FILE…
  FILE           a list of URLs, plain or gzipped, one a line
  --rounds N     timed rounds, of which the median counts (7, at least 5)
  --only A,B     time these alone; an unknown name lists them
  --limit N      read only the first N lines of each file
  --profile P    the profile of our own functions (dedup)
  --json         one JSON object a file instead of a table
  --hostile      time oversized input at one and two times its size; reads no file
  --answer NAME  time nothing: read a JSON string a line, write the named one's answer, null where it rejects";

/// What the command line asks for.
struct Options {
    files: Vec<String>,
    rounds: usize,
    only: Vec<String>,
    limit: usize,
    profile: String,
    json: bool,
    hostile: bool,
    answer: Option<String>,
}

impl Options {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            files: Vec::new(),
            rounds: 7,
            only: Vec::new(),
            limit: usize::MAX,
            profile: "dedup".to_owned(),
            json: false,
            hostile: false,
            answer: None,
        };
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
            match arg.as_str() {
                "--rounds" => options.rounds = number(&value()?)?.max(5),
                "--limit" => options.limit = number(&value()?)?,
                "--only" => options.only = value()?.split(',').map(str::to_owned).collect(),
                "--profile" => options.profile = value()?,
                "--answer" => options.answer = Some(value()?),
                "--json" => options.json = true,
                "--hostile" => options.hostile = true,
                // cargo's own
                "--bench" => {}
                unknown if unknown.starts_with('-') => return Err(format!("unknown option {unknown}\n{USAGE}")),
                _ => options.files.push(arg),
            }
        }
        if options.files.is_empty() && !options.hostile && options.answer.is_none() {
            return Err(USAGE.to_owned());
        }
        Ok(options)
    }
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("not a number: {text}"))
}

fn run() -> Result<(), String> {
    let options = Options::parse(std::env::args().skip(1))?;
    let canonicalizer =
        urlkey_core::Canonicalizer::named(&options.profile).ok_or_else(|| format!("there is no profile {}", options.profile))?;
    if let Some(name) = &options.answer {
        return answer::run(&canonicalizer, name);
    }
    if options.hostile {
        hostile::run(&canonicalizer, options.json);
    }
    for file in &options.files {
        let lines = lines::Lines::read(file, options.limit).map_err(|error| format!("{file}: {error}"))?;
        let result = contest::run(&canonicalizer, &lines, options.rounds, &options.only)?;
        if options.json {
            println!("{}", result.json(file));
        } else {
            result.print(file);
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}
