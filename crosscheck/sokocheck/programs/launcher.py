"""Launcher process that runs one program under limits and reports its resource use.

`python -I -S launcher.py REPORT CPU WALL MIB FILE PROGRAM ARGUMENTS…`: 0 is no limit, FILE the largest file in MiB,
REPORT the descriptor of a socket; when its other end closes, everything is killed. (A pipe could be reopened through
/proc and forged.)

A child inherits its parent's peak memory, so a small launcher makes small peaks visible. It adopts orphans, so nothing
outlives the run and all CPU time counts.
"""

from __future__ import annotations

import math
import os
import select
import signal
import sys
import time

_EVERY = 0.1  # seconds between two looks at the clock, the memory and the CPU time
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def _control_process(option: int, value: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def adopt_orphans(*, adopt: bool = True) -> None:
    """Make this process the subreaper of its descendants, or stop being it."""
    _control_process(_PR_SET_CHILD_SUBREAPER, int(adopt))


def _become(command: list[str], cpu: float, file_mib: float) -> None:
    import resource

    os.setsid()
    _control_process(_PR_SET_PDEATHSIG, signal.SIGKILL)  # it ends with the launcher
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for name in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
        signal.signal(name, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if cpu:
        seconds = math.ceil(cpu)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    if file_mib:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(file_mib * 2**20),) * 2)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        os._exit(127)


def child_pids(pid: int) -> list[int]:
    """Return the children of a process, including zombies."""
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as children:
                found.extend(map(int, children.read().split()))
    except OSError:  # it has ended, or the system does not tell
        pass
    return found


def descendants(pid: int) -> list[int]:
    """Return the processes below one, parents first; empty if the system does not tell."""
    found = [pid]
    for parent in found:  # the list grows while it is read
        found.extend(child_pids(parent))
    return found[1:]


def in_use(pids: list[int]) -> tuple[float, float]:
    """Return the CPU seconds used and the MiB held by processes."""
    ticks = pages = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as stat:
                fields = stat.read().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        ticks += sum(map(int, fields[11:15]))  # user and system time, its own and that of children it waited for
        pages += int(fields[21])
    return ticks / os.sysconf("SC_CLK_TCK"), pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _reap(child: int) -> int | None:
    """Collect ended processes; return the child's exit code, or minus its signal."""
    code = None
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return code
        if pid == 0:
            return code
        if pid == child:
            code = os.waitstatus_to_exitcode(status)


def _watch(child: int, limits: tuple[float, float, float], wake: int, report: int) -> tuple[str, int]:
    """Wait for the child or a limit; return the cause (`exit`, `cpu`, `wall`, `memory`, `cancelled`) and the code."""
    cpu, wall, mib = limits
    started = time.monotonic()
    while True:
        ready, _, _ = select.select([wake, report], [], [], _EVERY)
        if wake in ready:
            os.read(wake, 4096)
            code = _reap(child)
            if code is not None:
                return ("cpu" if code == -signal.SIGXCPU else "exit"), code
        if report in ready:  # nothing is written to it, so its other end is closed
            return "cancelled", 0
        seconds, resident = in_use(descendants(os.getpid()))
        if cpu and seconds >= cpu:
            return "cpu", 0
        if mib and resident >= mib:
            return "memory", 0
        if wall and time.monotonic() - started >= wall:
            return "wall", 0


def _end_all(child: int) -> None:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        for kill, pid in ((os.killpg, child), *((os.kill, pid) for pid in descendants(os.getpid()))):
            try:
                kill(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return  # none is left
        time.sleep(0.002)


def main(arguments: list[str]) -> None:
    """Run the program and report cause, exit code, CPU and wall seconds, and peak MiB."""
    report, cpu, wall, mib, file_mib = int(arguments[0]), *map(float, arguments[1:5])
    command = arguments[5:]
    os.set_inheritable(report, False)
    adopt_orphans()
    wake, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        _become(command, cpu, file_mib)
    ended, code = _watch(child, (cpu, wall, mib), wake, report)
    seconds = time.monotonic() - started
    _end_all(child)
    import resource  # not before the fork: what is loaded now is no part of the program's peak

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = used.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    os.write(report, f"{ended} {code} {used.ru_utime + used.ru_stime:.3f} {seconds:.3f} {peak:.1f}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1:])
