"""What the tournament of a record has agreed about faults, for whoever rules on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bornes.tournament.model import TournamentFileError
from bornes.tournament.offences import Offence
from bornes.tournament.policies import Policies
from bornes.tournament.proposals import Proposal, proposal
from bornes_api.sources import SourceError
from bornes_api.tournament.folder import gather, open_tournament
from bornes_notation.wording import worded, wording_of

if TYPE_CHECKING:
    from bornes.report import Violation
    from bornes.trial import Trial


@dataclass(frozen=True, slots=True)
class Agreed:
    """The policies of a tournament, and the offences in one of its records with their numbers."""

    policies: Policies
    offences: Sequence[Offence]

    def proposal(self, trial: Trial, violation: Violation) -> Proposal:
        """What was agreed for a violation of the record."""
        hand_over = any(hand.complete and hand.number == violation.hand for hand in trial.report.hands)
        return proposal(self.policies, violation, self.offences, trial.record, hand_over=hand_over)


def agreed_about(tournament: str, file: str) -> Agreed:
    """What a tournament has agreed about one of its records.

    Args:
        tournament: Its folder or file.
        file: The record, as it lies in the folder.

    Raises:
        SourceError: The tournament cannot be read, or the file is none of its records.
    """
    try:
        opened = open_tournament(tournament)
    except TournamentFileError as error:
        raise SourceError(wording_of(error)) from error
    folder = opened.path.parent
    wanted = Path(file).resolve()
    tables = [
        (played.number, table.number)
        for played in opened.tournament.rounds
        for table in played.tables
        if table.record is not None and (folder / table.record).resolve() == wanted
    ]
    if not tables:
        raise SourceError(
            worded(
                "%(file)s: is not the record of a table of %(tournament)s", file=file, tournament=opened.name
            )
        )
    gathered = gather(opened.tournament, folder, whole=False)
    here = [each for each in gathered.offences if (each.round, each.table) in tables]
    return Agreed(opened.tournament.policies, here)
