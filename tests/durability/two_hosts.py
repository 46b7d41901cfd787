"""Two machines on one network disk, as far as programs can tell: each has its own host name, boot id, process ids and
locks (namespaces of Linux, and network_disk.c)."""
import os
import pathlib
import subprocess
import uuid

ENTER = 'hostname "$1"; mount --bind "$2" /proc/sys/kernel/random/boot_id; shift 2; exec "$@"'


class Host:
    def __init__(self, name, scratch, library):
        self.name, self.library = name, library
        self.locks, self.boot = scratch / f"locks-{name}", scratch / f"boot-{name}"
        self.locks.mkdir(exist_ok=True)
        self.boot.write_text(f"{uuid.uuid4()}\n")

    def start(self, command):
        """The process that stands for the command; to kill it is to kill all that runs on its side."""
        environment = dict(os.environ, LD_PRELOAD=str(self.library), SEXTANT_HOST_LOCKS=str(self.locks))
        enter = ["unshare", "--uts", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", ENTER,
                 "sh", self.name, str(self.boot), *map(str, command)]
        return subprocess.Popen(enter, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def why_not(scratch, library):
    """Why there can be no such hosts here; empty: there can."""
    try:
        host = Host("trial", pathlib.Path(scratch), library)
        said = host.start(["hostname"]).communicate(timeout=30)
        return "" if said[0].strip() == "trial" else said[1].strip()
    except FileNotFoundError as error:
        return str(error)
