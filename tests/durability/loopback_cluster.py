"""A Slurm of its own for the time of a test: one controller and two nodes of one processor each, on loopback only.

Everything lies in one directory; what was started is stopped, and nothing else. Cgroups, accounting and the
system's own configuration are left out, so that it works in a container and needs no root.
"""
import getpass
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo", "scontrol"]
CONFIGURATION = """
ClusterName=loopback
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={directory}/munge.socket
StateSaveLocation={directory}/state
SlurmdSpoolDir={directory}/spool.%n
SlurmctldPidFile={directory}/slurmctld.pid
SlurmdPidFile={directory}/slurmd.%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MailProg=/bin/true
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SlurmdParameters=config_overrides
NodeName=one NodeHostname={host} NodeAddr=127.0.0.1 Port={first_port} CPUs=1
NodeName=two NodeHostname={host} NodeAddr=127.0.0.1 Port={second_port} CPUs=1
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE
"""


def find_program(name):
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")


def missing_programs():
    return [name for name in PROGRAMS if not find_program(name)]


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class LoopbackCluster:
    """`with LoopbackCluster() as cluster:` and commands with cluster.environment reach it."""

    def __init__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="sextant_slurm_"))
        self.environment = dict(os.environ, SLURM_CONF=str(self.directory / "slurm.conf"))
        self.started = []

    def __enter__(self):
        try:
            self.write_files()
            self.start("munged", "--foreground", *(f"--{name}={self.directory}/munge.{name}"
                       for name in ("socket", "key-file", "pid-file", "log-file", "seed-file")))
            self.wait_for("munged", (self.directory / "munge.socket").exists)
            self.start("slurmctld", "-D", "-c")
            self.start("slurmd", "-D", "-N", "one")
            self.start("slurmd", "-D", "-N", "two")
            self.wait_for("both nodes", lambda: self.ask("sinfo", "-h", "-t", "idle", "-o", "%D").strip() == "2")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self.started):
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.directory)

    def write_files(self):
        self.directory.chmod(0o711)  # munge wants to reach its socket whoever asks
        key = self.directory / "munge.key-file"
        key.touch(0o600)
        key.write_bytes(os.urandom(128))
        ports = free_ports(3)
        (self.directory / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname().split(".")[0], user=getpass.getuser(), directory=self.directory,
            controller_port=ports[0], first_port=ports[1], second_port=ports[2]))
        for name in ("state", "spool.one", "spool.two"):
            (self.directory / name).mkdir()

    def start(self, name, *arguments):
        log = open(self.directory / f"{name}.{len(self.started)}.out", "w")
        with log:
            self.started.append(subprocess.Popen([find_program(name), *arguments], env=self.environment, stdout=log,
                                                 stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL))

    def ask(self, *command):
        """What a command of Slurm prints; nothing where it fails."""
        return subprocess.run(command, env=self.environment, text=True, capture_output=True, check=False).stdout

    def wait_for(self, what, holds, seconds=60):
        deadline = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > deadline or any(process.poll() is not None for process in self.started):
                raise RuntimeError(f"Slurm on loopback: {what} did not come up\n{self.logs()}")
            time.sleep(0.2)

    def logs(self):
        return "\n".join(f"== {path.name}\n{path.read_text()}" for path in sorted(self.directory.glob("*.out")))
