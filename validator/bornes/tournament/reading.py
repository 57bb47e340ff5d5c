"""From the text of a tournament file to a `Tournament`: every place that cannot be used is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from bornes.loading import named_ruleset, with_options
from bornes.ruleset import RulesetError
from bornes.suggestions import offer
from bornes.tournament.model import (
    Entrant,
    Pairing,
    Place,
    Points,
    Problem,
    Round,
    Table,
    Tournament,
    TournamentFileError,
)
from bornes.tournament.pointsystem import points_of, unused_points
from bornes.tournament.policies import Policies, sanction_of
from bornes.tournament.schema import refused
from bornes.tournament.tablecheck import outside, table_faults
from bornes.tournament.tiebreaks import TIE_BREAKS
from bornes.yamltext import Branch, Leaf, Node, read_tree
from bornes_notation.wording import worded

MAX_CHARACTERS: Final = 4_000_000
"""The longest text of a tournament file that is read."""

_SIDES: Final = "XYZWVUQP"
_PAIRINGS: Final[Mapping[str, Pairing]] = {"round-robin": "round-robin", "swiss": "swiss"}


def read_tournament(text: str, path: str) -> Tournament:
    """The tournament that a text describes.

    Args:
        text: YAML of maps and single values.
        path: Name of the file, for messages.

    Raises:
        TournamentFileError: with every place that cannot be used.
    """
    if len(text) > MAX_CHARACTERS:
        problem = Problem(
            worded("a tournament file may have at most %(most)s characters", most=MAX_CHARACTERS)
        )
        raise TournamentFileError((problem,), path)
    try:
        tree = read_tree(text, path, worded("tournament file"))
    except RulesetError as error:
        place = (error.line or 1, error.column or 1)
        raise TournamentFileError((Problem(error.message, place),), path) from None
    if problems := refused(tree):
        raise TournamentFileError(problems, path)
    reader = _Reader(tree)
    tournament = reader.tournament()
    if reader.problems:
        raise TournamentFileError(tuple(sorted(reader.problems, key=lambda each: each.place or (0, 0))), path)
    return tournament


def _place(node: Node) -> Place:
    return node.line, node.column


def _number(node: Node) -> int:
    assert isinstance(node, Leaf)
    return int(node.text)


class _Reader:
    """Goes through a tree that fits the schema; collects what the schema cannot see."""

    def __init__(self, tree: Branch) -> None:
        self.tree = tree
        self.problems: list[Problem] = []

    def tournament(self) -> Tournament:
        tree = self.tree
        entrants = self._entrants()
        self._ruleset()
        hands = tree.entries.get("hands")
        points = self._points()
        return Tournament(
            event=self._text("event"),
            ruleset=self._text("ruleset"),
            options=self._text("options"),
            policies=self._policies(),
            hands=None if hands is None else _number(hands),
            entrants=entrants,
            points=points,
            tie_breaks=self._tie_breaks(),
            pairing=_PAIRINGS.get(self._text("pairing")),
            rounds=tuple(self._rounds(entrants, points)),
            begins=self._text("begins") or None,
            ends=self._text("ends") or None,
            places={key: _place(node) for key, node in tree.entries.items()},
        )

    def _problem(self, node: Node, message: str) -> None:
        self.problems.append(Problem(message, _place(node)))

    def _text(self, key: str) -> str:
        node = self.tree.entries.get(key)
        return node.text if isinstance(node, Leaf) else ""

    def _branch(self, branch: Branch, key: str) -> Branch:
        node = branch.entries.get(key)
        return node if isinstance(node, Branch) else Branch({}, {}, branch.line, branch.column)

    def _ruleset(self) -> None:
        key = "ruleset"
        try:
            ruleset = named_ruleset(self._text("ruleset"))
            key = "options"
            with_options(ruleset, self._text("options"))
        except RulesetError as error:
            self._problem(self.tree.entries[key], error.message)

    def _entrants(self) -> dict[str, Entrant]:
        names: dict[str, str] = {}
        for key, node in self._branch(self.tree, "players").entries.items():
            assert isinstance(node, Leaf)
            if node.text in names.values():
                self._problem(
                    node, worded("%(text)s stands here twice; two players need two names", text=node.text)
                )
            names[key] = node.text
        if "teams" not in self.tree.entries:
            return {key: Entrant(key, name, (name,)) for key, name in names.items()}
        return self._teams(names)

    def _teams(self, names: dict[str, str]) -> dict[str, Entrant]:
        teams: dict[str, Entrant] = {}
        team_of: dict[str, str] = {}
        for key, node in self._branch(self.tree, "teams").entries.items():
            assert isinstance(node, Branch)
            name, players = node.entries["name"], node.entries["players"]
            assert isinstance(name, Leaf)
            ids = self._ids(players, names)
            for each in ids:
                if each in team_of:
                    self._problem(
                        players,
                        worded(
                            "%(player)s is in two teams, %(team)s and %(key)s",
                            player=each,
                            team=team_of[each],
                            key=key,
                        ),
                    )
                team_of[each] = key
            teams[key] = Entrant(key, name.text, tuple(names[each] for each in ids))
        return teams

    def _ids(self, node: Node | None, known: Iterable[str]) -> tuple[str, ...]:
        """Known ids of a list; the unknown ones are problems."""
        if not isinstance(node, Leaf):
            return ()
        return tuple(each for each in node.text.split() if self._known(node, each, known))

    def _known(
        self, node: Node, name: str, known: Iterable[str], what: str = worded("player or team")
    ) -> bool:
        choices = list(known)
        if name in choices:
            return True
        self._problem(
            node,
            worded("there is no %(what)s %(name)s%(hint)s", what=what, name=name, hint=offer(name, choices)),
        )
        return False

    def _points(self) -> Points:
        branch = self._branch(self.tree, "points")
        for node, why in unused_points(branch):
            self._problem(node, why)
        return points_of(branch)

    def _policies(self) -> Policies:
        branch = self._branch(self.tree, "policies")
        # The schema has seen to it that each of them is one of the values that there are.
        said: dict[str, Any] = {
            key: node.text for key, node in branch.entries.items() if isinstance(node, Leaf)
        }
        offences = self._branch(branch, "offences").entries
        return Policies(
            **said,
            offences={
                int(n): sanction_of(node.text)
                for n, node in sorted(offences.items())
                if isinstance(node, Leaf)
            },
        )

    def _tie_breaks(self) -> tuple[str, ...]:
        node = self.tree.entries.get("tie_breaks")
        if not isinstance(node, Leaf):
            return ()
        names = tuple(node.text.split())
        for name in dict.fromkeys(names):
            self._known(node, name, TIE_BREAKS, worded("tie-break"))
            if names.count(name) > 1:
                self._problem(node, worded("tie-break %(name)s stands here twice", name=name))
        return names

    def _rounds(self, entrants: dict[str, Entrant], points: Points) -> Iterator[Round]:
        branch = self._branch(self.tree, "rounds")
        for expected, (key, node) in enumerate(branch.entries.items(), 1):
            assert isinstance(node, Branch)
            if int(key) != expected:
                self._problem(
                    branch.keys[key],
                    worded(
                        "round %(key)s stands where round %(expected)s is due", key=key, expected=expected
                    ),
                )
            date, duplicate = node.entries.get("date"), node.entries.get("duplicate")
            tables = self._branch(node, "tables")
            yield Round(
                number=int(key),
                tables=tuple(
                    self._table(int(number), tables.keys[number], table, entrants, points)
                    for number, table in tables.entries.items()
                    if isinstance(table, Branch)
                ),
                date=date.text if isinstance(date, Leaf) else None,
                byes=self._ids(node.entries.get("byes"), entrants),
                absent=self._ids(node.entries.get("absent"), entrants),
                duplicate=isinstance(duplicate, Leaf) and duplicate.value is True,
                place=_place(branch.keys[key]),
            )

    def _table(
        self, number: int, key: Leaf, branch: Branch, entrants: dict[str, Entrant], points: Points
    ) -> Table:
        sides: dict[str, str] = {}
        for letter, node in branch.entries.items():
            if letter in _SIDES and isinstance(node, Leaf) and self._known(node, node.text, entrants):
                sides[letter] = node.text
        written = sum(letter in _SIDES for letter in branch.entries)
        if written < 2:
            self._problem(
                key,
                worded(
                    "table %(number)s has %(count)s side; a match has at least two, as X and Y",
                    number=number,
                    count=written,
                ),
            )
        record, forfeit = branch.entries.get("record"), branch.entries.get("forfeit")
        table = Table(
            number=number,
            sides=sides,
            record=self._record(record),
            result=self._by_side(branch, "result", sides),
            hands_won=self._by_side(branch, "hands_won", sides),
            forfeit=tuple(forfeit.text.split()) if isinstance(forfeit, Leaf) else (),
            commitments={
                int(hand): node.text
                for hand, node in self._branch(branch, "commitments").entries.items()
                if isinstance(node, Leaf)
            },
            place=_place(key),
        )
        self._check_table(table, branch, points)
        return table

    def _by_side(self, branch: Branch, key: str, sides: dict[str, str]) -> dict[str, int]:
        given = self._branch(branch, key)
        if given.entries and set(given.entries) != set(sides):
            self._problem(
                given,
                worded(
                    "%(key)s names %(entries)s; the sides are %(sides)s",
                    key=key,
                    entries=" ".join(given.entries),
                    sides=" ".join(sides),
                ),
            )
        return {side: _number(node) for side, node in given.entries.items()}

    def _record(self, node: Node | None) -> str | None:
        if not isinstance(node, Leaf):
            return None
        if (why := outside(node)) is not None:
            self._problem(node, why)
        return node.text

    def _check_table(self, table: Table, branch: Branch, points: Points) -> None:
        for side in table.forfeit:
            self._known(branch.entries["forfeit"], side, table.sides, worded("side"))
        for node, why in table_faults(table, branch, points):
            self._problem(node, why)
