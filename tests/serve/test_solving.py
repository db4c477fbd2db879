"""Levels are solved in the background, in processes that end when they are told to."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli.running import PROGRAM, ROOT
from processes import hear_interrupts
from serve.serving import CORNER, HARD, ROOM, get, post, serving, until
from sokospec import Level, replay
from sokoview.serving.server import ADDRESS, Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("levels")) as server:
        yield server


def test_a_level_is_solved(server: Server) -> None:
    answer = post(server, "/api/solve", {"xsb": ROOM}, Origin=f"http://127.0.0.1:{server.server_port}")
    assert answer.status == 202
    told = until(server, answer.json["id"], "done")
    result = told["result"]
    assert (result["verdict"], result["pushes"], result["lower_bound"]) == ("OPTIMAL", 3, 3)
    assert replay(Level.parse(ROOM), result["lurd"]).valid


def test_an_unsolvable_level_is_told(server: Server) -> None:
    told = until(server, post(server, "/api/solve", {"xsb": CORNER, "objective": "moves"}).json["id"], "done")
    assert (told["result"]["verdict"], told["result"]["lurd"]) == ("UNSOLVABLE", None)


def test_the_fast_engine_gives_the_same_answer(tmp_path: Path) -> None:
    with serving(tmp_path, engine="fast") as server:
        order = {"xsb": ROOM, "objective": "pushes-moves"}
        result = until(server, post(server, "/api/solve", order).json["id"], "done")["result"]
    assert (result["verdict"], result["pushes"], result["moves"]) == ("OPTIMAL", 3, 7)
    assert replay(Level.parse(ROOM), result["lurd"]).valid


def test_progress_is_told_and_a_search_can_be_cancelled(server: Server) -> None:
    name = post(server, "/api/solve", {"xsb": HARD}).json["id"]
    told = until(server, name, "running", expanding=True)
    assert told["bound"] > 0 and told["seconds"] > 0 and told["result"] is None
    (pid,) = server.jobs.pids()
    assert post(server, f"/api/jobs/{name}/cancel").json["state"] == "cancelled"
    until(server, post(server, "/api/solve", {"xsb": ROOM}).json["id"], "done")  # its place is free again
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert get(server, f"/api/jobs/{name}").json["state"] == "cancelled"
    assert post(server, f"/api/jobs/{name}/cancel").json["state"] == "cancelled"


def test_a_limit_of_time_is_told_with_the_bound_that_is_proved(tmp_path: Path) -> None:
    with serving(tmp_path, limit=0.2) as server:
        told = until(server, post(server, "/api/solve", {"xsb": HARD}).json["id"], "done")
    assert told["result"]["verdict"] == "LIMIT_TIME" and told["result"]["lower_bound"] > 0


def test_a_process_that_dies_is_a_failure_and_the_next_level_is_solved(server: Server) -> None:
    name = post(server, "/api/solve", {"xsb": HARD}).json["id"]
    until(server, name, "running")
    os.kill(server.jobs.pids()[0], signal.SIGKILL)
    assert "without an answer" in until(server, name, "failed")["note"]
    until(server, post(server, "/api/solve", {"xsb": ROOM}).json["id"], "done")


def test_the_end_of_the_server_is_the_end_of_its_searches(tmp_path: Path) -> None:
    with serving(tmp_path, processes=2) as server:
        for _ in range(2):
            until(server, post(server, "/api/solve", {"xsb": HARD}).json["id"], "running")
        pids = server.jobs.pids()
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.parametrize(
    ("ending", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, 0), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_the_command_prints_its_address_and_ends_with_its_searches(ending: signal.Signals, code: int) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "serve", "examples", "--port", "0", "--engine", "reference"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_interrupts,
    )
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline().strip().removeprefix(f"http://{ADDRESS}:").removesuffix("/"))
        until(port, post(port, "/api/solve", {"xsb": HARD}).json["id"], "running", expanding=True)
        process.send_signal(ending)
        rest, errors = process.communicate(timeout=900)  # whose end is that of every process which holds the pipes
    finally:
        process.kill()
    assert (process.returncode, rest, errors) == (code, "", "Ctrl-C ends it\n")


def test_a_port_in_use_and_a_missing_folder_are_usage_errors() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for arguments, told in (
            (["examples", "--port", port], "choose another --port"),
            (["no/such/folder"], "does not exist"),
        ):
            script = f"import sys; from sokocli.main import exit_code; sys.exit(exit_code(['serve', *{arguments!r}]))"
            done = subprocess.run(
                [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=900, check=False
            )
            assert (done.returncode, done.stdout) == (2, "") and told in done.stderr
