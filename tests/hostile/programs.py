"""Programs that a cross-check must survive, each a function: `python programs.py MODE MARK LEVEL SOLUTION FOLDER`.

The level is `LEVEL` of the test; `RIGHT` solves it. MARK is a word by which the test finds processes that are left.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

RIGHT = "rR"
MODE, MARK, LEVEL, SOLUTION, FOLDER = sys.argv[1:6] if __name__ == "__main__" else [""] * 5
MODES: dict[str, tuple[str, Callable[[], None]]] = {}
"""The verdict that each mode gets, and what it does."""

Mode = Callable[[], None]


def gets(verdict: str) -> Callable[[Mode], Mode]:
    def add(mode: Mode) -> Mode:
        MODES[mode.__name__] = verdict, mode
        return mode

    return add


def say(text: str | bytes) -> None:
    sys.stdout.buffer.write(text.encode() if isinstance(text, str) else text)
    sys.stdout.buffer.flush()


def daemon(*, holds_output: bool = False) -> None:
    """Leave a process behind that sleeps in a session of its own and ignores what can be ignored."""
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    if not holds_output:
        os.close(1)
        os.close(2)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    os.execv(sys.executable, [sys.executable, "-S", "-c", "import time; time.sleep(300)", MARK])


# output


@gets("NO_ANSWER")
def nothing() -> None:
    pass


@gets("NO_ANSWER")
def endless_output() -> None:
    while True:
        say("rlrlrlrl\n" * 9999)


@gets("NO_ANSWER")
def endless_errors() -> None:
    while True:
        sys.stderr.write("x" * 99999)


@gets("NO_ANSWER")
def trickle() -> None:
    while True:
        say("r")
        time.sleep(0.05)


@gets("NO_ANSWER")
def closes_its_streams_and_sleeps() -> None:
    os.close(1)
    os.close(2)
    time.sleep(300)


@gets("HOLDS")
def bytes_that_are_no_text() -> None:
    say(b"\xff\xfe\x00\x80 rR \xc3\x28\n\xf0\x90\n")


@gets("NO_ANSWER")
def utf_16() -> None:
    say(RIGHT.encode("utf-16"))


@gets("REFUTED")
def terminal_codes() -> None:
    say("\x1b]0;title\x07\x1b[2J rrrrrRR\n")


@gets("NO_ANSWER")
def four_mib_to_and_fro() -> None:
    say("RL" * 2_090_000)


@gets("NO_ANSWER")
def many_files_to_and_fro() -> None:
    for number in range(19):
        Path(FOLDER, f"f{number}").write_text("RL" * 2_090_000)


@gets("NO_ANSWER")
def four_mib_of_letters_and_spaces() -> None:
    say("r " * 2_000_000 + "!")


@gets("NO_ANSWER")
def four_mib_of_lines() -> None:
    say("\n" * 4_000_000)


@gets("NO_ANSWER")
def lines_that_begin_like_actions() -> None:
    say((" " * 390 + "move\n") * 9_000)


@gets("NO_ANSWER")
def words_that_begin_like_actions() -> None:
    say("push-" * 800_000)


@gets("NO_ANSWER")
def many_boards() -> None:
    say("#####\n#@$.#\n#####\n\n" * 40_000)


@gets("NO_ANSWER")
def run_length_bomb() -> None:
    say("#####\n#@$.#\n#####\nSolution\n999999999R\n")


@gets("NO_ANSWER")
def many_run_length_bombs() -> None:
    say("#####\n#@$.#\n#####\nSolution\n999999r\n\n" * 400)


@gets("NO_ANSWER")
def nested_brackets() -> None:
    say("Solution\n" + "9(" * 100_000 + "R" + ")" * 100_000)


@gets("HOLDS")
def a_long_solution() -> None:
    say("ud" * 550_000 + RIGHT)


@gets("HOLDS")
def many_solutions() -> None:
    say("\n".join("ud" * number + RIGHT for number in range(900)))


@gets("NO_ANSWER")
def many_wrong_solutions() -> None:
    say("\n".join("ud" * number + "R" for number in range(1500)))


@gets("HOLDS")
def a_solution_among_longer_runs() -> None:
    say("\n".join("u" * number for number in range(5, 40)) + f"\n{RIGHT}\n")


# verdicts


@gets("REFUTED")
def wrong_solution() -> None:
    say("rlrlrlrlU")


@gets("REFUTED")
def calls_it_unsolvable() -> None:
    say("no solution exists")
    sys.exit(1)


@gets("NO_ANSWER")
def calls_it_unsolvable_and_dies() -> None:
    say("no solution exists")
    os.kill(os.getpid(), signal.SIGKILL)


@gets("NO_ANSWER")
def gives_up() -> None:
    say("no solution found")


@gets("NO_ANSWER")
def wrong_solution_in_a_file_that_is_cut() -> None:
    Path(SOLUTION).write_text("ud" * 2_200_000 + RIGHT)


@gets("NO_ANSWER")
def calls_it_unsolvable_with_more_files_than_are_read() -> None:
    for number in range(30):
        Path(FOLDER, f"f{number}").write_text("log")
    say("no solution exists")


@gets("HOLDS")
def solution_file_among_many() -> None:
    for number in range(30):
        Path(FOLDER, f"f{number}").write_text("log")
    Path(SOLUTION).write_text(RIGHT)


# processes


@gets("NO_ANSWER")
def burns() -> None:
    while True:
        pass


@gets("NO_ANSWER")
def sleeps_and_ignores_signals() -> None:
    for number in range(1, 32):
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(9)


@gets("NO_ANSWER")
def stops_itself() -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


@gets("NO_ANSWER")
def stops_its_group() -> None:
    os.killpg(0, signal.SIGSTOP)


@gets("NO_ANSWER")
def kills_its_group() -> None:
    os.killpg(0, signal.SIGKILL)


@gets("NO_ANSWER")
def aborts() -> None:
    os.abort()


@gets("NO_ANSWER")
def eats_memory() -> None:
    kept = []
    while True:
        kept.append(bytearray(20_000_000))
        time.sleep(0.01)


@gets("NO_ANSWER")
def its_children_eat_memory() -> None:
    for _ in range(6):
        if not os.fork():
            kept = bytearray(b"\1") * 40_000_000
            time.sleep(300 + len(kept))
    time.sleep(300)


@gets("NO_ANSWER")
def has_many_children() -> None:
    for _ in range(60):
        if not os.fork():
            time.sleep(300)
    time.sleep(300)


@gets("HOLDS")
def leaves_daemons() -> None:
    for _ in range(5):
        daemon()
    say(RIGHT)


@gets("HOLDS")
def leaves_a_daemon_that_holds_its_output() -> None:
    daemon(holds_output=True)
    say(RIGHT)


@gets("HOLDS")
def leaves_a_chain_of_processes() -> None:
    """Each process of the chain starts the next one and ends, under another number."""
    say(RIGHT)
    if not os.fork():
        while True:
            if os.fork():
                os._exit(0)
            os.setsid()


@gets("NO_ANSWER")
def kills_its_launcher() -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(300)


@gets("NO_ANSWER")
def a_daemon_kills_its_launcher() -> None:
    launcher = os.getppid()
    daemon(holds_output=True)
    if not os.fork():
        os.setsid()
        os.kill(launcher, signal.SIGKILL)
        os.execv(sys.executable, [sys.executable, "-S", "-c", "import time; time.sleep(300)", MARK])
    time.sleep(300)


@gets("NO_ANSWER")
def kills_its_launcher_and_writes_on() -> None:
    if not os.fork():
        os.kill(os.getppid(), 0)
        while True:
            say("rl" * 99)
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(300)


@gets("NO_ANSWER")
def terminates_its_launcher() -> None:
    os.kill(os.getppid(), signal.SIGTERM)
    say(RIGHT)
    time.sleep(300)


@gets("NO_ANSWER")
def interrupts_its_launcher() -> None:
    os.kill(os.getppid(), signal.SIGINT)
    say(RIGHT)
    time.sleep(300)


@gets("NO_ANSWER")
def stops_its_launcher() -> None:
    os.kill(os.getppid(), signal.SIGSTOP)
    say(RIGHT)


@gets("NO_ANSWER")
def stops_its_launcher_and_burns() -> None:
    daemon()
    os.kill(os.getppid(), signal.SIGSTOP)
    while True:
        pass


@gets("HOLDS")
def writes_to_what_its_launcher_has_open() -> None:
    for process in (os.getppid(), "self"):
        for name in os.listdir(f"/proc/{process}/fd"):
            if int(name) > 2:
                try:
                    file = os.open(f"/proc/{process}/fd/{name}", os.O_WRONLY | os.O_NONBLOCK)
                    os.write(file, b"exit 0 0.001 0.001 1.0\nwall\n")
                    os.close(file)
                except OSError:
                    continue
    say(RIGHT)


@gets("HOLDS")
def reads_its_input() -> None:
    say(RIGHT if sys.stdin.read() == "" else "?")


@gets("HOLDS")
def asks_for_a_terminal() -> None:
    try:
        Path("/dev/tty").write_text("who is there?")
    except OSError:
        say(RIGHT)


# files


def remove_folder() -> None:
    for name in os.listdir(FOLDER):
        os.unlink(Path(FOLDER, name))
    os.rmdir(FOLDER)


@gets("HOLDS")
def removes_its_folder() -> None:
    remove_folder()
    say(RIGHT)


@gets("HOLDS")
def puts_a_link_into_the_place_of_its_folder() -> None:
    remove_folder()
    os.symlink(os.path.dirname(sys.argv[0]), FOLDER)
    say(RIGHT)


@gets("HOLDS")
def puts_a_file_into_the_place_of_its_folder() -> None:
    remove_folder()
    Path(FOLDER).write_text("file")
    say(RIGHT)


@gets("HOLDS")
def makes_its_folder_anew() -> None:
    remove_folder()
    os.makedirs(f"{FOLDER}/a/b/c")
    Path(f"{FOLDER}/a/file").write_text("file")
    say(RIGHT)


@gets("HOLDS")
def renames_its_folder() -> None:
    os.rename(FOLDER, f"{FOLDER}-elsewhere")
    say(RIGHT)


@gets("HOLDS")
def nests_folders() -> None:
    os.chdir(FOLDER)
    for _ in range(1200):
        os.mkdir("a folder in a folder")
        os.chdir("a folder in a folder")
    Path("file").write_text("at the bottom")
    say(RIGHT)


@gets("HOLDS")
def closes_its_folder_to_all() -> None:
    os.makedirs(f"{FOLDER}/a/b/c")
    Path(f"{FOLDER}/a/b/file").write_text("file")
    for path in ("a/b/c", "a/b", "a", ""):
        os.chmod(Path(FOLDER, path), 0)
    say(RIGHT)


@gets("HOLDS")
def links_elsewhere() -> None:
    os.symlink(sys.argv[0], f"{FOLDER}/program")
    os.symlink(os.path.dirname(sys.argv[0]), f"{FOLDER}/programs")
    os.symlink("/dev/zero", SOLUTION)
    say(RIGHT)


@gets("NO_ANSWER")
def its_solution_is_a_pipe() -> None:
    os.mkfifo(SOLUTION)


@gets("NO_ANSWER")
def its_solution_is_a_folder() -> None:
    os.makedirs(f"{SOLUTION}/deeper")


@gets("HOLDS")
def leaves_a_socket() -> None:
    os.chdir(FOLDER)
    socket.socket(socket.AF_UNIX).bind("socket")
    say(RIGHT)


@gets("NO_ANSWER")
def many_files() -> None:
    for number in range(2_000):
        Path(FOLDER, f"f{number}").write_text("ul")


@gets("NO_ANSWER")
def a_file_that_is_too_large() -> None:
    with open(SOLUTION, "wb") as file:
        while True:
            file.write(b"R" * 1_000_000)


@gets("NO_ANSWER")
def a_file_with_a_hole() -> None:
    with open(SOLUTION, "wb") as file:
        file.truncate(15 << 20)


@gets("HOLDS")
def names_that_are_no_text() -> None:
    Path(os.fsdecode(os.fsencode(FOLDER) + b"/\xff\xfe\n\x1b[2J")).write_text(RIGHT)


@gets("HOLDS")
def writes_another_level() -> None:
    Path(LEVEL).write_text("####\n#@.#\n####\n")
    say(RIGHT)


if __name__ == "__main__":
    MODES[MODE][1]()
