"""Ctrl-C that is not lost.

Python raises `KeyboardInterrupt` wherever it happens to be. In a finaliser or a callback of a weak reference (an
import that ends has one) it is printed and forgotten, and a long run would go on as if nothing had been said.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def remembered_interrupts() -> Iterator[Callable[[], None]]:
    """While in the ``with``, remembers that Ctrl-C was pressed.

    Gives a function that raises `KeyboardInterrupt` if it was, to be called now and then. Elsewhere than in the
    main thread, and where Ctrl-C is ignored or handled otherwise, nothing is remembered.
    """
    pressed = False
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler or (
        threading.current_thread() is not threading.main_thread()
    ):
        yield lambda: None
        return

    def handler(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        signal.default_int_handler(number, frame)

    def check() -> None:
        if pressed:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, handler)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
