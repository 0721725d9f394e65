"""The bounds of a program that a page runs: it may not run for ever, nor end the build."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from unittest import mock


class TooLongError(BaseException):
    """A program ran longer than it may; no ``except Exception`` of its own can hide that."""


@contextlib.contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Raise `TooLongError` in what runs inside, where it is when the time is up.

    Outside the main thread, and on systems without interval timers, there is no limit. What would
    end the process at once, unseen by anybody, raises ``SystemExit`` instead.
    """
    with mock.patch("os._exit", _refuse_to_exit), _timer(seconds):
        yield


def _refuse_to_exit(status: int) -> None:
    raise SystemExit(f"os._exit({status})")


@contextlib.contextmanager
def _timer(seconds: float) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread() or not hasattr(
        signal, "setitimer"
    ):
        yield
        return

    def stop(_: int, frame: FrameType | None) -> None:
        where = f" in {frame.f_code.co_name}(), line {frame.f_lineno}" if frame else ""
        raise TooLongError(f"still running{where} after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)  # again each second, if it is caught
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
