"""A run is measured with all that belongs to it, ends at its limits, and leaves nothing behind."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from processes import gone, wait_until
from sokocheck.programs.measure import MAX_OUTPUT, Allowance, Cancelled, Measured, run

PLENTY = Allowance(cpu=60, wall=60, mib=4096)
BURN = "import time\nwhile time.process_time() < 0.3: pass\nprint(time.process_time(), flush=True)\n"


def python(program: str, allowance: Allowance = PLENTY, stop: Event | None = None) -> Measured:
    return run([sys.executable, "-S", "-c", program], allowance, stop)


def test_at_least_the_cpu_seconds_that_a_program_knows_of_are_counted() -> None:
    done = python(BURN)
    assert (done.ended, done.code) == ("exit", 0)
    assert done.cpu_seconds >= float(done.stdout)


def test_cpu_seconds_of_processes_that_a_program_starts_are_counted() -> None:
    done = python(f"import subprocess, sys\nsubprocess.run([sys.executable, '-S', '-c', {BURN!r}])")
    assert done.cpu_seconds >= float(done.stdout)


def test_cpu_seconds_of_a_process_that_its_parent_left_behind_are_counted_and_it_is_ended() -> None:
    """The child burns, reports, and sleeps on in a session of its own while its parent ends."""
    child = f"{BURN}\nimport os\nprint(os.getpid(), flush=True)\ntime.sleep(600)"
    parent = (
        "import subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-S', '-c', {child!r}], stdout=subprocess.PIPE,"
        " start_new_session=True)\n"
        "print(child.stdout.readline().decode(), child.stdout.readline().decode(), flush=True)\n"
        "import os\nos._exit(0)"
    )
    done = python(parent)
    seconds, pid = done.stdout.split()
    assert done.cpu_seconds >= float(seconds)
    assert gone(int(pid))


def test_the_peak_is_the_programs_own_and_not_that_of_a_large_parent() -> None:
    large = bytearray(300 << 20)
    small = python("pass")
    assert 0 < small.peak_rss_mib < 100 and len(large) == 300 << 20
    assert python("block = bytearray(150 << 20)").peak_rss_mib >= 150


@pytest.mark.parametrize(
    ("program", "allowance", "ended"),
    [
        ("while True: pass", Allowance(cpu=0.3, wall=60, mib=4096), "cpu"),
        ("import time; time.sleep(600)", Allowance(cpu=60, wall=0.3, mib=4096), "wall"),
        ("import time; block = bytearray(300 << 20); time.sleep(600)", Allowance(cpu=60, wall=60, mib=200), "memory"),
    ],
)
def test_a_program_ends_at_its_limits(program: str, allowance: Allowance, ended: str) -> None:
    assert python(program, allowance).ended == ended


def test_a_limit_counts_the_cpu_seconds_of_all_processes_together() -> None:
    two = "import os\nos.fork()\nwhile True: pass"
    done = python(two, Allowance(cpu=0.6, wall=60, mib=4096))
    assert done.ended == "cpu"
    assert done.cpu_seconds >= 0.6


def test_a_program_that_ignores_signals_ends_all_the_same() -> None:
    deaf = (
        "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    )
    assert python(f"{deaf}while True: pass", Allowance(cpu=0.3, wall=60, mib=4096)).ended == "cpu"


def test_nothing_that_a_stopped_program_started_goes_on() -> None:
    family = "import os, time\nchild = os.fork()\nif child: print(child, flush=True)\ntime.sleep(600)"
    done = python(family, Allowance(cpu=60, wall=0.5, mib=4096))
    assert done.ended == "wall"
    assert gone(int(done.stdout))


def test_endless_output_is_cut_off() -> None:
    done = python("import sys\nwhile True: sys.stdout.write('x' * 1_000_000)")
    assert done.ended == "output"
    assert len(done.stdout) == MAX_OUTPUT


def test_of_endless_errors_the_end_is_kept() -> None:
    done = python("import sys\nsys.stderr.write('x' * 5_000_000 + 'the end')")
    assert done.ended == "exit"
    assert done.stderr.endswith("xthe end") and len(done.stderr) < 10_000


def test_output_that_is_no_text_does_no_harm() -> None:
    assert python("import sys\nsys.stdout.buffer.write(b'\\xff\\xfeRR')").stdout.endswith("RR")


def test_a_program_has_no_input() -> None:
    assert python("import sys\nprint(repr(sys.stdin.read()))").stdout == "''\n"


def test_a_program_that_a_signal_ends_says_which() -> None:
    assert python("import os\nos.abort()").code == -signal.SIGABRT


def test_a_program_that_does_not_exist_fails_like_a_shell_would_have_it() -> None:
    done = run(["no-such-program"], PLENTY)
    assert done.code == 127
    assert "no-such-program" in done.stderr


def test_words_reach_the_program_as_they_are() -> None:
    done = run([sys.executable, "-S", "-c", "import sys; print(sys.argv[1:])", "$HOME", "a b", "*; ls"], PLENTY)
    assert done.stdout == "['$HOME', 'a b', '*; ls']\n"


def test_a_run_that_is_given_up_ends_at_once_with_all_it_started(tmp_path: Path) -> None:
    stop, pids = Event(), tmp_path / "pid"

    def give_up() -> None:
        wait_until(lambda: pids.exists() and pids.read_text() != "")
        stop.set()

    Thread(target=give_up).start()
    with pytest.raises(Cancelled):
        python(f"import os, time\nopen({str(pids)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)", stop=stop)
    assert gone(int(pids.read_text()))


def test_a_run_ends_when_whoever_asked_for_it_is_killed(tmp_path: Path) -> None:
    """A process that measures is killed by force; the program that it measured ends too."""
    pids = tmp_path / "pid"
    sleeper = f"import os, time\nopen({str(pids)!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)"
    asker = (
        f"import sys\nsys.path[:] = {sys.path!r}\n"
        "from sokocheck.programs.measure import Allowance, run\n"
        f"run([sys.executable, '-S', '-c', {sleeper!r}], Allowance(60, 60, 4096))"
    )
    with subprocess.Popen([sys.executable, "-c", asker]) as process:
        wait_until(lambda: pids.exists() and pids.read_text() != "")
        process.kill()
    wait_until(lambda: gone(int(pids.read_text())))
