"""Slash commands in transcripts: which are built in, and what a person added to one."""

from __future__ import annotations

import re
from typing import Final

import msgspec

_OF_THE_PROGRAM_NAMES: Final = """\
add-dir agents allowed-tools bashes bug checkpoint chrome context continue cost doctor effort
export extra-usage feedback hooks ide install install-github-app install-slack-app keybindings
mcp memory migrate-installer mobile output-style output-style:new permissions plan plugin
plugins privacy-settings rate-limit-options release-notes reload-plugins remote-control
remote-env rewind sandbox setup-bedrock setup-vertex skills stats status statusline stickers
tasks teleport terminal-setup theme think-back todos upgrade usage vim voice web-setup
"""
_OF_THE_PROGRAM: Final = frozenset(_OF_THE_PROGRAM_NAMES.split())
"""Commands of the program itself: what follows them is a setting, not an instruction."""

_NEVER_CUSTOM_NAMES: Final = "clear compact config exit help login logout model quit resume"
_NEVER_CUSTOM: Final = frozenset(_NEVER_CUSTOM_NAMES.split())
"""Commands of the program that nobody can put their own in the place of."""

_PROMPT_NAMES: Final = """\
commit commit-push-pr init init-verifiers insights pr-comments pr_comments review security-review
team-onboarding ultraplan ultrareview
"""
_PROMPTS: Final = frozenset(_PROMPT_NAMES.split())
"""Commands that ship with the program but only send a prompt; people put their own in their place,
and then the row says that a person gave them."""

_NAME: Final = re.compile(r"<command-name>\s*/?(.*?)\s*</command-name>", re.DOTALL)
_ARGS: Final = re.compile(r"<command-args>(.*)</command-args>", re.DOTALL)
_OPENING: Final = re.compile(r"\s*<command-(?:name|message)>")
_LOCAL_LAYOUT: Final = re.compile(r"</command-name>\n {4,}<command-message>")
_TYPED: Final = re.compile(r"\s*/([\w:.-]+)(?:\s|$)")


class Command(msgspec.Struct, frozen=True):
    """A command as a row records it; `is_local` if laid out as commands of the program are."""

    name: str
    args: str
    is_local: bool


def parse(text: str) -> Command | None:
    """Return the command that a text records, or None if it records none."""
    if not _OPENING.match(text) or not (named := _NAME.search(text)):
        return None
    given = _ARGS.search(text)
    return Command(
        name=named.group(1),
        args=given.group(1).strip() if given else "",
        is_local=_LOCAL_LAYOUT.search(text) is not None,
    )


def is_custom(command: Command, *, by_person: bool | None) -> bool:
    """Tell whether what follows a command is the person's instruction.

    `by_person` is what the row says of its origin: True, False, or None where it says nothing.
    """
    if command.name in _NEVER_CUSTOM or by_person is False:
        return False
    return by_person or not (command.is_local or command.name in _OF_THE_PROGRAM | _PROMPTS)


def is_typed_built_in(text: str) -> bool:
    """Tell whether a text is a command of the program, as typed."""
    typed = _TYPED.match(text)
    return typed is not None and typed.group(1) in _OF_THE_PROGRAM | _NEVER_CUSTOM
