import { ApiError } from "@udt/client";
import { ERRORS, type ErrorName } from "@udt/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadTexts } from "../i18n/index.ts";
import { setNavigator } from "../navigation/navigation.ts";
import { closeNotice, currentNotices } from "../notices/notices.ts";
import { applyPolicy } from "./apply-policy.ts";
import { onUnshown, type Unshown } from "./in-place.ts";
import { ruleOf } from "./rule-of.ts";
import { stubEnglishPage } from "./english-page.fixture.ts";

const go = vi.fn<(path: string) => void>();

function at(path: string): void {
  const url = new URL(path, "http://udt.test");
  vi.stubGlobal("window", { location: { href: url.href, pathname: url.pathname, search: url.search, hash: url.hash } });
}

const refusal = (code: ErrorName, method = "POST", args: Record<string, string | number> = {}) =>
  new ApiError(ERRORS[code].message, {
    kind: "refused",
    code,
    ret: ERRORS[code].ret,
    status: ERRORS[code].status,
    args,
    request_id: "req-1",
    method,
    path: "/v1/api/tests",
  });

beforeEach(async () => {
  stubEnglishPage();
  await loadTexts("common", "errors", "refusals");
  go.mockClear();
  setNavigator(go);
  for (const { key } of currentNotices()) closeNotice(key);
  at("/demo/remote/list?state=idle");
});
afterEach(() => vi.unstubAllGlobals());

describe("applyPolicy", () => {
  it.each(["need_login", "invalid_session"] as const)("goes to sign-in and back on %s, for reads too", (code) => {
    applyPolicy(refusal(code, "GET"));
    expect(go).toHaveBeenCalledExactlyOnceWith("/login?redirect=%2Fdemo%2Fremote%2Flist%3Fstate%3Didle");
  });

  it.each(["/login?redirect=%2Fhome", "/signup"])("leaves everything on %s to that page", (path) => {
    at(path);
    applyPolicy(refusal("need_login"));
    applyPolicy(refusal("internal"));
    expect(go).not.toHaveBeenCalled();
    expect(currentNotices()).toEqual([]);
  });

  it("keeps the base path out of the way back", () => {
    vi.stubGlobal("document", { ...document, baseURI: "http://udt.test/base/" });
    at("/base/demo/remote/record");
    applyPolicy(refusal("need_login"));
    expect(go).toHaveBeenCalledExactlyOnceWith("/login?redirect=%2Fdemo%2Fremote%2Frecord");
  });

  it("leaves a project that is not ours, and says why", () => {
    applyPolicy(refusal("user_not_in_project", "GET"));
    expect(go).toHaveBeenCalledExactlyOnceWith("/project/manage?skip=false");
    expect(currentNotices()).toMatchObject([
      { title: "Target project", text: "You are not a member of this project." },
    ]);
  });

  it("shows that a project is missing, for reads too", () => {
    applyPolicy(refusal("project_not_exists", "GET"));
    expect(go).toHaveBeenCalledExactlyOnceWith("/page_not_found?what=project");
  });

  it.each([
    ["user_not_in_project", "GET", "shut"],
    ["user_not_in_project", "POST", "shut"],
    ["project_not_exists", "GET", "shut"],
    ["run_not_found", "GET", "run"],
    ["test_not_in_project", "GET", "run"],
    ["test_not_found", "GET", "session"],
    ["test_not_in_project", "GET", "session"],
  ] as const)("leaves %s of a %s to the frame that shows it under its address", (code, method, unshown) => {
    if (unshown === "run") at("/demo/auto/records/t1");
    if (unshown === "session") at("/demo/remote/debug?test_id=t1&device_id=d1");
    const shown = vi.fn<(unshown: Unshown) => void>();
    const stop = onUnshown(shown);
    applyPolicy(refusal(code, method));
    stop();
    expect(shown).toHaveBeenCalledExactlyOnceWith(unshown);
    expect(go).not.toHaveBeenCalled();
    expect(currentNotices()).toEqual([]);
  });

  it("takes no list away for another project's session that its address names", () => {
    at("/demo/remote/record?test_id=t1");
    const shown = vi.fn<(unshown: Unshown) => void>();
    const stop = onUnshown(shown);
    applyPolicy(refusal("test_not_in_project", "GET"));
    stop();
    expect(shown).not.toHaveBeenCalled();
    expect(go).not.toHaveBeenCalled();
  });

  it("takes no page away for what a change was refused", () => {
    const shown = vi.fn<(unshown: Unshown) => void>();
    const stop = onUnshown(shown);
    applyPolicy(refusal("run_not_found", "POST"));
    stop();
    expect(shown).not.toHaveBeenCalled();
  });

  it("goes up to the list when the debug page's device does not exist", () => {
    at("/demo/remote/debug?test_id=t1&device_id=d1");
    applyPolicy(refusal("device_not_found", "GET"));
    expect(go).toHaveBeenCalledExactlyOnceWith("/demo/remote/list");
  });

  it("stays where it is when a device is missing elsewhere", () => {
    applyPolicy(refusal("device_not_found", "GET"));
    expect(go).not.toHaveBeenCalled();
  });

  it("shows a failed command in the failure bar with its request id", () => {
    applyPolicy(refusal("internal"));
    expect(currentNotices()).toMatchObject([
      {
        title: "Request failed",
        failure: { error: { request_id: "req-1" }, page: "http://udt.test/demo/remote/list?state=idle" },
      },
    ]);
  });

  it("leaves a failed read to the place where its data would be", () => {
    applyPolicy(refusal("internal", "GET"));
    expect(currentNotices()).toEqual([]);
  });

  it("leaves a busy device to the row that was clicked", () => {
    applyPolicy(refusal("device_busy", "POST", { user_name: "tester-b" }));
    expect(currentNotices()).toEqual([]);
    expect(go).not.toHaveBeenCalled();
  });

  it("titles a missing privilege", () => {
    applyPolicy(refusal("no_permission", "POST", { privilege: "app.delete" }));
    expect(currentNotices()).toMatchObject([
      { title: "No permission", text: "You lack the privilege “Delete uploaded apps”. Ask an owner of the project." },
    ]);
  });

  it("keeps one message for one kind of failure", () => {
    applyPolicy(refusal("internal"));
    applyPolicy(refusal("internal"));
    expect(currentNotices()).toHaveLength(1);
  });

  it("says in words that the server is out of reach", () => {
    const error = new ApiError("network", { kind: "network", method: "POST", path: "/v1/api/tests" });
    expect(ruleOf(error)).toBe("alert");
    applyPolicy(error);
    expect(currentNotices()[0]?.text).toMatch(/cannot be reached/);
  });

  it("takes a row that only a newer server knows to the bar, in the server's words", () => {
    applyPolicy(
      new ApiError("from the future", { kind: "refused", ret: 99999, status: 418, method: "POST", path: "/v1/x" }),
    );
    expect(currentNotices()).toMatchObject([{ title: "Request failed", text: "from the future" }]);
  });
});
