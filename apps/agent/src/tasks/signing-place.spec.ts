import { execFile, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { say } from "@udt/base";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asleep } from "../../test/processes.ts";
import { detectIsolation, isolationOf } from "../isolation/isolation.ts";
import { openSigningPlace } from "./signing-place.ts";
import type { SignStep } from "./signing-tools.ts";

const BOUNDS = { timeMs: 50_000, diskBytes: 5_000_000 };
const STEP: SignStep = { does: "sign", program: "zsign", words: ["once"], folder: "." };

/** What the agent has, and the folder of the tool's program beside it. */
let agent: string;
let bin: string;
const program = (text: string) => {
  writeFileSync(join(bin, "zsign"), text);
  chmodSync(join(bin, "zsign"), 0o755);
};
const open = async () => openSigningPlace(await detectIsolation(), "zsign", join(agent, "place"), BOUNDS);

/** Runs the tool once, in a place that is closed then. */
async function run(step = STEP) {
  const place = await open();
  try {
    return await place.run(step, new AbortController().signal);
  } finally {
    await place.close();
  }
}

beforeEach(() => {
  agent = mkdtempSync(join(tmpdir(), "udt-signing-place-"));
  bin = join(agent, "bin");
  mkdirSync(bin);
  vi.stubEnv("PATH", `${bin}${delimiter}${process.env["PATH"] ?? ""}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(agent, { recursive: true });
});

describe("a signing tool", { timeout: 60_000 }, () => {
  it("finds nothing of the agent: no port, no file, no word of its environment", async () => {
    writeFileSync(join(agent, "token"), "agent-token-5c1d");
    writeFileSync(join(bin, "beside"), "beside it");
    vi.stubEnv("UDT_AGENT_TOKEN", "agent-token-5c1d");
    const server = createServer((socket) => socket.end("reached")).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const looks = { token: join(agent, "token"), beside: join(bin, "beside") };
    program(`#!${process.execPath}
const read = (path) => { try { return require("node:fs").readFileSync(path, "utf8"); } catch ({ code }) { return code; } };
const say = (dialled) => console.log(JSON.stringify({
  dialled,
  token: read(${JSON.stringify(looks.token)}),
  beside: read(${JSON.stringify(looks.beside)}),
  told: process.env.UDT_AGENT_TOKEN ?? "nothing",
  words: process.argv.slice(2),
}));
require("node:net").connect(${port}, "127.0.0.1").on("connect", () => say("connected")).on("error", ({ code }) => say(code)).resume();
`);
    const { stdout } = await promisify(execFile)("zsign", ["once"]);
    const told = "agent-token-5c1d";
    // As the agent's own program, it would find all of it.
    const plainly = { dialled: "connected", token: told, beside: "beside it", told, words: ["once"] };
    expect(JSON.parse(stdout)).toEqual(plainly);
    const { said, exit_code } = await run();
    expect(exit_code).toBe(0);
    expect(JSON.parse(said)).toEqual({
      dialled: "ECONNREFUSED",
      token: "ENOENT",
      beside: "ENOENT",
      told: "nothing",
      words: ["once"],
    });
    await new Promise((resolve) => server.close(resolve));
  });

  it("is a user of its own, where the agent may give it one, and cannot change its own program", async () => {
    program('#!/bin/sh\nid -u; echo more >> "$0" || echo kept; grep CapEff /proc/self/status');
    const { said } = await run();
    if (process.getuid?.() === 0) expect(said).not.toMatch(/^0$/m);
    expect(said).toMatch(/^kept$/m);
    expect(said).toMatch(/CapEff:\s*0+$/m);
  });

  it("is found where a link in the PATH leads to, and told of by its name alone", async () => {
    const away = join(agent, "away");
    mkdirSync(away);
    writeFileSync(
      join(away, "zsign-1.1"),
      '#!/bin/sh\necho "$0: no certificate in $PWD/identity.pem"; echo "$TMPDIR/a"',
    );
    chmodSync(join(away, "zsign-1.1"), 0o755);
    symlinkSync(join(away, "zsign-1.1"), join(bin, "zsign"));
    expect((await run()).said).toBe("zsign: no certificate in identity.pem\ntmp/a");
  });

  it("cannot be begun in a folder that has gone, and it is told without where the agent and its files lie", async () => {
    program("#!/bin/sh\nexit 0");
    const { said, exit_code } = await run({ ...STEP, folder: "gone" });
    expect(exit_code).not.toBe(0);
    expect(said).toMatch(/gone/);
    expect(said).not.toContain("/agent");
    expect(said).not.toContain(agent);
  });

  it("is ended where it grows beyond what it may take", async () => {
    program("#!/bin/sh\nwhile :; do n=$((n + 1)); head -c 1000000 /dev/zero > large-$n; done");
    expect(await run()).toEqual({ exit_code: null, bound: "disk", said: "" });
  });

  it("ends with the agent, however sudden that ends", async () => {
    program("#!/bin/sh\nexec sleep 48161");
    const from = (module: string) => JSON.stringify(import.meta.resolve(module));
    const script = `const { openSigningPlace } = await import(${from("./signing-place.ts")});
      const { detectIsolation } = await import(${from("../isolation/isolation.ts")});
      const at = ${JSON.stringify(join(agent, "place"))};
      const place = await openSigningPlace(await detectIsolation(), "zsign", at, ${JSON.stringify(BOUNDS)});
      await place.run(${JSON.stringify(STEP)}, new AbortController().signal);`;
    const other = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
    await expect.poll(() => asleep("48161"), { timeout: 20_000 }).toBe(1);
    other.kill("SIGKILL");
    await expect.poll(() => asleep("48161"), { timeout: 20_000 }).toBe(0);
  });

  it("is not run where nothing can be isolated: any script could read the key", async () => {
    program("#!/bin/sh\nexit 0");
    const none = isolationOf("none", say("isolation_tools"));
    await expect(openSigningPlace(none, "zsign", join(agent, "place"), BOUNDS)).rejects.toMatchObject({
      said: say("isolation_tools"),
    });
  });
});
