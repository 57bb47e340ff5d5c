"""`bornes check --dask ADDRESS`: from the options to a run on a cluster."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

import click

from bornes_api.batch.question import Question
from bornes_api.cluster.running import FORMS, ClusterError, judge_on_dask
from bornes_api.columns.schema import MissingExtraError
from bornes_api.language.speaking import said, translated, words_of
from bornes_api.output import complain
from bornes_api.sources import Source
from bornes_api.tally import Tally
from bornes_notation.wording import OR, listed

SECONDS_TO_ANSWER = 20
"""So long a scheduler may take until it answers."""


def check_on_dask(
    address: str, sources: Iterable[Source], question: Question, folder: str | None, tally: Tally
) -> None:
    """Judges the sources on the cluster, into a folder of parts; the tally gets what they came to.

    Raises:
        click.UsageError: The form cannot be written in parts, or no folder is named.
        click.ClickException: An extra is missing, nobody answers, or the run cannot go on.
    """
    if question.form not in FORMS:
        raise click.UsageError(
            said(
                "--dask goes with --format %(forms)s, not with %(form)s",
                forms=translated(listed(FORMS, OR)),
                form=question.form,
            )
        )
    if folder is None:
        raise click.UsageError(
            said("--dask writes a part for each shard: name a folder for them (--output FOLDER)")
        )
    with _client(address) as client:
        try:
            run = judge_on_dask(client, sources, question, folder)
        except (ClusterError, MissingExtraError) as error:
            raise click.ClickException(words_of(error)) from error
        except OSError as error:
            raise click.ClickException(f"{error.filename or folder}: {error.strerror or error}") from error
    for complaint in run.complaints:
        complain(complaint)
    tally.add_tally(run.tally)


def _client(address: str) -> Any:
    try:
        distributed = import_module("distributed")  # an extra: nothing else needs it
    except ImportError as error:
        raise click.ClickException(said("a cluster needs Dask; install bornes[dask]")) from error
    try:
        return distributed.Client(address, timeout=SECONDS_TO_ANSWER)
    except (OSError, ValueError) as error:
        raise click.ClickException(
            said("no Dask scheduler answers at %(address)s: %(error)s", address=address, error=error)
        ) from error
