import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { buildIpa, machO } from "@udt/appfile/testing";
import { delay, say } from "@udt/base";
import { createClient } from "@udt/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { detectIsolation } from "../isolation/isolation.ts";
import { resign } from "./resign.ts";
import { runStep } from "./run-step.ts";
import type { TaskRoom } from "./task-room.ts";

const LINK = { name: "Payload/Demo.app/away", content: Buffer.from("/tmp"), mode: 0o120777 };
const FILES = {
  key_pem: "KEY",
  certificate_pem: "CERTIFICATE",
  profile: Buffer.from("profile").toString("base64"),
  bundles: [{ path: "Payload/Demo.app", entitlements: "<plist/>" }],
};

let base: string;
let folder: string;
let asked: string[];
let stop: (() => unknown)[];
const seen = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
const program = (name: string, script: string) => {
  writeFileSync(join(base, "bin", name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(base, "bin", name), 0o755);
};

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "udt-resign-"));
  folder = join(base, "task");
  mkdirSync(join(base, "bin"));
  vi.stubEnv("PATH", `${join(base, "bin")}${delimiter}${process.env["PATH"] ?? ""}`);
  [asked, stop] = [[], []];
});
afterEach(() => {
  for (const end of stop) end();
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true });
});

/** Does a task against a server that has `ipa`, and answers what the tool is to sign with as `signing` says. */
async function sign(
  ipa: Uint8Array,
  options: {
    signing?: [status: number, answer: object];
    /** And as this one what is delivered. */
    signed?: [status: number, answer: object];
    /** What is asked for and never answered. */
    never?: "app" | "signing" | "signed";
    /** For how long it thinks about that, of a client that has less patience with others. */
    slow?: { server_ms: number; client_ms: number };
    signal?: AbortSignal;
    name?: "zsign" | "rcodesign";
  } = {},
) {
  const taken = (data: object | null): [number, object] => [200, { ret: 0, data, msg: "", request_id: "r" }];
  const { signing = taken(FILES), signed = taken(null), name = "zsign" } = options;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? "").split("?")[0]!.split("/").at(-1)!;
    asked.push(path);
    if (path === options.never) return;
    if (path === "app") return response.end(ipa);
    const [status, body] = path === "signing" ? signing : signed;
    request.resume().on("end", async () => {
      if (path === "signing") await delay(options.slow?.server_ms ?? 0);
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  };
  const server = createServer(answer).listen(0, "127.0.0.1");
  stop.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  await new Promise((resolve) => server.once("listening", resolve));
  const server_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const room: TaskRoom = {
    client: createClient({ baseUrl: server_url, ...(options.slow && { timeoutMs: options.slow.client_ms }) }),
    server_url,
    environments: { cache_dir: join(base, "cache"), install_hosts: [] },
    isolation: detectIsolation,
    signing_tool: { name, version: "1.0" },
    log: () => undefined,
    folder,
    signal: options.signal ?? new AbortController().signal,
    onStage: () => undefined,
    insist: async (call) => void (await call()),
  };
  const md5 = createHash("md5").update(ipa).digest("hex");
  const app = { file_name: "shop.ipa", size_bytes: ipa.length, md5 };
  return resign({ task_id: "t", kind: "resign", payload: { app } }, room);
}

const shop = buildIpa({ executable: machO() });

describe("an app that would have the tool write elsewhere", { timeout: 60_000 }, () => {
  it.each(["zsign", "rcodesign"] as const)("is refused for a link in it, before any key is asked for", async (name) => {
    program(name, `touch ${base}/called`);
    const end = await sign(buildIpa({ extraEntries: [LINK] }), { name });
    expect(end).toMatchObject({
      failure: "sign_failed",
      message: { code: "resign_links", args: { path: "Payload/Demo.app/away" } },
    });
    expect(asked).toEqual(["app"]);
    expect(existsSync(join(base, "called"))).toBe(false);
  });

  it("is refused for what would unpack to more than 4 GiB, before any of it is", async () => {
    const large = (name: string) => ({ name, content: randomBytes(2_400_000), claimedSize: 2_300_000_000 });
    const extraEntries = [large("Payload/Demo.app/one"), large("Payload/Demo.app/two")];
    expect(await sign(buildIpa({ extraEntries }))).toMatchObject({
      message: { code: "resign_unpacked_large", args: { max_gib: 4 } },
    });
    expect(asked).toEqual(["app"]);
    expect(readdirSync(join(folder, "unpacked"))).toEqual([]);
  });

  it("is refused in words that everybody can read where it cannot be unpacked", async () => {
    const twice = [{ name: "Payload/Demo.app/Info.plist/within", content: Buffer.from("a") }];
    expect(await sign(buildIpa({ extraEntries: twice }))).toMatchObject({ message: { code: "package_damaged" } });
    rmSync(folder, { recursive: true });
    const long = [{ name: `Payload/Demo.app/${"a".repeat(300)}`, content: Buffer.from("a") }];
    expect(await sign(buildIpa({ extraEntries: long }))).toMatchObject({
      message: { code: "resign_unpacked", evidence: "ENAMETOOLONG" },
    });
    expect(asked).toEqual(["app", "app"]);
  });
});

it("is ended where it grows beyond what it may take", { timeout: 60_000 }, async () => {
  mkdirSync(folder);
  const words = ["-c", "while :; do head -c 1000000 /dev/zero >> large; done"];
  const step = { does: "sign", program: "sh", words, folder: "." } as const;
  const bounds = { ms: 50_000, watched: folder, disk_bytes: 5_000_000 };
  const end = await runStep({ ...step, words }, folder, bounds, new AbortController().signal);
  expect(end).toMatchObject({ exit_code: null, bound: "disk" });
});

it("is told which bound the tool was ended for", { timeout: 60_000 }, async () => {
  program("zsign", "exec yes");
  expect(await sign(shop)).toMatchObject({ failure: "sign_failed", message: { code: "process_bound_output" } });
});

it("ends with the agent, however sudden that ends", { timeout: 60_000 }, async () => {
  mkdirSync(folder);
  program("zsign", `echo $$ > ${base}/tool; exec sleep 1000`);
  const bounds = `{ ms: 50_000, watched: ${JSON.stringify(folder)}, disk_bytes: 5_000_000 }`;
  const step = `{ does: "sign", program: "zsign", words: [], folder: "." }`;
  const script = `const { runStep } = await import(${JSON.stringify(import.meta.resolve("./run-step.ts"))});
    await runStep(${step}, ${JSON.stringify(folder)}, ${bounds}, new AbortController().signal);`;
  const agent = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
  await seen(() => expect(existsSync(join(base, "tool")) && readFileSync(join(base, "tool"), "utf8")).toMatch(/\d\n/));
  agent.kill("SIGKILL");
  const tool = readFileSync(join(base, "tool"), "utf8").trim();
  stop.push(() => isRunning(tool) && process.kill(Number(tool), "SIGKILL"));
  await seen(() => expect(isRunning(tool)).toBe(false));
});

describe("its time is up", { timeout: 60_000 }, () => {
  it.each([
    ["app", "app_not_had"],
    ["signing", "files_not_had"],
    ["signed", "save_failed"],
  ] as const)("and is told of the stage in hand: %s", async (never, failure) => {
    program("zsign", "echo signed > signed.ipa");
    const time = new AbortController();
    const ended = sign(shop, { never, signal: time.signal });
    await seen(() => expect(asked).toContain(never));
    time.abort(new Error("time is up"));
    expect(await ended).toEqual({ kind: "resign", failure, message: say("too_long") });
  });

  it("while the tool runs", async () => {
    program("zsign", `touch ${base}/began; exec sleep 1000`);
    const time = new AbortController();
    const ended = sign(shop, { signal: time.signal });
    await seen(() => expect(existsSync(join(base, "began"))).toBe(true));
    time.abort(new Error("time is up"));
    expect(await ended).toEqual({ kind: "resign", failure: "sign_failed", message: say("too_long") });
  });
});

it("is told in words that what came of it is too large for the server", { timeout: 60_000 }, async () => {
  program("zsign", "echo signed > signed.ipa");
  const data = { code: "body_too_large", args: { limit_bytes: 1024 ** 3 } };
  const end = await sign(shop, { signed: [413, { ret: 1, data, msg: "english", request_id: "r" }] });
  expect(end).toMatchObject({ failure: "save_failed", message: { code: "resign_signed_large", args: { max_gib: 1 } } });
});

describe("what it is signed with", { timeout: 60_000 }, () => {
  it("lies beside each part of the app, whatever its name and whichever the tool", async () => {
    const path = "Payload/微信.app";
    const parts = [path, `${path}/PlugIns/分享.appex`];
    const bundles = parts.map((one) => ({ path: one, entitlements: "<plist/>" }));
    const extraEntries = parts.map((one) => ({ name: `${one}/Info.plist`, content: Buffer.from("<plist/>") }));
    for (const name of ["zsign", "rcodesign"] as const) {
      const seenAt = join(base, name);
      program(name, `cat ${parts.map((one) => `"unpacked/${one}/embedded.mobileprovision"`).join(" ")} > ${seenAt}`);
      const signing: [number, object] = [200, { ret: 0, data: { ...FILES, bundles }, msg: "", request_id: "r" }];
      await sign(buildIpa({ extraEntries }), { name, signing });
      expect(readFileSync(seenAt, "utf8")).toBe("profileprofile");
      rmSync(folder, { recursive: true });
    }
  });

  it("is told to the tool as files, and gone once that ended, also badly", async () => {
    program("zsign", `cp identity.pem ${base}/seen; stat -c %a identity.pem > ${base}/mode; echo no >&2; exit 3`);
    const end = await sign(shop);
    expect(end).toMatchObject({
      failure: "sign_failed",
      message: { code: "resign_tool_failed", args: { tool: "zsign", exit_code: 3 }, evidence: "no" },
    });
    expect(readFileSync(join(base, "seen"), "utf8")).toBe("KEY\nCERTIFICATE");
    expect(readFileSync(join(base, "mode"), "utf8")).toBe("600\n");
    expect(readdirSync(folder)).not.toContain("identity.pem");
  });

  it("is gone when it is called off, with all that the tool started", async () => {
    program("zsign", `sleep 1000 & echo $! > ${base}/child; wait`);
    const called = new AbortController();
    const ended = sign(shop, { signal: called.signal });
    await seen(() => expect(readFileSync(join(base, "child"), "utf8")).toMatch(/\d\n/));
    expect(readdirSync(folder)).toContain("identity.pem");
    called.abort(new Error("called off"));
    await ended;
    expect(readdirSync(folder)).not.toContain("identity.pem");
    const child = readFileSync(join(base, "child"), "utf8").trim();
    await seen(() => expect(isRunning(child)).toBe(false));
  });

  it("ends what a tool leaves behind, too", async () => {
    program("zsign", `sleep 1000 & echo $! > ${base}/child; echo signed > signed.ipa`);
    expect(await sign(shop)).toMatchObject({ failure: null });
    expect(asked).toEqual(["app", "signing", "signed"]);
    const child = readFileSync(join(base, "child"), "utf8").trim();
    await seen(() => expect(isRunning(child)).toBe(false));
  });

  it("is gone where what a tool left behind cut itself loose of it, and even of its environment", async () => {
    program("zsign", `setsid sleep 1000 & echo $! > ${base}/child; exit 3`);
    expect(await sign(shop)).toMatchObject({ message: { code: "resign_tool_failed", args: { exit_code: 3 } } });
    expect(isRunning(readFileSync(join(base, "child"), "utf8").trim())).toBe(false);
    rmSync(folder, { recursive: true });
    program("zsign", `setsid env -i sh -c 'echo $$ > ${base}/loose; exec sleep 1000' & wait`);
    const called = new AbortController();
    const ended = sign(shop, { signal: called.signal });
    await seen(() =>
      expect(existsSync(join(base, "loose")) && readFileSync(join(base, "loose"), "utf8")).toMatch(/\d\n/),
    );
    stop.push(() => process.kill(Number(readFileSync(join(base, "loose"), "utf8")), "SIGKILL"));
    called.abort(new Error("called off"));
    await ended;
    expect(readdirSync(folder)).not.toContain("identity.pem");
  });

  it("is in no memory that is written down as a tool crashes", async () => {
    program("zsign", `ulimit -H -c > ${base}/core; exit 3`);
    await sign(shop);
    expect(readFileSync(join(base, "core"), "utf8")).toBe("0\n");
  });

  it("is waited for while the server reads the app", async () => {
    program("zsign", "exit 3");
    const end = await sign(shop, { slow: { server_ms: 500, client_ms: 100 } });
    expect(end).toMatchObject({ message: { code: "resign_tool_failed" } });
  });

  it("is not had, in words that everybody can read", async () => {
    const refused = (code: string, args: object) => ({ ret: 1, data: { code, args }, msg: "english", request_id: "r" });
    const reason = say("package_damaged");
    const cases: [object, string][] = [
      [refused("app_corrupt", { reason }), "package_damaged"],
      [refused("ios_certificate_files_lost", { title: "Team" }), "resign_files_lost"],
      [refused("ios_certificate_not_found", { cert_id: "c" }), "resign_certificate_gone"],
      [refused("app_not_found", { app_id: "a" }), "resign_app_gone"],
    ];
    for (const [answer, code] of cases) {
      const end = await sign(shop, { signing: [409, answer] });
      expect(end).toMatchObject({ failure: "files_not_had", message: { code, evidence: "" } });
      rmSync(folder, { recursive: true });
    }
  });
});

/** Not as a process that ended and of which nobody has asked yet. */
const isRunning = (pid: string): boolean =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "latin1"));
