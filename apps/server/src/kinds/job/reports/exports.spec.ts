import { Readable } from "node:stream";
import Papa from "papaparse";
import { SaxesParser } from "saxes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS, say, type JunitCase } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, type Person } from "../../../../test/harness.ts";
import { addResource, makeDevices, makeRun, type MadeCase, type MadeDevice } from "../../../../test/run-factory.ts";
import { newPackage, Uploader } from "../../../assets/apps/apps.fixture.ts";

const project = "alpha";
const DAY_MS = 86_400_000;
/** What breaks files that are put together carelessly. */
const HOSTILE = '</script><img src=x onerror="fetch(1)"> & "quotes" \u0001\u0008 ]]>\n=HYPERLINK("x")';

interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

function elementsOf(xml: string): Element[] {
  const parser = new SaxesParser();
  const all: Element[] = [];
  const open: Element[] = [];
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: "" };
    all.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    if (open.length > 0) open.at(-1)!.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
  return all;
}

onEachDatabase("exports of reports", (open) => {
  let udt: TestServer;
  let ada: Person;
  let test_id: string;
  const exported = async (format: string, language = "en") => {
    const answer = await udt.call(ENDPOINTS.runExport, {
      as: ada,
      query: { project, format, language },
      params: { test_id },
    });
    expect(answer.status).toBe(200);
    return answer;
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("Ada Lovelace");
    await udt.project(project, [{ person: ada, user_type: 2 }]);
    await udt.project("beta", [{ person: ada, user_type: 2 }]);
    const { db } = udt.server.database;
    const devices = await makeDevices(db, 2, udt.clock.now());
    const detail = { message: HOSTILE, location: null, output: "", steps: [] };
    ({ test_id } = await makeRun(db, {
      project_id: project,
      user_id: ada.user_id,
      at: udt.clock.now(),
      job_name: HOSTILE,
      devices,
      phases: [{ name: "run", cost: 5_000 }],
      cases: [
        { key: "=cmd|calc::=1+1", state: "failed", error: "=1+1", detail },
        { key: "a.ts::skips", cause: "skipped", detail: { ...detail, message: "no device" } },
        { key: "a.ts::cancelled", state: "cancelled", cause: "user", device_seq: 1 },
        { key: "a.ts::dies", state: "failed", cause: "crash", reason: say("process_exit_amid", { exit_code: 3 }) },
        // More than one step of what is read at once.
        ...Array.from({ length: 5_499 }, (_, index) => ({ key: `b.ts::case ${index}`, device_seq: index % 2 })),
      ],
    }));
  });
  afterAll(() => udt.dispose());

  it("JUnit XML is read back by an XML parser, every case once", async () => {
    const { text, headers } = await exported("junit");
    expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
    const elements = elementsOf(text);
    const cases = elements.filter(({ name }) => name === "testcase");
    expect(cases).toHaveLength(5_503);
    expect(new Set(cases.map(({ attributes }) => `${attributes["classname"]} ${attributes["name"]}`)).size).toBe(5_503);
    const [failure] = elements.filter(({ name }) => name === "failure");
    expect(failure).toMatchObject({ attributes: { message: "=1+1", type: "assertion" } });
    expect(cases.at(-1)!.attributes).toMatchObject({ classname: "test", device_seq: "1", attempt: "1" });
    expect(failure!.text).toContain('</script><img src=x onerror="fetch(1)"> & "quotes"');
    expect(elements.filter(({ name }) => name === "skipped")).toHaveLength(2);
    const dies = "the process ended with exit code 3 in the middle of the case";
    const [error] = elements.filter(({ name }) => name === "error");
    expect(error).toMatchObject({ attributes: { message: dies, type: "crash" }, text: dies });
  });

  it("JUnit XML says which cases are flaky", async () => {
    const { test_id: retried } = await makeRun(udt.server.database.db, {
      project_id: project,
      user_id: ada.user_id,
      at: udt.clock.now(),
      job_id: "retried",
      cases: [
        { key: "a.ts::at last", state: "failed", superseded: true },
        { key: "a.ts::at last", attempt: 2, repeats: 0 },
        { key: "a.ts::at once" },
      ],
    });
    const of = (format: string) =>
      udt.call(ENDPOINTS.runExport, { as: ada, query: { project, format }, params: { test_id: retried } });
    const cases = elementsOf((await of("junit")).text).filter(({ name }) => name === "testcase");
    expect(cases.map(({ attributes }) => [attributes["name"], attributes["flaky"]])).toEqual([
      ["at last", "true"],
      ["at once", undefined],
    ]);
  });

  it("CSV is read back by a CSV parser and holds no formula", async () => {
    const { text, headers } = await exported("csv");
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(headers["content-disposition"]).toMatch(/^attachment; filename\*=UTF-8''[\w%.~-]+\.csv$/);
    const { data, errors, meta } = Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ""), {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    expect(data).toHaveLength(5_503);
    expect(meta.fields).toContain("error");
    expect(data[0]).toMatchObject({
      case: "'=1+1",
      file: "'=cmd|calc",
      classname: "test",
      state: "failed",
      error: "'=1+1",
      cost_ms: "3000",
    });
    expect(data[1]).toMatchObject({ state: "skipped", error: "no device" });
    const dies = "the process ended with exit code 3 in the middle of the case";
    expect(data[3]).toMatchObject({ state: "failed", cause: "crash", error: dies });
    for (const row of data) for (const value of Object.values(row)) expect(value).not.toMatch(/^[=@]/);
  });

  it.each(["zh", "en", "ja"])("HTML in %s carries all its cases and no text that could run", async (language) => {
    const { text, headers } = await exported("html", language);
    expect(headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
    expect(text).not.toContain("<img");
    const data = [...text.matchAll(/<script type="application\/json" class="cases">(.*)<\/script>/g)];
    const rows = data.flatMap(([, json]) => JSON.parse(json!) as unknown[][]);
    expect(rows).toHaveLength(5_503);
    expect(rows[0]!.at(-1)).toContain("<img src=x");
    expect(text.match(/(?:src|href|url\()=?["']?https?:/g)).toBeNull();
    expect(text).toContain(`<html lang="${{ zh: "zh-CN", en: "en-GB", ja: "ja-JP" }[language]}">`);
  });

  describe("of cases that a framework told of itself", () => {
    const skipped = (message: string) => ({
      name: "skipped" as const,
      attributes: { type: "pytest.skip", message },
      text: `tests/test_mod.py:5: ${message}`,
    });
    const error = { name: "error" as const, attributes: { message: "failed on setup" }, text: "RuntimeError" };
    const failure = { name: "failure" as const, attributes: { message: "assert 1 == 2" }, text: "E assert 1 == 2" };
    const told = (classname: string, name: string, ...children: (typeof error | typeof failure)[]) => ({
      suites: ["pytest"],
      attributes: { classname, name, time: "0.250" },
      children: children as JunitCase["children"],
    });
    const file = "tests/test_mod.py";
    const detail = { message: "said", location: null, output: "", steps: [] };

    it("JUnit XML names, counts and words them as that did, and one suite a device where each ran all", async () => {
      const devices = await makeDevices(udt.server.database.db, 2, udt.clock.now());
      const { test_id: told_id } = await makeRun(udt.server.database.db, {
        project_id: project,
        user_id: ada.user_id,
        at: udt.clock.now(),
        devices,
        config: { framework: "pytest" },
        cases: [0, 1].flatMap((device_seq): MadeCase[] => [
          { key: `${file}::test_x`, device_seq },
          { key: `${file}::TestA::test_x`, device_seq },
          {
            key: `${file}::test_skips`,
            device_seq,
            cause: "skipped",
            reported: [{ ...told("tests.test_mod", "test_skips"), children: [skipped("not today")] }],
          },
          {
            key: `${file}::TestA::test_setup`,
            device_seq,
            state: "failed",
            error: "RuntimeError",
            reported: [told("tests.test_mod.TestA", "test_setup", error)],
          },
          {
            key: `${file}::test_both`,
            device_seq,
            state: "failed",
            detail,
            reported: [told("tests.test_mod", "test_both", failure), told("tests.test_mod", "test_both", error)],
          },
          { key: `${file}::test_dies`, device_seq, state: "failed", cause: "crash", error: "died" },
        ]),
      });
      const { text, status } = await udt.call(ENDPOINTS.runExport, {
        as: ada,
        query: { project, format: "junit" },
        params: { test_id: told_id },
      });
      expect(status, text).toBe(200);
      const elements = elementsOf(text);
      expect(elements[0]).toMatchObject({ name: "testsuites", attributes: { name: "pytest tests" } });
      const suites = elements.filter(({ name }) => name === "testsuite");
      expect(suites.map(({ attributes }) => attributes)).toMatchObject(
        devices.map(({ model, serial }, device_seq) => ({
          name: "pytest",
          tests: "7",
          failures: "1",
          errors: "3",
          skipped: "1",
          device: model,
          serial,
          device_seq: String(device_seq),
        })),
      );
      const cases = elements.filter(({ name }) => name === "testcase").map(({ attributes }) => attributes);
      expect(cases.slice(0, 7).map(({ classname, name }) => `${classname} ${name}`)).toEqual([
        "tests.test_mod test_x",
        "tests.test_mod.TestA test_x",
        "tests.test_mod test_skips",
        "tests.test_mod.TestA test_setup",
        "tests.test_mod test_both",
        "tests.test_mod test_both",
        "tests.test_mod test_dies",
      ]);
      expect(cases.slice(7).every(({ device_seq }) => device_seq === "1")).toBe(true);
      const children = elements.filter(({ name }) => ["skipped", "failure", "error"].includes(name));
      expect(children.slice(0, 5).map(({ name, attributes, text: said }) => [name, attributes, said])).toEqual([
        ["skipped", skipped("not today").attributes, skipped("not today").text],
        ["error", error.attributes, error.text],
        ["failure", failure.attributes, failure.text],
        ["error", error.attributes, error.text],
        ["error", { message: "died", type: "crash" }, "died"],
      ]);
    });
  });

  it("name every device that took part, also one whose place another took", async () => {
    const { db } = udt.server.database;
    const [before, after] = await makeDevices(db, 2, udt.clock.now());
    const { test_id: replaced_id } = await makeRun(db, {
      project_id: project,
      user_id: ada.user_id,
      at: udt.clock.now(),
      devices: [after!],
      lost: [{ device: before!, error: say("device_connection_lost", {}, "USB <gone>") }],
      slots: [{ lost_device_ids: [before!.device_id] }],
      cases: [{ key: "a.ts::before", device_id: before!.device_id }, { key: "a.ts::after" }],
    });
    const of = async (format: string, language = "en") =>
      (
        await udt.call(ENDPOINTS.runExport, {
          as: ada,
          query: { project, format, language },
          params: { test_id: replaced_id },
        })
      ).text;
    const { data } = Papa.parse<Record<string, string>>((await of("csv")).replace(/^\uFEFF/, ""), {
      header: true,
      skipEmptyLines: true,
    });
    const nameOf = ({ model, serial }: MadeDevice) => `${model} (${serial})`;
    expect(data.map(({ device, serial, lost_devices }) => [device, serial, lost_devices])).toEqual([
      [before!.model, before!.serial, ""],
      [after!.model, after!.serial, nameOf(before!)],
    ]);
    const page = await of("html");
    for (const part of [before!.model, before!.serial, "Lost", "connection to the device was lost"])
      expect(page).toContain(part);
    expect(await of("html", "zh")).toContain("与设备的连接已断开 (USB &lt;gone&gt;)");
    expect(page.match(/class="device"/g)).toHaveLength(2);
  });

  it("say in the reader's language all that was set, but what may be secret", async () => {
    const { db } = udt.server.database;
    const [device] = await makeDevices(db, 1, udt.clock.now());
    const uploader = new Uploader(udt, ada, project);
    const { app_id, name, version_name } = await uploader.upload(newPackage({ label: "Helper <app>" }));
    const { test_id: set_id } = await makeRun(db, {
      project_id: project,
      user_id: ada.user_id,
      at: udt.clock.now(),
      devices: [device!],
      config: {
        preinstall_app_ids: [app_id, "gone"],
        parameters: '{"password":"hush"}',
        accounts: { kind: "third_party", provider: "qq" },
        mode: "distributed",
        white_list: "org.example.kept",
        retry: { times: 2, mode: "other_device" },
        devices: { kind: "devices", device_ids: [device!.device_id] },
      },
    });
    const of = async (language: string) => {
      const query = { project, format: "html", language };
      return (await udt.call(ENDPOINTS.runExport, { as: ada, query, params: { test_id: set_id } })).text;
    };
    const inWords: Record<string, string[]> = {
      en: ["Execution mode</dt><dd>Distributed", "2 · On another device", "Not there any more", "Not shown"],
      zh: ["分布式执行", "不显示"],
      ja: ["分散実行", "非表示"],
    };
    for (const [language, words] of Object.entries(inWords)) {
      const page = await of(language);
      const named = `${name} ${version_name}`.replace("<", "&lt;").replace(">", "&gt;");
      for (const word of [...words, named, "org.example.kept", device!.serial, set_id]) expect(page).toContain(word);
      for (const word of ["hush", "QQ", app_id]) expect(page).not.toContain(word);
    }
  });

  it("say that tags are not shown, and neither what they are called nor their ids", async () => {
    const body = { name: "secret-lab", rules: [], included_device_ids: [], excluded_device_ids: [], is_default: false };
    const admin = await udt.person("admin", { udt_admin: true });
    const { tag_id } = await udt.ok(ENDPOINTS.tagCreate, { as: admin, query: { project }, body });
    const tagged = await makeRun(udt.server.database.db, {
      project_id: project,
      user_id: ada.user_id,
      at: udt.clock.now(),
      config: {
        devices: { kind: "rule", rules: [{ attribute: "tag", operator: "equals", values: [tag_id] }], count: 1 },
      },
    });
    const query = { project, format: "html", language: "en" };
    const { text } = await udt.call(ENDPOINTS.runExport, { as: ada, query, params: { test_id: tagged.test_id } });
    expect(text).toContain("Tag is Not shown to you");
    for (const word of ["secret-lab", tag_id]) expect(text).not.toContain(word);
  });

  it("are of runs alone, and of the project's own", async () => {
    const query = { project: "beta", format: "csv" };
    await udt.refused(ENDPOINTS.runExport, { as: ada, query, params: { test_id } }, "test_not_in_project");
    await udt.refused(
      ENDPOINTS.runExport,
      { as: ada, query: { project, format: "pdf" }, params: { test_id } },
      "invalid_param",
    );
  });

  describe("shared by link", () => {
    const share = (days: number) =>
      udt.ok(ENDPOINTS.shareCreate, {
        as: ada,
        query: { project },
        params: { test_id },
        body: { days, language: "en" },
      });
    const list = async () =>
      (await udt.ok(ENDPOINTS.shareList, { as: ada, query: { project }, params: { test_id } })).list;
    const read = (path: string) => udt.call(ENDPOINTS.shareOpen, { params: { token: path.split("/").at(-1)! } });

    it("are read by anybody, in a sandbox, until they expire", async () => {
      const made = await share(2);
      expect(made.expires_at).toBe(udt.clock.now() + 2 * DAY_MS);
      const page = await read(made.path);
      expect(page.status).toBe(200);
      expect(page.text).toContain("Test report");
      expect(page.headers["content-security-policy"]).toMatch(/^default-src 'none'; .*sandbox allow-scripts;/);
      expect(page.headers["content-security-policy"]).not.toContain("allow-same-origin");
      expect(page.headers).toMatchObject({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex" });
      expect((await list()).map((one) => one.share_id)).toEqual([made.share_id]);
      expect(JSON.stringify(await list())).not.toContain(made.path.split("/").at(-1)!);

      await udt.clock.turn(2 * DAY_MS - 1);
      expect((await read(made.path)).status).toBe(200);
      await udt.clock.turn(1);
      const gone = await read(made.path);
      expect(gone.status).toBe(404);
      expect(gone.text).toContain("此链接无法打开报告");
      expect(await list()).toEqual([]);
    });

    it("are revoked at once, by members, and both is written down", async () => {
      const made = await share(90);
      const params = { test_id, share_id: made.share_id };
      await udt.refused(ENDPOINTS.shareRevoke, { as: ada, query: { project: "beta" }, params }, "test_not_in_project");
      await udt.ok(ENDPOINTS.shareRevoke, { as: ada, query: { project }, params });
      expect((await read(made.path)).status).toBe(404);
      await udt.refused(ENDPOINTS.shareRevoke, { as: ada, query: { project }, params }, "share_not_found");
      const admin = await udt.person("root", { udt_admin: true });
      const { list: audit } = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { project_id: project } });
      expect(audit.map(({ action }) => action).slice(0, 2)).toEqual(["report.unshare", "report.share"]);
      expect(JSON.stringify(audit)).not.toContain(made.path.split("/").at(-1)!);
    });

    it("show what was recorded of a failed case where the link is one with videos, and by no other", async () => {
      const { server, clock } = udt;
      const at = clock.now();
      const [device] = await makeDevices(server.database.db, 1, at);
      const { test_id } = await makeRun(server.database.db, {
        project_id: project,
        user_id: ada.user_id,
        at,
        devices: [device!],
        cases: [
          { key: "a.ts::fails", state: "failed", error: "1 is not 2", started_at: at + 5_000 },
          { key: "a.ts::passes", started_at: at + 6_000 },
        ],
      });
      const file = { test_id, device_id: device!.device_id, state: "complete", duration_ms: 10_000 } as const;
      const add = (kind: "video" | "log", content_type: string, started_at: number) =>
        addResource(server, { ...file, name: kind, kind, content_type, started_at }, Readable.from(["what was seen"]));
      const before = await add("video", "video/mp4", at - 20_000);
      const video = await add("video", "video/mp4", at + 3_500);
      const log = await add("log", "text/plain", at + 3_500);
      const made = async (with_video: boolean) => {
        const of = { as: ada, query: { project }, params: { test_id } };
        const { path } = await udt.ok(ENDPOINTS.shareCreate, { ...of, body: { days: 1, language: "en", with_video } });
        return { path, token: path.split("/").at(-1)! };
      };
      const [shown, hidden] = [await made(true), await made(false)];
      const { text, headers } = await read(shown.path);
      expect(text).toContain(`"${shown.path}/videos/${video}#t=1.5,`);
      expect(text.match(/\/videos\//g)).toHaveLength(1);
      expect(text).toMatch(/http-equiv="Content-Security-Policy" content="[^"]*media-src 'self'"/);
      expect(headers["content-security-policy"]).toContain("media-src 'self'");
      const without = (await read(hidden.path)).text;
      expect(without).not.toContain("media-src");
      expect(without).not.toContain("/videos/");
      const rowsOf = (page: string) =>
        [...page.matchAll(/class="cases">(.*)<\/script>/g)].flatMap(([, json]) => JSON.parse(json!) as unknown[][]);
      // Of the case that failed it is said that there is a video, which this page leaves out; of no other.
      expect(rowsOf(without).map((row) => row[12])).toEqual([true, undefined]);
      expect(rowsOf(text).map((row) => typeof row[12])).toEqual(["string", "undefined"]);
      expect(without).toContain("This page leaves the video out");

      const seen = await udt.call(ENDPOINTS.shareVideo, {
        params: { token: shown.token, resource_id: video },
        headers: { range: "bytes=5-7" },
      });
      expect(seen).toMatchObject({ status: 206, text: "was" });
      expect(seen.headers["cross-origin-resource-policy"]).toBe("cross-origin");
      for (const [token, resource_id] of [
        [hidden.token, video],
        [shown.token, log],
        ["x".repeat(43), before],
      ] as const)
        await udt.refused(ENDPOINTS.shareVideo, { params: { token, resource_id } }, "resource_not_found");
      clock.turn(DAY_MS);
      await udt.refused(
        ENDPOINTS.shareVideo,
        { params: { token: shown.token, resource_id: video } },
        "resource_not_found",
      );
    });

    it("open nothing with a token that was never made", async () => {
      expect((await read("x".repeat(43))).status).toBe(404);
    });

    it.each([0, 91, 1.5])("do not last %d days", async (days) => {
      const call = { as: ada, query: { project }, params: { test_id }, body: { days } };
      await udt.refused(ENDPOINTS.shareCreate, call, "invalid_param");
    });
  });
});
