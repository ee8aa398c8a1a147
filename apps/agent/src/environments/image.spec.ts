import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Said } from "@udt/base";
import { startPhones } from "@udt/phone";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeReady, startSession } from "../../test/harness.ts";
import { findEngines, makeImage } from "../../test/images.ts";
import { hasRegistry, PASSWORD, type Registry, startRegistry } from "../../test/registry.ts";
import { LIBRARY, makeCase, makeSnapshot, RunServer } from "../../test/run-server.ts";
import type { Isolation } from "../isolation/isolation.ts";
import { findPrograms, imageIsolation, referenceOf } from "./image.ts";

const engines = await findEngines("jobs' images");
if (!hasRegistry())
  process.stderr.write("SKIPPED: images from a registry need docker-registry (apt install docker-registry)\n");
const folder = mkdtempSync(join(tmpdir(), "udt-image-spec-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CREDENTIAL = { username: "tester", password: PASSWORD };
const notes: string[] = [];
const wishOf = (image: string, tag = "1", credential: typeof CREDENTIAL | null = null) => ({
  image,
  tag,
  credential,
  folder,
  note: (said: Said) => void notes.push(JSON.stringify(said)),
  signal: AbortSignal.timeout(60_000),
});

it.each([
  ["alpine", "docker.io", "docker.io/library/alpine:1"],
  ["team/tests", "docker.io", "docker.io/team/tests:1"],
  ["registry.example.com/team/tests", "registry.example.com", "registry.example.com/team/tests:1"],
  ["registry:5000/tests", "registry:5000", "registry:5000/tests:1"],
  ["localhost/tests", "localhost", "localhost/tests:1"],
])("reads %s as engines do", (image, registry, reference) => {
  expect(referenceOf(image, "1")).toEqual({ registry, reference });
});

it("says why an agent has no engine", async () => {
  const { PATH } = process.env;
  process.env["PATH"] = folder;
  await expect(imageIsolation(wishOf("localhost/x"))).rejects.toThrow(
    "this agent has no container engine for the task's image: neither podman nor docker is installed",
  );
  process.env["PATH"] = PATH;
});

describe.each(engines.map((engine) => [engine.name, engine] as const))("an image by %s", (name, engine) => {
  const local = `localhost/udt-image-spec-${process.pid}`;
  beforeAll(async () => {
    const adb = process.env["UDT_ADB"] ?? "/usr/bin/adb";
    await makeImage(engine, `${local}:1`, { "/bin/adb": adb, "/usr/local/bin/node": process.execPath });
    await makeImage(engine, `${local}:bare`);
  });
  afterAll(async () => {
    await engine.run(["rmi", "--force", `${local}:1`, `${local}:bare`]);
  });

  const programsOf = async (isolation: Isolation, framework: "node_test" | "pytest" | "shell") => {
    const environment = { programs: { node: "", python: "", shell: "" }, readOnly: [], path: [], env: {} };
    const place = await isolation.open({ folder: join(folder, "place"), environment });
    return findPrograms(place, framework, AbortSignal.timeout(60_000)).finally(() => place.close());
  };

  it("is told in words when it is not here, or lacks what the framework needs", async () => {
    await expect(imageIsolation(wishOf(`${local}-not`), [name])).rejects.toThrow(
      `this agent's ${name} has no image ${local}-not:1`,
    );
    const bare = await imageIsolation(wishOf(local, "bare"), [name]);
    await expect(programsOf(bare, "node_test")).rejects.toThrow(
      /^the task's image lacks Node 24 or newer: .*not found/,
    );
    await expect(programsOf(bare, "pytest")).rejects.toThrow(
      /^the task's image lacks Python 3 with pytest: .*not found/,
    );
    const full = await imageIsolation(wishOf(local), [name]);
    expect(await programsOf(full, "node_test")).toMatchObject({ node: "/usr/local/bin/node" });
  });

  describe.runIf(hasRegistry())("from a registry", () => {
    let registry: Registry;
    let image: string;
    beforeAll(async () => {
      registry = await startRegistry();
      image = `${registry.address}/team/tests`;
      await registry.push(engine, `${local}:bare`, `${image}:1`);
    });
    afterAll(async () => {
      await engine.run(["rmi", "--force", `${image}:1`]);
      await registry.stop();
    });

    it("is had with the job's credential, which stays nowhere; each refusal is told in words", async () => {
      const isolation = await imageIsolation(wishOf(image, "1", CREDENTIAL), [name]);
      expect(isolation.mode).toBe("container");
      // Who names no credential has none, though the image is here by now.
      await expect(imageIsolation(wishOf(image), [name])).rejects.toThrow(
        `the registry ${registry.address} asks for a credential, and the task names none`,
      );
      await expect(imageIsolation(wishOf(image, "1", { ...CREDENTIAL, password: "wrong" }), [name])).rejects.toThrow(
        `the registry ${registry.address} refuses the task's credential`,
      );
      await expect(imageIsolation(wishOf(image, "9", CREDENTIAL), [name])).rejects.toThrow(
        `there is no image ${image}:9`,
      );
      expect(readdirSync(folder)).toEqual([]);
      expect(notes.join()).not.toContain(PASSWORD);
    });
  });

  it("that no registry has is not waited for", async () => {
    await expect(imageIsolation(wishOf("127.0.0.1:9/team/tests"), [name])).rejects.toThrow(
      /^the registry 127.0.0.1:9 cannot be reached: .*refused/,
    );
  });

  it.runIf(engine === engines[0])("lists the cases of a library that only it can read", async () => {
    const { server, device } = await makeReady(startPhones({ count: 1, basePort: 0 }));
    const environment = { kind: "image", image: local, tag: "1", credential_id: null } as const;
    const library = { ...LIBRARY, is_listed: false };
    const run = new RunServer(server, { library, config: { framework: "node_test", environment } }, []);
    run.snapshot = await makeSnapshot({
      "a.test.mjs": `
import { existsSync } from "node:fs";
import { test } from "node:test";
test(existsSync("/home") ? "is listed outside" : "is listed inside", () => {});
`,
    });
    await startSession(server, device, 1, "job");
    expect(await run.finished).toEqual({ outcome: "done", error: null });
    expect(run.discovered.map(({ case_key }) => case_key)).toEqual(["a.test.mjs::is listed inside"]);
    expect(run.last.get(run.discovered[0]!.case_run_id)).toMatchObject({ state: "success" });
  });

  // An agent takes the first engine that there is.
  it.runIf(engine === engines[0])("runs a library's cases, which see exactly their phone", async () => {
    const { server, device } = await makeReady(startPhones({ count: 1, basePort: 0 }));
    const cases = ["sees its phone", "fails"].map((one) => makeCase(`a.test.mjs::${one}`));
    const run = new RunServer(
      server,
      {
        library: LIBRARY,
        config: { framework: "node_test", environment: { kind: "image", image: local, tag: "1", credential_id: null } },
      },
      cases,
    );
    run.snapshot = await makeSnapshot({
      "a.test.mjs": `
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
test("sees its phone", () => {
  console.log(execFileSync("adb", ["devices"], { encoding: "utf8" }), readdirSync("/").join(" "));
  writeFileSync(process.env.UPLOADDIR + "/kept.txt", execFileSync("adb", ["shell", "echo from the phone"]));
});
test("fails", () => { throw new Error("on purpose"); });
`,
    });
    await startSession(server, device, 1, "job");
    expect(await run.finished).toEqual({ outcome: "done", error: null });
    const [sees, fails] = cases.map(({ case_run_id }) => run.last.get(case_run_id)!);
    expect(sees).toMatchObject({ state: "success", cause: "none", error: "" });
    expect(sees!.detail!.output).toContain(`${device.serial}\tdevice`);
    expect(sees!.detail!.output).not.toMatch(/\b(home|root|work)\b/);
    expect(fails).toMatchObject({ state: "failed", cause: "assertion", error: expect.stringContaining("on purpose") });
    expect(run.files.get("kept.txt")!.bytes.toString()).toContain("from the phone");
    expect(await engine.run(["ps", "--all", "--quiet", "--filter", "label=org.udt.owner"])).toBe("");
  });
});
