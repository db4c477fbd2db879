"""Run one program under limits and report what it used: a small process of its own between us and a solver.

`python -I -S launcher.py REPORT CPU WALL MIB FILE PROGRAM ARGUMENTS…`, where 0 is no limit, FILE is the most MiB of any
one file that it writes, and REPORT is the descriptor of an open socket: when its other end closes, everything ends. A
socket, unlike a pipe, cannot be opened again through /proc, so the program cannot write a report of its own.

It exists because a process starts with the peak memory of the one that started it: this one is small, so small peaks
are seen. It also adopts what the program leaves behind, so nothing outlives the run and no CPU second goes uncounted.
"""

from __future__ import annotations

import math
import os
import select
import signal
import sys
import time

EVERY = 0.1  # seconds between two looks at the clock, the memory and the CPU time
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36


def control_process(option: int, value: int) -> None:
    """Call Linux's `prctl`; do nothing on other systems."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def adopt_orphans(*, adopt: bool = True) -> None:
    """Make this process the parent of every descendant whose own parent ends, where the system can do that; or stop."""
    control_process(PR_SET_CHILD_SUBREAPER, int(adopt))


def become(command: list[str], cpu: float, file_mib: float) -> None:
    """Turn this process into the program: no input, no core file, default signals, a session of its own."""
    import resource

    os.setsid()
    control_process(PR_SET_PDEATHSIG, signal.SIGKILL)  # it ends with the launcher
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
    """Return the children of a process, those included that have ended and wait to be collected."""
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as children:
                found.extend(map(int, children.read().split()))
    except OSError:  # it has ended, or the system does not tell
        pass
    return found


def descendants(pid: int) -> list[int]:
    """Return the processes below one, parents first; none where the system does not tell."""
    found = [pid]
    for parent in found:  # the list grows while it is read
        found.extend(child_pids(parent))
    return found[1:]


def in_use(pids: list[int]) -> tuple[float, float]:
    """Return the CPU seconds that processes have used so far and the MiB that they hold."""
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


def reaped(child: int) -> int | None:
    """Collect what has ended; return the exit code of the child, or minus its signal, if it is among them."""
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


def watch(child: int, limits: tuple[float, float, float], wake: int, report: int) -> tuple[str, int]:
    """Wait for the end of the child, or for a limit; return which (`exit`, `cpu`, `wall`, `memory`, `cancelled`)."""
    cpu, wall, mib = limits
    started = time.monotonic()
    while True:
        ready, _, _ = select.select([wake, report], [], [], EVERY)
        if wake in ready:
            os.read(wake, 4096)
            code = reaped(child)
            if code is not None:
                return ("cpu" if code == -signal.SIGXCPU else "exit"), code
        if report in ready:  # nobody writes to it: the other end is closed
            return "cancelled", 0
        seconds, resident = in_use(descendants(os.getpid()))
        if cpu and seconds >= cpu:
            return "cpu", 0
        if mib and resident >= mib:
            return "memory", 0
        if wall and time.monotonic() - started >= wall:
            return "wall", 0


def end_all(child: int) -> None:
    """Kill and collect whatever is left, so that its use is counted and nothing stays behind."""
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
    """Run the program and write one line to REPORT: how it ended, exit code, CPU and wall seconds, peak in MiB."""
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
        become(command, cpu, file_mib)
    ended, code = watch(child, (cpu, wall, mib), wake, report)
    seconds = time.monotonic() - started
    end_all(child)
    import resource  # not before the fork: what is loaded now is no part of the program's peak

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak = used.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
    os.write(report, f"{ended} {code} {used.ru_utime + used.ru_stime:.3f} {seconds:.3f} {peak:.1f}\n".encode())


if __name__ == "__main__":
    main(sys.argv[1:])
