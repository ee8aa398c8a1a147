import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { buildIpa, machO } from "@udt/appfile/testing";
import { delay, say } from "@udt/base";
import { createClient } from "@udt/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asleep } from "../../test/processes.ts";
import { detectIsolation } from "../isolation/isolation.ts";
import { resign } from "./resign.ts";
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
/** Whether the tool has said by a file of that name that it began. */
const began = (name: string) => existsSync(join(folder, "place", "library", name));
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
    program(name, "exit 3");
    const end = await sign(buildIpa({ extraEntries: [LINK] }), { name });
    expect(end).toMatchObject({
      failure: "sign_failed",
      message: { code: "resign_links", args: { path: "Payload/Demo.app/away" } },
    });
    expect(asked).toEqual(["app"]);
  });

  it("is refused for what would unpack to more than 4 GiB, before any key is asked for", async () => {
    const large = (name: string) => ({ name, content: randomBytes(2_400_000), claimedSize: 2_300_000_000 });
    program("zsign", "exit 3");
    const extraEntries = [large("Payload/Demo.app/one"), large("Payload/Demo.app/two")];
    expect(await sign(buildIpa({ extraEntries }))).toMatchObject({
      message: { code: "resign_unpacked_large", args: { max_gib: 4 } },
    });
    expect(asked).toEqual(["app"]);
  });

  it("is refused in words that everybody can read where it cannot be unpacked", async () => {
    program("zsign", "exit 3");
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

it("is told which bound the tool was ended for", { timeout: 60_000 }, async () => {
  program("zsign", "exec yes");
  expect(await sign(shop)).toMatchObject({ failure: "sign_failed", message: { code: "process_bound_output" } });
});

it("is refused where its tool has gone, before any key is asked for", { timeout: 60_000 }, async () => {
  program("rcodesign", "exit 3");
  vi.stubEnv("PATH", join(base, "bin"));
  const gone = { failure: "sign_failed", message: say("resign_tool_gone") };
  expect(await sign(shop, { name: "zsign" })).toMatchObject(gone);
  rmSync(folder, { recursive: true });
  // Without what packs its work.
  expect(await sign(shop, { name: "rcodesign" })).toMatchObject(gone);
  expect(asked).toEqual(["app", "app"]);
});

it(
  "is not delivered where the tool left a link, or a folder, in place of what it signed",
  { timeout: 60_000 },
  async () => {
    writeFileSync(join(base, "token"), "the agent's own");
    for (const leave of [`ln -s ${base}/token`, `ln -s ../../app.ipa`, "mkdir"]) {
      program("zsign", `${leave} signed.ipa`);
      expect(await sign(shop)).toMatchObject({
        failure: "sign_failed",
        message: say("resign_signed_nothing", { tool: "zsign" }),
      });
      rmSync(folder, { recursive: true });
    }
    expect(asked).not.toContain("signed");
  },
);

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
    program("zsign", "touch began; exec sleep 48150");
    const time = new AbortController();
    const ended = sign(shop, { signal: time.signal });
    await seen(() => expect(began("began")).toBe(true));
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
    program("zip", "exit 0");
    for (const name of ["zsign", "rcodesign"] as const) {
      program(name, `cat ${parts.map((one) => `"unpacked/${one}/embedded.mobileprovision"`).join(" ")}; exit 3`);
      const signing: [number, object] = [200, { ret: 0, data: { ...FILES, bundles }, msg: "", request_id: "r" }];
      const end = await sign(buildIpa({ extraEntries }), { name, signing });
      expect(end).toMatchObject({ message: { evidence: "profileprofile" } });
      rmSync(folder, { recursive: true });
    }
  });

  it("is told to the tool as files that are its user's alone, and gone once that ended, also badly", async () => {
    program(
      "zsign",
      'cat identity.pem; for file in *.p*; do stat -c " %n %a" $file; test -O $file || exit 4; done; exit 3',
    );
    const end = await sign(shop);
    expect(end).toMatchObject({
      failure: "sign_failed",
      message: { code: "resign_tool_failed", args: { tool: "zsign", exit_code: 3 } },
    });
    expect(end.message?.evidence.split(/\s+/)).toEqual([
      "KEY",
      "CERTIFICATE",
      ...["entitlements-0.plist", "identity.pem"].flatMap((name) => [name, "600"]),
    ]);
    expect(readdirSync(folder)).toEqual(["app.ipa"]);
  });

  it("is gone while what was signed is packed, whatever the tool put in place of the key", async () => {
    program("zip", "ls ..; exit 4");
    for (const put of ["true", "rm identity.pem; mkdir identity.pem; touch identity.pem/more"]) {
      program("rcodesign", put);
      const end = await sign(shop, { name: "rcodesign" });
      expect(end).toMatchObject({ message: { code: "resign_packed", args: { tool: "zip" } } });
      expect(end.message?.evidence.split("\n")).toEqual([
        "app.mobileprovision",
        "entitlements-0.plist",
        "unpacked",
        "work",
      ]);
      rmSync(folder, { recursive: true });
    }
  });

  it("is gone when it is called off, with all that the tool started", async () => {
    program("zsign", "sleep 48151 & touch began; wait");
    const called = new AbortController();
    const ended = sign(shop, { signal: called.signal });
    await seen(() => expect(began("began")).toBe(true));
    expect(began("identity.pem")).toBe(true);
    await seen(() => expect(asleep("48151")).toBe(1));
    called.abort(new Error("called off"));
    await ended;
    expect(readdirSync(folder)).toEqual(["app.ipa"]);
    expect(asleep("48151")).toBe(0);
  });

  it("ends what a tool leaves behind, too, also what cut itself loose of it and of its environment", async () => {
    const left = (name: string) => `sh -c 'touch ${name}; exec sleep 48152' & until test -e ${name}; do :; done`;
    program("zsign", `${left("bound")}; setsid env -i ${left("loose")}; echo signed > signed.ipa`);
    expect(await sign(shop)).toMatchObject({ failure: null });
    expect(asked).toEqual(["app", "signing", "signed"]);
    expect(readdirSync(folder).sort()).toEqual(["app.ipa", "signed.ipa"]);
    expect(asleep("48152")).toBe(0);
  });

  it("is in no memory that is written down as a tool crashes", async () => {
    program("zsign", "ulimit -H -c; exit 3");
    expect(await sign(shop)).toMatchObject({ message: { evidence: "0" } });
  });

  it("is waited for while the server reads the app", async () => {
    program("zsign", "exit 3");
    const end = await sign(shop, { slow: { server_ms: 500, client_ms: 100 } });
    expect(end).toMatchObject({ message: { code: "resign_tool_failed" } });
  });

  it("is not had, in words that everybody can read", async () => {
    program("zsign", "exit 3");
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
