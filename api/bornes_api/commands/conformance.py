"""`bornes conformance`: a corpus of cases, and programs measured by it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bornes_api.commands.options import format_option
from bornes_api.language.speaking import said, words_of
from bornes_api.output import complain, emit

if TYPE_CHECKING:
    from bornes_api.conformance.cases import Corpus
    from bornes_api.conformance.mapping import Names
    from bornes_api.conformance.running import Result

FAILED, BROKEN = 1, 2
"""Exit statuses: the program (or the freshness of generated files) fails; wrong usage, or a broken corpus."""

_corpus_argument = click.argument(
    "path", type=click.Path(path_type=Path, exists=True, file_okay=False), default="fixtures"
)


@click.group("conformance", short_help="Measure any program by the corpus of cases.")
def command() -> None:
    """A corpus of recorded games with what must be said of each, and programs measured by it."""


@command.command("build", short_help="Write manifest.json, cases.jsonl, perft.jsonl.")
@_corpus_argument
@click.option("--check", is_flag=True, help="Write nothing; exit status 1 if a file is not up to date.")
@click.pass_context
def build_files(ctx: click.Context, path: Path, check: bool) -> None:
    """Write the generated files of the corpus in PATH (default: fixtures)."""
    from bornes_api.conformance.checking import check_cases
    from bornes_api.conformance.manifest import build
    from bornes_api.conformance.starts import load_starts

    corpus = _corpus(path)
    problems = [*corpus.problems, *check_cases(corpus, corpus.cases), *load_starts(path)[1]]
    if problems:
        for problem in problems:
            complain(str(problem))
        ctx.exit(BROKEN)
    for name, text in build(corpus).items():
        file = path / name
        if file.is_file() and file.read_bytes() == text.encode():
            continue
        if check:
            complain(
                said(
                    "%(file)s: is not up to date; run: bornes conformance build %(path)s",
                    file=file,
                    path=path,
                )
            )
            ctx.exit(FAILED)
        file.write_bytes(text.encode())
        emit([said("%(file)s: written", file=file)])


@command.command("check", short_help="Is the corpus in order?")
@_corpus_argument
@click.pass_context
def check(ctx: click.Context, path: Path) -> None:
    """Name everything that is wrong with the corpus in PATH (default: fixtures). Exit status 0 or 2."""
    from bornes_api.conformance.checking import check_corpus

    corpus = _corpus(path)
    problems = list(check_corpus(corpus))
    for problem in problems:
        complain(str(problem))
    if problems:
        ctx.exit(BROKEN)
    emit([said("%(path)s: %(count)s cases, all in order", path=path, count=len(corpus.cases))])


@command.command("run", short_help="Ask a program about every case.")
@click.option(
    "--corpus",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default="fixtures",
    show_default=True,
    help="Folder of the corpus.",
)
@click.option("--family", "families", multiple=True, help="Only this family; may be given several times.")
@click.option(
    "--level",
    type=click.IntRange(1, 4),
    default=4,
    show_default=True,
    help="1 verdicts, 2 scores, 3 rules, 4 places: what decides the exit status.",
)
@click.option("--simple", is_flag=True, help="Run the command once a case: record in, report as JSON out.")
@click.option(
    "--mapping",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="File (YAML, JSON) that says which code or rule each name of the program stands for.",
)
@click.option(
    "--timeout", type=click.FloatRange(0.01), default=10.0, show_default=True, help="Seconds for each case."
)
@format_option("text", "json")
@click.option(
    "--badge", type=click.Path(path_type=Path, dir_okay=False), help="Write a badge: .svg or .json."
)
@click.argument("program", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND...")
@click.pass_context
def run(
    ctx: click.Context,
    corpus: Path,
    families: tuple[str, ...],
    level: int,
    simple: bool,
    mapping: Path | None,
    timeout: float,
    form: str,
    badge: Path | None,
    program: tuple[str, ...],
) -> None:
    """Start COMMAND, ask it about every case and compare what it says (fixtures/README.md has the protocol).

    A program that hangs, crashes or talks nonsense is named with the case and started again. Exit status: 0
    all passed at the level asked, 1 failures, 2 wrong usage or a broken corpus.
    """
    from bornes_api.conformance.running import NoProgramError, run_corpus
    from bornes_api.conformance.summary import broken, failed

    if badge is not None and badge.suffix not in {".svg", ".json"}:
        raise click.BadParameter(
            said("%(badge)s: a badge is an .svg or a .json file", badge=badge), param_hint="'--badge'"
        )
    cases = _corpus(corpus)
    _check_families(cases, families)
    try:
        result = run_corpus(
            cases, program, families=families, simple=simple, names=_names(mapping), timeout=timeout
        )
    except NoProgramError as error:
        raise click.UsageError(words_of(error)) from error
    _print(result, level, form)
    if badge is not None:
        _write_badge(result, badge)
    ctx.exit(BROKEN if broken(result) else FAILED if failed(result, level) else 0)


@command.command("answer", short_help="Speak the protocol: this program's own answers.")
def answer() -> None:
    """Read the protocol on standard input, answer on standard output: what `run` asks of any program."""
    import json

    from bornes_api.conformance.answering import answers

    for each in answers(sys.stdin.buffer):
        sys.stdout.write(json.dumps(each, ensure_ascii=False, separators=(",", ":")) + "\n")
        sys.stdout.flush()


def _corpus(path: Path) -> Corpus:
    from bornes_api.conformance.cases import load_corpus

    try:
        return load_corpus(path)
    except OSError as error:
        raise click.UsageError(
            said("%(path)s is no corpus: %(error)s", path=path, error=words_of(error))
        ) from error


def _check_families(corpus: Corpus, families: tuple[str, ...]) -> None:
    known = sorted({case.family for case in corpus.cases})
    for family in families:
        if family not in known:
            raise click.BadParameter(
                said(
                    "there is no family %(family)r (there are %(known)s)",
                    family=family,
                    known=", ".join(known),
                ),
                param_hint="'--family'",
            )


def _names(mapping: Path | None) -> Names:
    from bornes_api.conformance.mapping import MappingError, own_names, read_mapping

    if mapping is None:
        return own_names()
    try:
        return read_mapping(mapping)
    except (MappingError, OSError) as error:
        raise click.BadParameter(words_of(error), param_hint="'--mapping'") from error


def _print(result: Result, level: int, form: str) -> None:
    from bornes_api.conformance.summary import to_dict, to_text

    if form == "json":
        from bornes_api.render.jsonl import json_pretty

        emit([json_pretty(to_dict(result, level))])
    else:
        emit(to_text(result, level))


def _write_badge(result: Result, path: Path) -> None:
    import json

    from bornes_api.conformance.summary import badge_json, badge_svg

    text = badge_svg(result) if path.suffix == ".svg" else json.dumps(badge_json(result)) + "\n"
    path.write_text(text, encoding="utf-8")
