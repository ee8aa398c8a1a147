import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { until } from "@udt/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asleep, expectKilledWhole } from "../../test/processes.ts";
import type { Exit } from "./workplace.ts";
import { detectIsolation, isolationOf, type OpenWorkplace, type WorkplaceSpec } from "./isolation.ts";

const node = process.execPath;
const environment = {
  programs: { node, python: "/usr/bin/python3", shell: "/bin/sh" },
  readOnly: [{ path: dirname(dirname(node)) }],
  path: [dirname(node)],
  env: {},
};
/** What the agent keeps beside the workplaces, and what it says to whoever connects. */
let folder: string;
const agentPort = createServer((socket) => socket.end("the agent's own"));
let port: number;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "udt-isolation-"));
  writeFileSync(join(folder, "token"), "agent-token-5c1d");
  process.env["UDT_AGENT_TOKEN"] = "agent-token-5c1d";
  await new Promise<void>((resolve) => agentPort.listen(0, "127.0.0.1", resolve));
  port = (agentPort.address() as AddressInfo).port;
});
afterAll(async () => {
  delete process.env["UDT_AGENT_TOKEN"];
  await new Promise((resolve) => agentPort.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
const open = async (
  mode: "namespaces" | "none",
  change: Partial<Pick<WorkplaceSpec, "bounds" | "ports">> = {},
): Promise<OpenWorkplace> =>
  isolationOf(mode).open({ folder: join(folder, `place-${++count}`), environment, ...change });

async function run(place: OpenWorkplace, program: string, script: string): Promise<Exit & { said: string }> {
  const argv: [string, ...string[]] =
    program === "sh" ? ["/bin/sh", "-c", script] : [node, "--input-type=module", "-e", script];
  const launched = place.launch({ argv, cwd: place.library, env: { GIVEN: "yes" } });
  let said = "";
  launched.output.on("data", (piece: Buffer) => (said += piece.toString()));
  return { ...(await launched.exited), said };
}

it("can isolate on this machine", async () => {
  expect(await detectIsolation()).toMatchObject({ mode: "namespaces", reason: null });
});

describe("inside namespaces", () => {
  it("has nothing of the agent: no environment, no files, no processes, no device files", async () => {
    const place = await open("namespaces");
    const { said, exit_code } = await run(
      place,
      "sh",
      `env; ls ${folder} 2>&1; cat ${folder}/token 2>&1; ls /home /root /var /run 2>&1; ls -d /proc/[0-9]* | wc -l; ls /dev`,
    );
    expect(exit_code).toBe(0);
    expect(said).toContain("GIVEN=yes");
    expect(said).not.toContain("agent-token-5c1d");
    expect(said).not.toMatch(/UDT_|NODE_CHANNEL/);
    // Of the agent's folder it sees the way to its own.
    expect(said).toMatch(/token: No such file/);
    expect(said).not.toMatch(/\b(kvm|bus|sda|mem|kmsg|ttyS0)\b/);
    const processes = Number(/^(\d+)$/m.exec(said)?.[1]);
    expect(processes).toBeLessThan(10);
    await place.close();
  });

  it("may write to its own folders alone", async () => {
    const place = await open("namespaces");
    writeFileSync(join(place.library, "given.txt"), "given");
    const { said } = await run(
      place,
      "sh",
      `for path in /usr/x /etc/x /x /dev/x ${dirname(node)}/x; do touch $path 2>/dev/null && echo "wrote $path"; done
       echo changed > given.txt; echo kept > ${place.results}/kept; echo t > $TMPDIR/t; cat /tmp/t; id -u; grep CapEff /proc/self/status`,
    );
    expect(said).not.toContain("wrote");
    expect(said).toMatch(/^t$/m);
    expect(said).toMatch(/CapEff:\s*0+$/m);
    expect(readFileSync(join(place.library, "given.txt"), "utf8")).toBe("changed\n");
    expect(readFileSync(join(place.results, "kept"), "utf8")).toBe("kept\n");
    await place.close();
    expect(existsSync(dirname(place.library))).toBe(false);
  });

  it("is led nowhere by links that an earlier program left where something is shown", async () => {
    // Only below /tmp does a program write to the way to its own folders.
    const below = mkdtempSync("/tmp/udt-isolation-");
    const outside = mkdtempSync("/tmp/udt-outside-");
    chmodSync(outside, 0o777);
    for (const to of [outside, "../dev/shm"]) {
      const place = await isolationOf("namespaces").open({ folder: join(below, "place"), environment });
      const first = basename(below);
      expect(await run(place, "sh", `cd /tmp && mv ${first} aside && ln -s ${to} ${first}`)).toMatchObject({
        exit_code: 0,
      });
      const { exit_code, said } = await run(place, "sh", "echo begun");
      expect([exit_code, said]).toEqual([expect.any(Number), expect.stringMatching(/leads elsewhere|File exists/)]);
      expect(exit_code).not.toBe(0);
      expect(readdirSync(outside)).toEqual([]);
      await place.close();
    }
    for (const path of [below, outside]) rmSync(path, { recursive: true });
  });

  it("reaches the ports that it was given and no other", async () => {
    const place = await open("namespaces", { ports: { echo: (socket) => socket.end("from the agent") } });
    const dial = (to: number) =>
      `import { connect } from "node:net";
       connect(${to}, "127.0.0.1").on("data", (d) => console.log(String(d))).on("error", (e) => console.log(e.code));`;
    expect((await run(place, "node", dial(place.ports["echo"]!))).said).toBe("from the agent\n");
    expect((await run(place, "node", dial(port))).said).toBe("ECONNREFUSED\n");
    const { said } = await run(
      place,
      "sh",
      "cat /proc/net/dev | tail -n +3 | cut -d: -f1; cat /proc/net/route | tail -n +2",
    );
    expect(said.trim()).toBe("lo");
    await place.close();
  });

  it("tells how a program ended, also one that kills itself or its parent", async () => {
    const place = await open("namespaces");
    expect(await run(place, "sh", "exit 7")).toMatchObject({ exit_code: 7, signal: null, bound: null });
    expect(await run(place, "sh", "kill -SEGV $$")).toMatchObject({ exit_code: null, signal: "SIGSEGV" });
    expect(await run(place, "sh", "kill -9 $PPID; kill -9 -1; echo still")).toMatchObject({ bound: null });
    await place.close();
  });

  it("has no system calls that scripts need not, by threads and children neither", async () => {
    const place = await open("namespaces");
    const numbers = {
      mount: [165, 40],
      ptrace: [101, 117],
      userfaultfd: [323, 282],
      unshare: [272, 97],
      keyctl: [250, 219],
      io_uring_setup: [425, 425],
      memfd_create: [319, 279],
      memfd_secret: [447, 447],
      clone3: [435, 435],
      newer: [5000, 5000],
    };
    const calls = Object.entries(numbers).map(([name, all]) => `${name}=${all[process.arch === "arm64" ? 1 : 0]}`);
    writeFileSync(
      join(place.library, "calls.pl"),
      `use Socket;
       for (@ARGV) { my ($name, $number) = split /=/; $! = 0; syscall($number + 0, 0, 0, 0, 0, 0); print "$name ", $! + 0, "\n"; }
       for ([vsock => 40], [packet => 17], [alg => 38]) { socket(my $s, $_->[1], SOCK_STREAM, 0); print "$_->[0] ", $! + 0, "\n"; }
       for (AF_UNIX, AF_INET, AF_INET6) { socket(my $s, $_, SOCK_STREAM, 0) or print "no family $_: $!\n"; }
       socketpair(my $one, my $other, AF_UNIX, SOCK_STREAM, 0) or print "no pair: $!\n";`,
    );
    const { said } = await run(
      place,
      "sh",
      `perl calls.pl ${calls.join(" ")}; (perl calls.pl ${calls[0]}) | tail -n 4`,
    );
    const refused = {
      mount: 1,
      ptrace: 1,
      userfaultfd: 1,
      unshare: 1,
      keyctl: 1,
      io_uring_setup: 1,
      memfd_create: 1,
      memfd_secret: 1,
    };
    const families = "vsock 97\npacket 97\nalg 97\n";
    const told = Object.entries({ ...refused, clone3: 38, newer: 38 }).map(([name, errno]) => `${name} ${errno}\n`);
    expect(said).toBe(`${told.join("")}${families}mount 1\n${families}`);
    const user = "use POSIX; my $pid = fork; exit 0 unless $pid; wait; print $? >> 8;";
    expect((await run(place, "sh", `perl -e '${user}'; unshare --user true 2>&1`)).said).toMatch(/^0.*not permitted/);
    await place.close();
  });

  it("bounds the memory that belongs to no process", async () => {
    const place = await open("namespaces");
    const { said } = await run(
      place,
      "sh",
      "perl -e 'for (1 .. 40) { shmget(0, 8 << 20, 0600) // last; print \"x\" }'",
    );
    expect(said.length).toBeGreaterThan(0);
    expect(said.length).toBeLessThanOrEqual(8);
    await place.close();
  });

  it("shows installed packages where a library looks for them", async () => {
    const packages = join(folder, "packages");
    rmSync(packages, { recursive: true, force: true });
    mkdirSync(join(packages, "pear"), { recursive: true });
    writeFileSync(join(packages, "pear", "index.js"), "module.exports = 'a pear'");
    for (const mode of ["namespaces", "none"] as const) {
      const place = await isolationOf(mode).open({
        folder: join(folder, `place-${++count}`),
        environment: {
          ...environment,
          readOnly: [...environment.readOnly, { path: packages, inLibrary: "node_modules" }],
        },
      });
      writeFileSync(join(place.library, "use.cjs"), "console.log(require('pear'))");
      expect((await run(place, "sh", `${node} use.cjs`)).said).toBe("a pear\n");
      await place.close();
    }
  });
});

describe.each(["namespaces", "none"] as const)("in mode %s", (mode) => {
  it("ends the whole tree with its first process, and when it is killed", async () => {
    const place = await open(mode);
    const mark = `8642${count}${process.pid % 1000}`;
    await run(place, "sh", `setsid sleep ${mark} </dev/null >/dev/null 2>&1 & sleep 0.1`);
    await until("nobody sleeps", () => (asleep(mark) === 0 ? true : undefined));
    await expectKilledWhole(place, `trap "" TERM INT HUP; setsid sleep ${mark} & sleep ${mark}`, mark);
    await place.close();
  });

  it.each([
    ["time", { timeMs: 1500 }, "sh", "sleep 1000"],
    ["output", { outputBytes: 100_000 }, "sh", "yes"],
    ["disk", { diskBytes: 20_000_000 }, "sh", "i=0; while :; do head -c 4000000 /dev/zero > f$i; i=$((i+1)); done"],
    [
      "disk",
      { diskBytes: 20_000_000, timeMs: 30_000 },
      "sh",
      // Files that have no name any more.
      'for fd in 3 4 5 6 7; do eval "exec $fd>f; rm f; head -c 8000000 /dev/zero >&$fd"; done; sleep 1000',
    ],
    [
      "disk",
      { diskBytes: 20_000_000, timeMs: 30_000 },
      "sh",
      // Below what a path can name, in files whose names are no text.
      `d=$(printf %0200d 0); for i in $(seq 30); do mkdir $d; cd $d; done
      for i in 1 2 3 4 5; do head -c 8000000 /dev/zero > "$(printf '\\377')$i"; done; sleep 1000`,
    ],
    [
      "memory",
      { memoryBytes: 400_000_000 },
      "sh",
      // tail keeps all of it, since sleep reads nothing.
      "for i in 1 2 3 4 5 6; do (head -c 90000000 /dev/zero | tail -c 90000000 | sleep 1000) & done; wait",
    ],
  ] as const)("bounds %s (%o)", async (bound, bounds, program, script) => {
    const place = await open(mode, { bounds });
    const exit = await run(place, program, script);
    expect(exit.bound).toBe(bound);
    // util-linux 2.38 says of itself that its own end was not as it meant it.
    expect(exit.said).not.toContain("unshare");
    expect(exit.said.length).toBeLessThanOrEqual(110_000);
    await place.close();
  });

  it("lets no file grow beyond the bound", async () => {
    const place = await open(mode, { bounds: { diskBytes: 8_000_000 } });
    await run(place, "sh", `head -c 30000000 /dev/zero > ${place.results}/large`);
    expect(statSync(join(place.results, "large")).size).toBeLessThanOrEqual(8_000_000);
    await place.close();
  });

  it("says what cannot be started", async () => {
    const place = await open(mode);
    const launched = place.launch({ argv: ["/no/such/program"], cwd: place.library, env: {} });
    let said = "";
    launched.output.on("data", (piece: Buffer) => (said += piece.toString()));
    expect((await launched.exited).exit_code).toBe(127);
    expect(said).toMatch(/no\/such\/program/);
    await place.close();
  });
});

it("bounds how many processes there are where the kernel does not", async () => {
  const place = await open("none", { bounds: { processes: 40 } });
  expect((await run(place, "sh", "while :; do sleep 1000 & done")).bound).toBe("processes");
  await place.close();
});

it("survives a fork bomb", async () => {
  const place = await open("namespaces", { bounds: { processes: 60, timeMs: 20_000 } });
  const { bound, exit_code } = await run(place, "sh", "bomb() { bomb | bomb & }; bomb; sleep 5; exit 3");
  // Either the watch saw it, or the kernel refused it more processes than it may have.
  expect(bound === "processes" || exit_code !== 0).toBe(true);
  await place.close();
});

it("lets nobody undo it by the environment", async () => {
  const place = await open("none");
  for (const name of ["LD_PRELOAD", "PERL5OPT", "NODE_CHANNEL_FD"])
    expect(() => place.launch({ argv: ["/bin/true"], cwd: place.library, env: { [name]: "/x.so" } })).toThrow(name);
  await place.close();
});

it("opens a port of one's own choice where a program runs, and nowhere else", async () => {
  const place = await open("namespaces", { ports: { first: (socket) => socket.end("first") } });
  const dial = `
    import { connect } from "node:net";
    const dial = (port) => new Promise((resolve) => {
      let said = "";
      const socket = connect(port, "127.0.0.1");
      socket.on("data", (piece) => (said += piece)).on("error", () => resolve("")).on("end", () => resolve(said));
    });`;
  const launched = place.launch({
    argv: [
      node,
      "--input-type=module",
      "-e",
      `${dial} console.log("up"); for (let said = ""; said === ""; console.log(said)) said = await dial(8200);`,
    ],
    cwd: place.library,
    env: {},
  });
  let said = "";
  launched.output.on("data", (piece: Buffer) => (said += piece.toString()));
  await until("the program", () => (said.includes("up") ? true : undefined));
  const close = await place.openPort(8200, (socket) => socket.end("by choice"));
  expect((await launched.exited).exit_code).toBe(0);
  expect(said).toContain("by choice");
  const again = `${dial} console.log(await dial(8200), "|", await dial(5037));`;
  expect((await run(place, "node", again)).said.trim()).toBe("by choice | first");
  close();
  expect((await run(place, "node", again)).said.trim()).toBe("| first");
  await place.close();
});
