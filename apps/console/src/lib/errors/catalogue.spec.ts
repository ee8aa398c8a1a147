import { ApiError } from "@udt/client";
import { ERRORS, type ErrorName, say } from "@udt/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadTexts } from "../i18n/index.ts";
import { setNavigator } from "../navigation/navigation.ts";
import { closeNotice, currentNotices } from "../notices/notices.ts";
import { applyPolicy } from "./apply-policy.ts";
import { CATALOGUE } from "./policy.ts";
import { rowOf, ruleOf } from "./rule-of.ts";
import { stubEnglishPage } from "./english-page.fixture.ts";

const go = vi.fn<(path: string) => void>();
const reload = vi.fn<() => void>();
const stored = new Map<string, string>();

function at(path: string): void {
  const { href, pathname, search, hash } = new URL(path, "http://udt.test");
  vi.stubGlobal("window", { location: { href, pathname, search, hash, reload } });
}

type Facts = Partial<ConstructorParameters<typeof ApiError>[1]>;
const failure = (message: string, facts: Facts = {}) =>
  new ApiError(message, { kind: "refused", status: 400, method: "POST", path: "/v1/x", ...facts });
const named = (code: ErrorName, facts: Facts = {}) =>
  failure(ERRORS[code].message, { code, ret: ERRORS[code].ret, status: ERRORS[code].status, ...facts });

/** What the user sees of a failure on a page. */
function seen(page: string, error: ApiError) {
  at(page);
  applyPolicy(error);
  const [notice] = currentNotices();
  return {
    to: go.mock.calls[0]?.[0],
    text: notice?.text,
    bar: notice?.failure !== undefined,
    reloads: reload.mock.calls.length,
  };
}
const nothing = { to: undefined, text: undefined, bar: false, reloads: 0 };

beforeEach(async () => {
  stubEnglishPage();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  stored.clear();
  await loadTexts("common", "errors", "refusals", "rules", "words");
  go.mockClear();
  reload.mockClear();
  setNavigator(go);
  for (const { key } of currentNotices()) closeNotice(key);
});
afterEach(() => vi.unstubAllGlobals());

describe("rows about where the page is", () => {
  it.each([
    ["/demo/remote/debug?test_id=t&device_id=d", "/demo/remote/list"],
    ["/iframe/demo/remote/debug?test_id=t&device_id=d", "/iframe/demo/remote/list"],
    ["/demo/auto/records/t1/device/d1", "/demo/auto/records/t1"],
    ["/demo/auto/job/j1/test/t1/device/d1", "/demo/auto/job/j1/test/t1"],
    ["/demo/cloudload/jobs/j1/tests/t1/device/d1", "/demo/cloudload/jobs/j1/tests/t1"],
    ["/demo/management/device/d1/issue", "/demo/remote/list"],
    ["/demo/device/serial/s1", "/demo/remote/list"],
    ["/admin/d1/recent", "/admin/device"],
    ["/admin/remote/debug", "/admin/device"],
  ])("ret 10033 on the device page %s goes to %s", (page, to) => {
    expect(seen(page, named("device_not_found", { method: "GET" }))).toMatchObject({
      to,
      text: "This device does not exist.",
    });
  });

  it("ret 10033 elsewhere stays", () => {
    expect(seen("/demo/remote/list", named("device_not_found", { method: "GET" }))).toEqual(nothing);
  });

  it.each(["test_not_in_project", "run_not_found"] as const)("%s goes to the job list", (code) => {
    expect(seen("/demo/auto/records/t1", named(code, { method: "GET" })).to).toBe("/demo/auto/job/list");
    expect(currentNotices()).toHaveLength(1);
  });

  it.each(["/demo/auto/records/t1", "/demo/auto/job/j1/test/t1/case/3"])(
    "a test that is gone from %s does too",
    (page) => {
      expect(seen(page, named("test_not_found", { method: "GET" }))).toMatchObject({
        to: "/demo/auto/job/list",
        text: "This automated test does not exist.",
      });
    },
  );

  it("does not go to where it is", () => {
    expect(seen("/demo/auto/job/list?keyword=a", named("run_not_found"))).toMatchObject({ to: undefined, bar: false });
    expect(currentNotices()).toHaveLength(1);
  });

  it("a case library that is gone leads from its page to the one that says so, and on to the case list", () => {
    expect(seen("/demo/auto/case/l1/cases", named("library_not_found", { method: "GET" }))).toEqual({
      ...nothing,
      to: "/page_not_found?what=case&project=demo",
    });
  });

  it("'check repo failed' goes to the case list from other pages", () => {
    expect(seen("/demo/home-of-cases", named("library_not_found"))).toMatchObject({
      to: "/demo/auto/case/list",
      text: "This case library does not exist.",
    });
  });

  it.each(["/demo/auto/job/j1/edit", "/demo/auto/job/create", "/demo/auto/records/t1", "/demo/auto/case/list"])(
    "'check repo failed' stays on %s",
    (page) => {
      expect(seen(page, named("library_not_found"))).toMatchObject({
        to: undefined,
        text: "This case library does not exist.",
      });
    },
  );

  it("a repository that cannot be read is told beside the field that names it", () => {
    expect(seen("/demo/auto/case/create", named("repository_check_failed"))).toEqual(nothing);
    expect(seen("/demo/auto/case/create", named("repository_auth_required"))).toEqual(nothing);
  });

  it("a job that is gone leads from its page to the one that says so, and stays in a list", () => {
    expect(seen("/demo/auto/job/j1/runs", named("job_not_found", { method: "GET" })).to).toBe(
      "/page_not_found?what=job&project=demo",
    );
  });

  it.each(["/demo/auto/job/list", "/demo/auto/job/create", "/demo/auto/job/j1/test/t1"])(
    "a job that is gone is told on %s",
    (page) => {
      expect(seen(page, named("job_not_found"))).toMatchObject({ to: undefined, text: "This task does not exist." });
    },
  );

  it.each([
    ["/demo/auto/job/j1/edit", /^Some app resources have been deleted/],
    ["/demo/management/application", /^This app has been deleted or belongs/],
  ])("'no auth: get app failed' on %s says so", (page, text) => {
    const { to, text: told } = seen(page, named("app_not_in_project"));
    expect(to).toBeUndefined();
    expect(told).toMatch(text);
  });
});

describe("rows of load tests", () => {
  const gone = failure("load test not found", { status: 404, method: "GET" });
  it.each([
    ["/demo/cloudload/jobs/j1/runs", gone, "/demo/cloudload/jobs?fromRedirect=1"],
    ["/demo/cloudload/records", failure("record r1 not exists"), "/demo/cloudload/jobs?fromRedirect=1"],
    ["/demo/cloudload/images/i1", gone, "/demo/cloudload/images?fromRedirect=1"],
    ["/iframe/demo/cloudload/images/i1", gone, "/iframe/demo/cloudload/images?fromRedirect=1"],
    ["/demo/cloudload/previews/w1", failure("project not match"), "/demo/cloudload/images?fromRedirect=1"],
    ["/demo/gce/preview/w1", failure("project not match"), "/demo/cloudload/images?fromRedirect=1"],
    ["/demo/cloudload/jobs?fromRedirect=1", gone, "/project/manage?skip=false"],
    ["/iframe/demo/cloudload/images?fromRedirect=1", gone, "/project/manage?skip=false"],
  ])("from %s", (page, error, to) => {
    expect(seen(page, error).to).toBe(to);
  });

  it("hold on their own pages only", () => {
    expect(seen("/demo/remote/record", gone).to).toBeUndefined();
  });
});

describe("rows about who is asked", () => {
  it("401 with a permission header is an alert, for reads too", () => {
    const error = named("no_permission", {
      method: "GET",
      permission: "app.delete",
      args: { privilege: "app.delete" },
    });
    expect(seen("/demo/remote/list", error)).toMatchObject({
      to: undefined,
      text: expect.stringMatching(/^You lack the privilege “Delete uploaded apps”/) as unknown,
    });
    expect(currentNotices()[0]?.title).toBe("No permission");
  });

  it.each(["need login or login failed", "invalid session id", "invalid user"])("'%s' goes to sign-in", (message) => {
    const { to } = seen("/demo/remote/list", failure(message, { status: 401, method: "GET" }));
    expect(to).toBe("/login?redirect=%2Fdemo%2Fremote%2Flist");
  });

  it("401 from the gateway loads the page anew once, and then shows itself", () => {
    const gateway = failure("HTTP 401", { kind: "bad_answer", status: 401 });
    expect(seen("/demo/remote/list", gateway)).toEqual({ ...nothing, reloads: 1 });
    expect(seen("/demo/remote/list", gateway)).toMatchObject({ bar: true, reloads: 1 });
  });

  it("401 from the gateway stays where nothing can be noted", () => {
    vi.stubGlobal("sessionStorage", undefined);
    const gateway = failure("HTTP 401", { kind: "bad_answer", status: 401 });
    expect(seen("/demo/remote/list", gateway)).toMatchObject({ bar: true, reloads: 0 });
  });
});

describe("rows that are told in words of their own", () => {
  it.each([
    [failure("name column is too long", { ret: 10023 }), /^The task name is too long/],
    [failure("exceed parallel preview limit 3", { status: 403 }), /^Close running preview history tasks/],
    [failure("invalid param p12_id: 7", { code: "invalid_param", ret: 10001 }), /provisioning file/],
    [failure("pkcs12: decryption password incorrect"), /^Enter the password/],
    [named("install_cancelled"), undefined],
    [named("no_valid_devices"), "No valid devices."],
    [
      named("start_app_failed", { args: { reason: say("device_refused", {}, "no activity") } }),
      "Launch failed: the device refused (no activity)",
    ],
    [
      named("account_shortage", { args: { free: 1, needed: 2 } }),
      /^Failed to start the task: not enough test accounts/,
    ],
    [named("last_project_owner"), /last owner/],
    [failure("network", { kind: "network", status: 0 }), /cannot be reached/],
    [failure("HTTP 502", { kind: "bad_answer", status: 502 }), /cannot be reached/],
    [failure("timeout", { kind: "timeout", status: 0 }), /too long/],
  ])("%s", (error, text) => {
    const told = seen("/demo/remote/list", error);
    expect(told).toMatchObject({ to: undefined, bar: false });
    if (text === undefined) expect(told.text).toBeUndefined();
    else expect(told.text).toMatch(text);
  });

  it.each([
    ["ret 10005 with a device-list message", failure("get device list failed", { ret: 10005 })],
    ["ret 10090", failure("anything", { ret: 10090 })],
    ["a project id that is taken", named("project_id_exists")],
    ["a project name that is taken", named("project_name_exists")],
  ])("%s is left to who asked", (_, error) => {
    expect(seen("/demo/remote/list", error)).toEqual(nothing);
  });

  it("everything else is the bar, with what a report needs", () => {
    expect(seen("/demo/remote/list", failure("device list", { ret: 10006 }))).toMatchObject({ bar: true });
    expect(currentNotices()[0]?.failure).toMatchObject({ page: "http://udt.test/demo/remote/list" });
  });
});

it("the device's own words never pass for a row of the catalogue", () => {
  at("/demo/remote/debug");
  const words = "device refused: project not match, invalid session id, load test not found";
  expect(ruleOf(failure(words, { code: "device_command_failed", status: 502, ret: 10074 }))).toBe("alert");
  expect(rowOf(failure("invalid param email: p12_id", { code: "invalid_param" }))).toBeUndefined();
});

it("each row of the catalogue says which row of the document it is", () => {
  for (const { row } of CATALOGUE) expect(row).not.toBe("");
});
