"""What a server on this machine must not do for anybody: each request that is not as it should be is refused."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from serve.serving import HARD, ROOM, connected, get, post, raw, received, sent, serving, until
from sokoview.serving.folder import LARGEST_FILE
from sokoview.serving.handler import LARGEST_BODY
from sokoview.serving.server import ADDRESS, MOST_CONNECTIONS, Server

SECRET = "the text of a file outside"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with levels and links, and a secret beside it."""
    above = tmp_path_factory.mktemp("above")
    folder = above / "levels"
    (folder / "old ones").mkdir(parents=True)
    (folder / "one.xsb").write_text(ROOM)
    (folder / "old ones" / "two?#%.txt").write_text(ROOM)
    (folder / "readme.txt").write_text("Nothing to play here.")
    (folder / ".hidden.xsb").write_text(ROOM)
    (folder / "broken.xsb").write_text("#####\n#@$ #\n#####")
    (above / "secret.xsb").write_text(f"; {SECRET}\n{ROOM}")
    (above / "levels-too").mkdir()
    (above / "levels-too" / "near.xsb").write_text(ROOM)
    (folder / "out.xsb").symlink_to(above / "secret.xsb")
    (folder / "outside").symlink_to(above)
    (folder / "in.xsb").symlink_to("one.xsb")
    (folder / "circle").symlink_to("circle")
    os.mkfifo(folder / "pipe.xsb")
    return folder


@pytest.fixture(scope="module")
def server(tree: Path) -> Iterator[Server]:
    with serving(tree) as server:
        yield server


def test_it_listens_on_the_loopback_address_alone(server: Server) -> None:
    assert server.server_address[0] == ADDRESS == "127.0.0.1"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/levels/../secret.xsb", 400),
        ("/levels/%2e%2e/secret.xsb", 400),
        ("/levels/..%2fsecret.xsb", 400),
        ("/levels/old%20ones/../../secret.xsb", 400),
        ("/levels/..\\secret.xsb", 400),
        ("/levels/%2e%2e%5csecret.xsb", 400),
        ("/levels//etc/passwd", 400),
        ("/levels/%2fetc%2fpasswd", 400),
        ("/levels/./one.xsb", 400),
        ("/levels/one.xsb%00", 400),
        ("/levels/one.xsb/", 400),
        ("/levels/../levels-too/near.xsb", 400),
        ("/folder/..", 400),
        ("/folder///", 400),
        ("/levels/%252e%252e/secret.xsb", 404),
        ("/levels/out.xsb", 403),
        ("/play/out.xsb?level=1", 403),
        ("/picture/out.xsb?level=1", 403),
        ("/cover/../secret.xsb", 400),
        ("/cover/out.xsb", 403),
        ("/cover/missing.xsb", 404),
        ("/cover/readme.txt", 422),
        ("/api/files/%2e%2e/secret.xsb", 400),
        ("/api/files/out.xsb", 403),
        ("/api/files/pipe.xsb", 404),
        ("/api/files/old%20ones", 404),
        ("/api/files/.hidden.xsb", 404),
        ("/api/files/", 404),
        ("/levels/outside/secret.xsb", 403),
        ("/folder/outside", 403),
        ("/folder/outside/levels-too", 403),
        ("/levels/circle", 404),
        ("/levels/pipe.xsb", 404),
        ("/levels/old%20ones", 404),
        ("/levels/.hidden.xsb", 404),
        ("/levels/missing.xsb", 404),
        pytest.param("/levels/" + "x" * 5000, 404, id="a long name"),
        ("/folder/one.xsb", 404),
        ("/levels/readme.txt", 422),
        ("/play/broken.xsb", 422),
        ("/play/one.xsb?level=2", 404),
        ("/play/one.xsb?level=0", 404),
        ("/play/one.xsb?level=-1", 400),
        ("/play/one.xsb?level=%D9%A1", 400),
        ("/play/one.xsb?level=1&level=1", 400),
        pytest.param("/play/one.xsb?level=" + "9" * 5000, 404, id="a long number"),
        ("/play/one.xsb?page=1", 400),
        ("/play/one.xsb?&", 400),
        ("/etc/passwd", 404),
        ("/api/jobs/0123456789abcdef", 404),
        ("/api/solve", 405),
        pytest.param("/" + "x" * 70_000, 414, id="a long address"),
        ("http://127.0.0.1/", 400),
        ("*", 400),
    ],
)
def test_an_address_leads_to_levels_of_the_folder_or_is_refused(server: Server, path: str, status: int) -> None:
    answer = get(server, path)
    assert answer.status == status
    assert SECRET.encode() not in answer.body and b"root:" not in answer.body and b"Traceback" not in answer.body


@pytest.mark.parametrize(
    "path", ["/", "/levels/one.xsb", "/levels/in.xsb", "/folder/old%20ones", "/levels/old%20ones/two%3F%23%25.txt"]
)
def test_what_lies_in_the_folder_is_shown(server: Server, path: str) -> None:
    assert get(server, path).status == 200


def test_a_page_lists_files_with_levels_and_nothing_that_lies_outside(server: Server) -> None:
    page = get(server, "/").body.decode()
    names = ["in.xsb", "one.xsb", "broken.xsb", "old%20ones"]
    assert all(f"/{name}" in page for name in names)
    assert not any(name in page for name in ("out.xsb", "outside", "readme", "hidden", "pipe", "circle", "secret"))
    assert 'href="/levels/old%20ones/two%3F%23%25.txt"' in get(server, "/folder/old%20ones").body.decode()


@pytest.mark.parametrize(
    "host", ["", "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:{port}"]
)
def test_another_host_is_refused(server: Server, host: str) -> None:
    name = host.format(port=server.server_port)
    assert get(server, "/", Host=name).status == 421
    assert post(server, "/api/solve", {"xsb": ROOM}, Host=name).status == 421


def test_a_host_that_is_given_twice_is_refused(server: Server) -> None:
    host = f"Host: 127.0.0.1:{server.server_port}\r\n".encode()
    assert raw(server, b"GET / HTTP/1.1\r\n" + host + host + b"\r\n").status == 421


def test_both_names_of_this_machine_are_taken(server: Server) -> None:
    assert [get(server, "/", Host=f"{name}:{server.server_port}").status for name in ("localhost", "127.0.0.1")] == [
        200
    ] * 2


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1"])
def test_another_origin_may_post_nothing(server: Server, origin: str) -> None:
    assert post(server, "/api/solve", {"xsb": ROOM}, Origin=origin.format(port=server.server_port)).status == 403
    assert post(server, "/api/jobs/0/cancel", Origin=origin.format(port=server.server_port)).status == 403


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_what_a_form_can_send_is_refused(server: Server, kind: str) -> None:
    assert post(server, "/api/solve", {"xsb": ROOM}, Content_Type=kind).status == 415


@pytest.mark.parametrize("length", [LARGEST_BODY + 1, 10**15])
def test_a_huge_body_is_refused_before_it_is_read(server: Server, length: int) -> None:
    assert post(server, "/api/solve", body=b"", Content_Length=str(length)).status == 413


def test_a_huge_body_that_is_sent_is_refused_too(server: Server) -> None:
    assert post(server, "/api/solve", body=b"x" * (LARGEST_BODY + 1)).status == 413


def test_no_more_is_read_than_the_length_says(server: Server) -> None:
    answer = post(server, "/api/solve", body=b"[1, 2]" + b" " * LARGEST_BODY, Content_Length="6")
    assert (answer.status, answer.json) == (400, {"error": "the body must be a JSON object"})


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content_Length": "", "Transfer_Encoding": "chunked"}, 411),
        ({"Transfer_Encoding": "chunked"}, 411),
        ({"Content_Length": ""}, 411),
        ({"Content_Length": "-1"}, 400),
        ({"Content_Length": "+2"}, 400),
        ({"Content_Length": "0x2"}, 400),
        ({"Content_Length": "²"}, 400),
        ({"Content_Length": "2, 2"}, 400),
    ],
)
def test_a_body_without_a_plain_length_is_refused(server: Server, headers: dict[str, str], status: int) -> None:
    assert sent(server, "/api/solve", b"{}", headers).status == status


def test_a_body_that_ends_early_is_refused(server: Server) -> None:
    with connected(server) as connection:
        head = f"POST /api/solve HTTP/1.1\r\nHost: localhost:{server.server_port}\r\nContent-Type: application/json\r\n"
        connection.sendall(head.encode() + b"Content-Length: 9\r\n\r\n{}")
        connection.shutdown(socket.SHUT_WR)
        assert received(connection).status == 400


def test_a_get_with_a_body_is_refused(server: Server) -> None:
    assert get(server, "/", Content_Length="5").status == 400


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "BREW"])
def test_unknown_methods_are_refused(server: Server, method: str) -> None:
    assert get(server, "/", method).status == 501


@pytest.mark.parametrize("path", ["/", "/levels/one.xsb", "/play/one.xsb", "/api/jobs/0"])
def test_pages_take_no_post(server: Server, path: str) -> None:
    answer = post(server, path)
    assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe", 400),
        pytest.param(b"[" * 100_000, 400, id="deep"),
        (b"null", 400),
        (b'{"xsb": 1}', 400),
        (b"{}", 400),
        (b'{"xsb": "#####\\n#@$.#\\n#####", "objective": "least"}', 400),
        (b'{"xsb": "#####\\n#@$.#\\n#####", "objective": ["pushes"]}', 400),
        (b'{"xsb": "#####\\n#@$.#\\n#####", "file": "/etc/passwd"}', 400),
        (b'{"xsb": "no level"}', 422),
        (b'{"xsb": "#####\\n#@$ #\\n#####"}', 422),
        (b'{"xsb": "999999999#|@$."}', 422),
        (b'{"xsb": "\\ud800"}', 422),
    ],
)
def test_what_is_no_level_is_refused_and_told(server: Server, body: bytes, status: int) -> None:
    answer = post(server, "/api/solve", body=body)
    assert answer.status == status and answer.json["error"]
    assert "internal" not in answer.json["error"]


@pytest.mark.parametrize(
    "data", [b"\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"]
)
def test_what_is_no_request_gets_no_page(server: Server, data: bytes) -> None:
    with connected(server) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    assert b"<" not in answer and b" 200 " not in answer


def test_endless_headers_are_refused(server: Server) -> None:
    assert raw(server, b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n").status == 431


@pytest.mark.parametrize(
    "data", [b"GET / HT", b"GET / HTTP/1.1\r\nHost:", b"POST /api/solve HTTP/1.1\r\n{host}Content-Length: 9\r\n\r\n{"]
)
def test_a_slow_client_is_sent_away(tree: Path, data: bytes) -> None:
    with serving(tree, seconds=0.3) as server:
        host = f"Host: localhost:{server.server_port}\r\nContent-Type: application/json\r\n".encode()
        assert raw(server, data.replace(b"{host}", host)).status == 408


@pytest.mark.long
def test_a_client_that_sends_a_byte_now_and_then_gains_no_time(tree: Path) -> None:
    with serving(tree, seconds=0.5) as server:
        assert raw(server, b"GET / HTTP/1.1\r\n", *_slowly()).status == 408


def _slowly() -> Iterator[bytes]:
    import time

    for _ in range(20):
        time.sleep(0.1)
        yield b"X"


def test_more_connections_than_there_is_room_for_are_refused(tree: Path) -> None:
    with serving(tree) as server:
        idle = [connected(server) for _ in range(MOST_CONNECTIONS)]
        try:
            assert raw(server, b"").status == 503
        finally:
            for connection in idle:
                connection.close()


def test_more_levels_than_may_wait_are_refused(tree: Path) -> None:
    with serving(tree, processes=1, waiting=1) as server:
        names = [post(server, "/api/solve", {"xsb": HARD}).json["id"] for _ in range(2)]
        refused = post(server, "/api/solve", {"xsb": ROOM})
        assert (refused.status, refused.headers["Retry-After"]) == (429, "5")
        assert get(server, f"/api/jobs/{names[1]}").json["state"] == "queued"
        assert post(server, f"/api/jobs/{names[1]}/cancel").json["state"] == "cancelled"
        until(server, post(server, "/api/solve", {"xsb": ROOM}).json["id"], "queued")


def test_answers_may_not_be_framed_sniffed_or_read_by_other_pages(server: Server) -> None:
    for path in ("/", "/levels/one.xsb", "/play/one.xsb", "/picture/one.xsb", "/missing"):
        headers = get(server, path, Origin="http://evil.example").headers
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert not any(name.startswith("Access-Control") for name in headers)


def test_a_file_too_large_to_be_opened_is_refused(tmp_path: Path) -> None:
    with serving(tmp_path) as server, (tmp_path / "large.xsb").open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
        assert get(server, "/levels/large.xsb").status == 413


def test_names_and_titles_are_text_and_no_html(tmp_path: Path) -> None:
    (tmp_path / "<i>&{{BODY}}{{OTHER}}.xsb").write_text(
        f"; <script>alert(1)</script>\n{ROOM}\nTitle: <script>alert(2)</script>\n"
    )
    with serving(tmp_path) as server:
        for path in (
            "/",
            "/levels/%3Ci%3E&%7B%7BBODY%7D%7D%7B%7BOTHER%7D%7D.xsb",
            "/play/%3Ci%3E&%7B%7BBODY%7D%7D%7B%7BOTHER%7D%7D.xsb",
        ):
            answer = get(server, path)
            assert answer.status == 200
            assert b"{{BODY}}{{OTHER}}" in answer.body
            assert b"<script>alert" not in answer.body and b"<i>&" not in answer.body
