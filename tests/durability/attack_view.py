#!/usr/bin/env python3
"""`sextant view` among bad neighbours: connections that say nothing, headers that drip, thousands of ranges, endless
headers, readers who read nothing, wrong tokens and names. Meanwhile an honest reader has the page within two seconds,
and Ctrl-C ends the server within two.

Usage: attack_view.py PROGRAM      exit 77 where this build has no page
"""
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

PATIENCE = 2.0  # seconds for an honest reader, and for the end


class Server:
    def __init__(self, program, run, *more):
        self.process = subprocess.Popen([program, "view", str(run), "--for", "120", *more], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().split()[1]
        self.port = int(re.search(r":(\d+)/", self.address).group(1))
        self.token = self.address.partition("token=")[2]
        self.open = []

    def connect(self, text=b""):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        self.open.append(connection)
        connection.sendall(text)
        return connection

    def ask(self, headers="", path=None, host="localhost", method="GET"):
        """The whole answer of one bare request, as far as it comes."""
        path = f"/?token={self.token}" if path is None else path
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
            answer = b""
            try:
                connection.sendall(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n".encode())
                while piece := connection.recv(1 << 16):
                    answer += piece
            except (ConnectionResetError, BrokenPipeError):
                pass
        return answer

    def check_honest(self, when):
        start = time.monotonic()
        with urllib.request.urlopen(self.address, timeout=10) as answer:
            page = answer.read()
            cookie = answer.headers["Set-Cookie"].partition(";")[0]
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/document.json", headers={"Cookie": cookie})
        with urllib.request.urlopen(request, timeout=10) as answer:
            answer.read()
        seconds = time.monotonic() - start
        assert b"</html>" in page, f"{when}: no whole page"
        assert seconds < PATIENCE, f"{when}: {seconds:.1f} s for an honest reader"
        print(f"{when}: page and document in {seconds:.2f} s")
        return len(page)

    def stop(self, when):
        start = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"{when}: Ctrl-C is not obeyed") from None
        seconds = time.monotonic() - start
        assert code == 0 and seconds < PATIENCE, f"{when}: exit {code} after {seconds:.1f} s"
        print(f"{when}: ended in {seconds:.2f} s")
        for connection in self.open:
            connection.close()


def status(answer):
    return int(answer.split()[1]) if answer else 0


def check_doors(server):
    for path in ("/", "/document.json", "/events", "/?token=", "/?token=" + "0" * 48, "/?token=" + server.token[:-1]):
        answer = server.ask(path=path)
        assert status(answer) == 403 and b"token" in answer and server.token.encode() not in answer, (path, answer)
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", ""):
        assert status(server.ask(host=host)) == 403, host
    assert status(server.ask("Host: evil.example\r\n")) == 403
    assert status(server.ask(f"Cookie: a=b; sextant-{server.port}={server.token}\r\n", path="/document.json")) == 200
    assert status(server.ask(method="POST")) == 405
    assert b"200" in server.ask(method="HEAD")[:20]


def check_sizes(server, page):
    """No request makes an answer much longer than the page, or is read without an end."""
    for ranges in ("0-," * 2500 + "0-", "0-,0-", "0-1,0-2"):
        assert len(server.ask(f"Range: bytes={ranges}\r\n")) < page + 4096, ranges[:20]
    endless = "".join(f"X-{i}: {'a' * 100}\r\n" for i in range(20000))
    assert len(server.ask(endless)) < 4096
    assert len(server.ask(path="/" + "a" * 1_000_000)) < 4096
    assert len(server.ask("Cookie: " + "a=b;" * 1_000_000 + "\r\n")) < 4096


def check_crowd(server, page):
    """A few honest readers at once: nobody makes room for anybody."""
    answers = []
    readers = [threading.Thread(target=lambda: answers.extend(server.ask() for _ in range(10))) for _ in range(8)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    whole = sum(status(answer) == 200 and len(answer) > page for answer in answers)
    assert whole == 80, f"8 readers at once: only {whole} of 80 pages are whole"


def drip(server, ended):
    """Half a header line a moment on many connections, which are opened again when the server ends them."""
    connections = []
    while not ended.is_set():
        connections = [one for one in connections if one.fileno() >= 0]
        try:
            while len(connections) < 60:
                connections.append(server.connect(f"GET /?token={server.token} HTTP/1.1\r\n".encode()))
            for connection in connections:
                try:
                    connection.sendall(b"X: a\r\n")
                except OSError:
                    connection.close()
        except OSError:
            pass
        ended.wait(0.05)


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as scratch:
        run = pathlib.Path(scratch) / "run"
        subprocess.run([program, "train", "train.steps=20", "--out", str(run), "--quiet"], check=True)
        probe = subprocess.run([program, "view", str(run), "--for", "0.1"], capture_output=True, text=True, check=False)
        if "built without the page" in probe.stderr:
            print("skipped: this build has no page")
            sys.exit(77)

        server = Server(program, run)
        page = server.check_honest("alone")
        check_doors(server)
        check_sizes(server, page)
        check_crowd(server, page)
        idle = [server.connect() for _ in range(200)]
        server.check_honest("200 connections that say nothing")
        time.sleep(4)
        idle[-1].settimeout(1)
        idle[-1].recv(1 << 16)  # its end; a connection that is kept for ever would be a timeout here
        for _ in range(60):
            server.connect(f"GET /events?token={server.token} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        server.check_honest("60 readers of events")
        for _ in range(60):
            server.connect(f"GET /?token={server.token} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        server.check_honest("60 readers who read nothing")
        server.stop("events and lazy readers")

        server = Server(program, run)
        ended = threading.Event()
        attack = threading.Thread(target=drip, args=(server, ended))
        attack.start()
        try:
            time.sleep(1)
            for _ in range(5):
                server.check_honest("dripping headers")
            server.stop("dripping headers")
        finally:
            ended.set()
            attack.join()

        server = Server(program, run, "--no-token")
        assert status(server.ask(path="/")) == 200
        assert status(server.ask(path="/", host="evil.example")) == 403
        server.stop("no token")
        assert "every user of this machine" in server.process.stderr.read()


if __name__ == "__main__":
    main()
