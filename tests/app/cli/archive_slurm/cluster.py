# SPDX-License-Identifier: Apache-2.0
"""A cluster of Slurm on this machine: a controller and two nodes, without munge, cgroups or root."""
import getpass
import os
import pathlib
import signal
import socket
import subprocess
import time

NODES = ("n0", "n1")


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Cluster:
    """With-statement: its daemons run inside, and are gone behind."""

    def __init__(self, folder, cpus=1):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.conf = self.folder / "slurm.conf"
        self.env = {**os.environ, "SLURM_CONF": str(self.conf)}
        self.daemons = {}
        ports = free_ports(1 + len(NODES))
        host = socket.gethostname().split(".")[0]
        user = getpass.getuser()
        lines = [
            "ClusterName=tilescribe", f"SlurmctldHost={host}(127.0.0.1)", f"SlurmctldPort={ports[0]}",
            f"SlurmUser={user}", f"SlurmdUser={user}", "AuthType=auth/none", "CredType=cred/none",
            # A task that is requeued waits until its credential has expired: 120 s unless told otherwise.
            "AuthInfo=cred_expire=5",
            "BatchStartTimeout=5",
            "ProctrackType=proctrack/linuxproc", "TaskPlugin=task/none",
            "JobAcctGatherType=jobacct_gather/none", "SelectType=select/cons_tres",
            "SelectTypeParameters=CR_CPU", "SwitchType=switch/none", "MpiDefault=none", "ReturnToService=2",
            "SlurmdParameters=config_overrides", "SchedulerType=sched/backfill", "KillWait=5",
            "SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0,bf_interval=1",
            f"StateSaveLocation={self.folder}/state", f"SlurmdSpoolDir={self.folder}/spool-%n",
            f"SlurmctldPidFile={self.folder}/slurmctld.pid", f"SlurmdPidFile={self.folder}/slurmd-%n.pid",
            f"SlurmctldLogFile={self.folder}/slurmctld.log", f"SlurmdLogFile={self.folder}/slurmd-%n.log",
        ]
        for node, port in zip(NODES, ports[1:]):
            lines.append(f"NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={cpus} State=UNKNOWN")
        lines.append(f"PartitionName=all Nodes={','.join(NODES)} Default=YES MaxTime=INFINITE State=UP")
        self.conf.write_text("\n".join(lines) + "\n")
        (self.folder / "state").mkdir()

    def start(self, name):
        command = ["slurmctld", "-D", "-f", str(self.conf)] if name == "slurmctld" else [
            "slurmd", "-D", "-N", name, "-f", str(self.conf)]
        self.daemons[name] = subprocess.Popen(
            ["/usr/sbin/" + command[0], *command[1:]], env=self.env, stdin=subprocess.DEVNULL,
            stdout=open(self.folder / f"{name}.out", "ab"), stderr=subprocess.STDOUT)

    def kill(self, name):
        """kill -9, and a new one."""
        self.daemons[name].kill()
        self.daemons[name].wait()
        self.start(name)

    def restart_ended(self):
        """A daemon that could not start is started again, as a service manager would."""
        for name, daemon in self.daemons.items():
            if daemon.poll() is not None:
                self.start(name)

    def call(self, *command):
        return subprocess.run(command, env=self.env, capture_output=True, text=True, timeout=60)

    def __enter__(self):
        self.start("slurmctld")
        for node in NODES:
            self.start(node)
        end = time.monotonic() + 60
        while True:
            states = self.call("sinfo", "--noheader", "--Node", "--format=%T").stdout.split()
            if states.count("idle") == len(NODES):
                return self
            for name, daemon in self.daemons.items():
                if daemon.poll() is not None:
                    raise SystemExit(f"{name} ended:\n" + (self.folder / f"{name}.out").read_text())
            if time.monotonic() > end:
                raise SystemExit(f"The nodes did not come up: {states}")
            time.sleep(0.2)

    def __exit__(self, *_):
        self.call("scancel", "--state=PENDING")
        self.call("scancel", "--state=RUNNING")
        for daemon in self.daemons.values():
            daemon.send_signal(signal.SIGTERM)
        for daemon in self.daemons.values():
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def queued(self):
        """Tasks that wait or run; None: the controller does not answer just now."""
        answer = self.call("squeue", "--noheader", "--array", "--format=%T")
        return None if answer.returncode != 0 else answer.stdout.split()

    def put_right(self):
        """What an operator does after a controller was lost with its last seconds. It does not know of tasks that it
        started in them: without being asked to, nodes say what runs on them after minutes only. And a task that it
        starts a second time beside the first is held, and its node drained ("Duplicate jobid")."""
        self.call("scontrol", "reconfigure")
        for line in self.call("sinfo", "--noheader", "--Node", "--format=%N %T").stdout.splitlines():
            node, state = line.split()
            if state.startswith("drain"):
                self.call("scontrol", "update", f"NodeName={node}", "State=RESUME")
        for line in self.call("squeue", "--noheader", "--array", "--format=%i %r").stdout.splitlines():
            task, reason = line.split(maxsplit=1)
            if "held" in reason:
                self.call("scontrol", "release", task)

    def story(self):
        """What the cluster knows, for a person who asks why it stands still."""
        parts = [self.call(*command).stdout for command in (
            ("squeue", "--array", "--long"), ("sinfo", "--Node", "--long"), ("scontrol", "show", "job"))]
        for log in sorted(self.folder.glob("*.log")):
            lines = [line for line in log.read_text(errors="replace").splitlines() if "mpi/pmix" not in line.lower()]
            parts.append(f"{log.name}:\n" + "\n".join(lines[-60:]) + "\n")
        return "\n".join(parts)
