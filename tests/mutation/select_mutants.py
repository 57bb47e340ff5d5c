"""Thins a cosmic-ray session to the mutants that say something, and to a sample of them.

Left out: operators whose mutants are mostly the same program (types in annotations, which are never
evaluated: ``|``; ``==`` against ``is`` and against orderings of enum members and knob words) or nonsense that
any run finds (``+`` for ``>>``). Kept: the boundaries of orderings, ``==`` against ``!=``, ``is`` against
``is not``, ``and`` against ``or``, a condition negated, numbers off by one, yes for no, ``+`` for ``-``.

``python select_mutants.py SESSION COUNT SEED [PART PARTS]``
"""

from __future__ import annotations

import re
import sqlite3
import sys
from random import Random

ORDER = "(Lt|LtE|Gt|GtE)"
KEPT = re.compile(
    "core/("
    "AddNot|NumberReplacer|ReplaceAndWithOr|ReplaceOrWithAnd|ReplaceTrueWithFalse|ReplaceFalseWithTrue"
    "|ReplaceUnaryOperator_Delete_Not|ReplaceBreakWithContinue|ReplaceContinueWithBreak|ZeroIterationForLoop"
    "|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_Add|FloorDiv_Mul|Mod_FloorDiv)"
    "|ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Is_IsNot|IsNot_Is|In_NotIn|NotIn_In)"
    f"|ReplaceComparisonOperator_{ORDER}_{ORDER}"
    ")"
)


def main(session: str, count: int, seed: int, part: int = 0, parts: int = 1) -> None:
    """Deletes from the session all mutants but every `parts`-th of a sample of `count`, chosen by `seed`."""
    database = sqlite3.connect(session)
    rows = database.execute(
        "select job_id, operator_name from mutation_specs order by module_path, operator_name, occurrence"
    ).fetchall()
    kept = [job for job, operator in rows if KEPT.fullmatch(operator)]
    sample = set(Random(seed).sample(kept, min(count, len(kept)))[part::parts])  # noqa: S311 -- a sample
    dropped = [(job,) for job, _ in rows if job not in sample]
    database.executemany("delete from mutation_specs where job_id = ?", dropped)
    database.executemany("delete from work_items where job_id = ?", dropped)
    database.commit()
    sys.stdout.write(f"{len(rows)} mutants, {len(kept)} of them kept, {len(sample)} taken\n")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
