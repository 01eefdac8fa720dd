"""Each page of a list once: the library behind `urlkey dedupe`.

Lines stream through in chunks; what is remembered of them is digests. `dedupe` does the work,
`read` gives the chunks of files (plain, gzip or Zstandard), `written` a file that appears only when
it is complete, `Groups` remembers which spellings fell together, `Trial` what else would merge.

    import sys
    from urlkey.dedupe import dedupe, read

    summary = dedupe(read(["links.txt"]), sys.stdout.buffer.write)
    print(summary.kept, "of", summary.lines, file=sys.stderr)
"""

from __future__ import annotations

from urlkey.dedupe.engine import Summary, dedupe
from urlkey.dedupe.groups import Group, Groups, Spelling
from urlkey.dedupe.sniff import NotAList
from urlkey.dedupe.sources import read
from urlkey.dedupe.trial import Outcome, Trial
from urlkey.dedupe.written import written

__all__ = [
    "Group",
    "Groups",
    "NotAList",
    "Outcome",
    "Spelling",
    "Summary",
    "Trial",
    "dedupe",
    "read",
    "written",
]
