"""What click itself says in help and complaints, marked for our catalogues: click has no translations of its own.

A click that words one of these otherwise says it in English.
"""

from __future__ import annotations

from bornes_api.language.marking import N_, ngettext

TEXTS = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("default: {default}"),
    N_("required"),
    N_("Show the version and exit."),
    N_("Show this message and exit."),
    N_("Error: {message}"),
    N_("Error: invalid input"),
    N_("Try '{command} {option}' for help."),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing command."),
    N_("No such option {name!r}."),
    N_("No such command {name!r}."),
    ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    N_("Could not open file {filename!r}: {message}"),
    ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    N_("Option {name!r} does not take a value."),
    ngettext("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
    N_("file"),
    N_("directory"),
    N_("path"),
)
