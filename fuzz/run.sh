#!/usr/bin/env bash
# Fuzzes the core with libFuzzer, on any toolchain: the coverage instrumentation needs no nightly flag.
#
#   fuzz/run.sh [TARGET…]     ladder, parse, params; all of them if none is named
#
# FUZZ_SECONDS (60)     for all targets together, split evenly; building does not count
# FUZZ_JOBS             processes a target, as many as there are cores by default
# FUZZ_RUNS             stop each target after about that many executions, whatever FUZZ_SECONDS says
#
# Seeds are committed in fuzz/seeds/; what a run learns is kept in fuzz/corpus/, which is not. A crash ends the run with exit code 1 and
# the path of the input that reproduces it. `cargo fuzz` works here too, if you have it.
set -euo pipefail
cd "$(dirname "$0")"

seconds=${FUZZ_SECONDS:-60}
jobs=${FUZZ_JOBS:-$(nproc 2>/dev/null || echo 1)}
runs=${FUZZ_RUNS:-0}
targets=("$@")
[ "${#targets[@]}" -gt 0 ] || targets=(ladder parse params)
for target in "${targets[@]}"; do
  [ -e "fuzz_targets/$target.rs" ] || { echo "there is no fuzz target $target" >&2; exit 2; }
done

host=$(rustc -vV | sed -n 's/^host: //p')
# Tracing of comparisons (trace-compares) is left out: it takes two thirds of the time, and seeds/url.dict holds what it would find.
# With an explicit --target, build scripts and procedural macros stay without instrumentation.
flags=(
  --cfg fuzzing
  -Cpasses=sancov-module
  -Cllvm-args=-sanitizer-coverage-level=4
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
  -Cllvm-args=-sanitizer-coverage-pc-table
  -Cllvm-args=-simplifycfg-branch-fold-threshold=0
  -Ccodegen-units=1
)
bins=()
for target in "${targets[@]}"; do bins+=(--bin "$target"); done
RUSTFLAGS="${flags[*]}" cargo build ${CI:+--locked} --release --target "$host" --target-dir target "${bins[@]}"

# One line of a seed file is one input, with escapes as printf's %b reads them, behind the bytes that choose the settings.
plant() { # plant TARGET PREFIX FILE
  local line number=0
  mkdir -p "corpus/$1"
  while IFS= read -r line; do
    case $line in '' | '## '*) continue ;; esac
    number=$((number + 1))
    printf '%b' "$2$line" >"corpus/$1/seed-${3%.txt}-$number"
  done <"seeds/$3"
}

fuzz() { # fuzz TARGET SECONDS: run it in `jobs` processes, and count its executions
  local target=$1 job code=0 pids=() executions=0 began=$SECONDS
  case $target in
    ladder) plant ladder '\0000\0000\0000' urls.txt; plant ladder '\0001\0360\0000' urls.txt ;;
    parse) plant parse '' urls.txt; plant parse '' relative.txt ;;
    params) plant params '\0001\0000' queries.txt ;;
  esac
  mkdir -p "artifacts/$target"
  for ((job = 0; job < jobs; job++)); do
    "target/$host/release/$target" "corpus/$target" -dict=seeds/url.dict -artifact_prefix="artifacts/$target/" \
      -max_total_time="$2" -runs="$([ "$runs" -gt 0 ] && echo "$((runs / jobs + 1))" || echo -1)" \
      -timeout=10 -rss_limit_mb=2048 -reload=10 -print_final_stats=1 -verbosity=1 \
      >"artifacts/$target/job-$job.log" 2>&1 &
    pids+=($!)
  done
  for job in "${!pids[@]}"; do
    wait "${pids[$job]}" || code=$?
    executions=$((executions + $(sed -n 's/^stat::number_of_executed_units: *//p' "artifacts/$target/job-$job.log" | tail -n 1 | grep . || echo 0)))
  done
  local took=$((SECONDS - began))
  printf '%-8s %11d executions in %d s, %d a second\n' "$target" "$executions" "$took" "$((executions / (took > 0 ? took : 1)))"
  [ "$code" -eq 0 ] && return
  for job in "${!pids[@]}"; do
    grep -E -m 1 -A 3 'panicked at|ERROR: libFuzzer|deadly signal' "artifacts/$target/job-$job.log" || true
    sed -n "s|.*Test unit written to ||p" "artifacts/$target/job-$job.log" | while IFS= read -r input; do
      echo "reproduce with: fuzz/target/$host/release/$target fuzz/$input"
    done
  done
  return 1
}

status=0
for target in "${targets[@]}"; do
  # a second at least: 0 means for ever
  each=$((seconds / ${#targets[@]}))
  [ "$runs" -gt 0 ] && each=0
  [ "$each" -gt 0 ] || [ "$runs" -gt 0 ] || each=1
  fuzz "$target" "$each" || status=1
done
exit "$status"
