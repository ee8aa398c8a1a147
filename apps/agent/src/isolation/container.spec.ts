import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "@udt/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findEngines, makeImage } from "../../test/images.ts";
import { asleep, commands, expectKilledWhole } from "../../test/processes.ts";
import type { Exit } from "./workplace.ts";
import type { ContainerEngine } from "./container-engine.ts";
import { type ContainerImage, sweepContainers } from "./container.ts";
import { isolationIn, type OpenWorkplace, type WorkplaceSpec } from "./isolation.ts";

const environment = {
  programs: { node: "node", python: "python3", shell: "/bin/sh" },
  readOnly: [],
  path: [],
  env: {},
};
const engines = await findEngines("isolation in containers");
const folder = mkdtempSync(join(tmpdir(), "udt-container-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("answers that there is nothing to end where there is nothing", async () => {
  expect(await sweepContainers(join(folder, "nobody's"))).toBe(0);
});

describe.each(engines.map((engine) => [engine.name, engine] as const))("in a container of %s", (name, engine) => {
  let image: ContainerImage;
  let count = 0;

  beforeAll(async () => {
    const reference = await makeImage(engine, `localhost/udt-spec-${process.pid}:1`, {}, [
      "VOLUME /kept",
      "ENV COLOUR=green",
    ]);
    const image_id = (await engine.run(["image", "inspect", "--format={{.Id}}", reference])).trim();
    image = { engine, image_id, volumes: ["/kept"], owner: join(folder, name) };
  });
  afterAll(async () => {
    await engine.run(["rmi", "--force", image.image_id]);
  });

  const open = (change: Partial<Pick<WorkplaceSpec, "bounds" | "ports">> = {}): Promise<OpenWorkplace> =>
    isolationIn(image).open({ folder: join(folder, `place-${name}-${++count}`), environment, ...change });

  async function run(place: OpenWorkplace, script: string, env = {}): Promise<Exit & { said: string }> {
    const launched = place.launch({ argv: ["/bin/sh", "-c", script], cwd: place.library, env });
    let said = "";
    launched.output.on("data", (piece: Buffer) => (said += piece.toString()));
    return { ...(await launched.exited), said };
  }

  const left = async (of: ContainerEngine = engine) =>
    (await of.run(["ps", "--all", "--quiet", "--filter", `label=org.udt.owner=${image.owner}`])).trim();

  it("has what it was given and nothing of the agent's: no files, no rights, no network, no words in process lists", async () => {
    const place = await open({ ports: { echo: (socket) => socket.end("from the agent") } });
    writeFileSync(join(place.library, "given.txt"), "given");
    writeFileSync(join(folder, "token"), "agent-token-5c1d");
    process.env["UDT_AGENT_TOKEN"] = "agent-token-5c1d";
    const secret = "account-password-77";
    const launched = place.launch({
      argv: [
        "/bin/sh",
        "-c",
        `env; cat ${folder}/token; ls /home /root; while ! [ -e go ]; do sleep 0.1; done
         cat /proc/1/status /proc/self/status | grep -E "CapEff|CapBnd|NoNewPrivs" || cat /proc/self/status
         for path in /usr/x /x /etc/x /dev/x /.udt/x /.udt/inside.mts; do touch $path 2>/dev/null && echo "wrote $path"; done
         echo changed > given.txt; echo kept > ${place.results}/kept; echo t > $TMPDIR/t; cat /tmp/t; echo "id=$(id -u)"
         echo v > /kept/v && cat /proc/net/dev; cat /proc/net/route; cat /proc/mounts; ls -d /proc/[0-9]*`,
      ],
      cwd: place.library,
      env: { GIVEN: secret },
    });
    let said = "";
    launched.output.on("data", (piece: Buffer) => (said += piece.toString()));
    await until("it runs", () => said.includes(secret) || undefined);
    const container = await left();
    expect(container).not.toBe("");
    expect(await engine.run(["inspect", container])).not.toContain(secret);
    expect(commands().filter((line) => line.includes(secret))).toEqual([]);
    writeFileSync(join(place.library, "go"), "");
    expect((await launched.exited).exit_code).toBe(0);
    delete process.env["UDT_AGENT_TOKEN"];
    expect(said).toContain("COLOUR=green");
    expect(said).not.toMatch(/agent-token-5c1d|UDT_AGENT|wrote /);
    expect(said).toMatch(/CapEff:\s*0+$/m);
    expect(said).toMatch(/CapBnd:\s*0+$/m);
    expect(said).toMatch(/NoNewPrivs:\s*1$/m);
    expect(said).toMatch(/^t$/m);
    expect(said).toMatch(/ \/kept tmpfs /);
    expect(said).not.toMatch(/id=0$|eth0/m);
    expect(said.match(/^\/proc\/\d+$/gm)!.length).toBeLessThan(10);
    expect(readFileSync(join(place.library, "given.txt"), "utf8")).toBe("changed\n");
    expect(readFileSync(join(place.results, "kept"), "utf8")).toBe("kept\n");
    await place.close();
    expect(existsSync(dirname(place.library))).toBe(false);
    expect(await left()).toBe("");
  });

  it("tells how a program ended, also one that cannot be started or kills everything", async () => {
    const place = await open();
    expect(await run(place, "exit 7")).toMatchObject({ exit_code: 7, signal: null, bound: null });
    expect(await run(place, "kill -SEGV $$")).toMatchObject({ exit_code: null, signal: "SIGSEGV" });
    expect(await run(place, "kill -9 1; kill -9 -1; kill -9 $PPID; sleep 1000")).toMatchObject({ bound: null });
    const launched = place.launch({ argv: ["/no/such/program"], cwd: place.library, env: {} });
    const [said] = (await once(launched.output, "data")) as [Buffer];
    expect(String(said)).toMatch(/no\/such\/program: not found/);
    expect((await launched.exited).exit_code).toBe(127);
    await place.close();
  });

  it("ends with everything that it started, and when it is killed", async () => {
    const place = await open();
    const mark = `8642${process.pid % 1000}${name.length}`;
    await run(place, `(trap "" HUP TERM; sleep ${mark}) </dev/null >/dev/null 2>&1 & sleep 0.1`);
    expect(asleep(mark)).toBe(0);
    await expectKilledWhole(place, `trap "" TERM INT HUP; sleep ${mark} & sleep ${mark}`, mark);
    expect(await left()).toBe("");
    await place.close();
  });

  it.each([
    ["time", { timeMs: 2500 }, "sleep 1000"],
    ["output", { outputBytes: 100_000 }, "while :; do echo 0123456789012345678901234567890123456789; done"],
    ["disk", { diskBytes: 20_000_000 }, "i=0; while :; do head -c 4000000 /dev/zero > f$i; i=$((i+1)); done"],
    // Too fast for the watch: the kernel ends it.
    ["memory", { memoryBytes: 100_000_000 }, "head -c 400000000 /dev/zero | tail -c 400000000 >/dev/null; exit 1"],
    [
      "memory",
      { memoryBytes: 150_000_000 },
      // tail keeps all of it, since sleep reads nothing.
      "for i in 1 2 3 4 5 6; do (head -c 35000000 /dev/zero | tail -c 35000000 | sleep 1000) & done; wait",
    ],
  ] as const)("bounds %s (%o)", async (bound, bounds, script) => {
    const place = await open({ bounds });
    const exit = await run(place, script);
    expect(exit.bound).toBe(bound);
    expect(exit.said.length).toBeLessThanOrEqual(110_000);
    await place.close();
  });

  it("lets no file grow beyond the bound, and survives a fork bomb", async () => {
    const place = await open({ bounds: { diskBytes: 8_000_000, processes: 60, timeMs: 20_000 } });
    const { bound, exit_code } = await run(
      place,
      `head -c 30000000 /dev/zero > ${place.results}/large; bomb() { bomb | bomb & }; bomb; sleep 1; exit 3`,
    );
    expect(bound === "memory" || exit_code !== 0).toBe(true);
    expect(statSync(join(place.results, "large")).size).toBeLessThanOrEqual(8_000_000);
    await place.close();
  });

  it("ends when the agent is killed, and the next one removes what is left", async () => {
    const agent = fork(fileURLToPath(new URL("../../test/container-holder.ts", import.meta.url)), [], {
      env: { ...process.env, UDT_HOLD: JSON.stringify({ name, ...image, folder: join(folder, `held-${name}`) }) },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const [mark] = (await once(agent, "message")) as [string];
    expect(asleep(mark)).toBe(1);
    agent.kill("SIGKILL");
    await until("nobody sleeps", () => (asleep(mark) === 0 ? true : undefined));
    expect(await left()).not.toBe("");
    expect(await sweepContainers(image.owner)).toBe(1);
    expect(await left()).toBe("");
  });
});
