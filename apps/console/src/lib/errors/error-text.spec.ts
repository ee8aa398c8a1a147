import { ApiError } from "@udt/client";
import { CAPABILITIES, ERROR_NAMES, say, SWITCHABLE_PRIVILEGES, VIEW_PRIVILEGES, WORDS } from "@udt/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadTexts } from "../i18n/index.ts";
import { closedText, errorText } from "./error-text.ts";

const where = { method: "POST", path: "/v1/api/tests" };

beforeEach(async () => {
  vi.stubGlobal("document", {
    cookie: "udt_lang=en",
    baseURI: "http://udt.test/",
    documentElement: { lang: "" },
  });
  vi.stubGlobal("window", { location: new URL("http://udt.test/demo/remote/list") });
  vi.stubGlobal("navigator", { languages: [] });
  await loadTexts("common", "errors", "refusals", "rules");
});
afterEach(() => vi.unstubAllGlobals());

describe("why a socket was closed", () => {
  it("is said in words for each error that a stream ends with", () => {
    const ends = [
      "no_permission",
      "capability_missing",
      "invalid_param",
      "not_holder",
      "test_ended",
      "invalid_session",
      "device_command_failed",
      "agent_lost",
      "agent_timeout",
      "unavailable",
    ] as const;
    const said = ends.map(closedText);
    expect(said[0]).toBe("You may not watch this any more.");
    for (const [index, text] of said.entries()) expect(text, ends[index]).toMatch(/^[A-Z][^{}_]+\.$/);
    expect(new Set(said).size).toBe(ends.length);
  });

  it("is the name itself for one that this console does not know", () => {
    expect(ERROR_NAMES).not.toContain("of_tomorrow");
    expect(closedText("of_tomorrow")).toBe("of_tomorrow");
  });
});

describe("errorText", () => {
  it("fills in the row's values", () => {
    const error = new ApiError("x", { kind: "refused", code: "too_many_attempts", args: { seconds: 42 }, ...where });
    expect(errorText(error)).toBe("Too many attempts. Try again in 42 s.");
    const later = new ApiError("x", { kind: "refused", code: "too_many_attempts", args: { seconds: 3_540 }, ...where });
    expect(errorText(later)).toBe("Too many attempts. Try again in 59 min.");
  });

  it("translates a device's state", () => {
    const error = new ApiError("x", {
      kind: "refused",
      code: "device_not_ready",
      args: { state: "cleaning" },
      ...where,
    });
    expect(errorText(error)).toBe("This device is not ready: Cleaning");
  });

  it("translates a user's state", () => {
    const error = new ApiError("x", { kind: "refused", code: "user_state", args: { state: "disabled" }, ...where });
    expect(errorText(error)).toBe("This user is already in another state: Disabled");
  });

  it("translates a broken rule, and keeps the words for one that it does not know", () => {
    const broken = (rule: string) =>
      errorText(
        new ApiError("x", { kind: "refused", code: "invalid_param", args: { field: "email", rule }, ...where }),
      );
    expect(broken("email_format")).toMatch(/^email is not valid: Enter a valid email address/);
    expect(broken("must be an id")).toBe("email is not valid: must be an id");
  });

  it("calls a privilege by its name, and keeps the code of one that it does not know", () => {
    const lacking = (privilege: string) =>
      errorText(new ApiError("x", { kind: "refused", code: "no_permission", args: { privilege }, ...where }));
    expect(lacking("job.delete")).toBe("You lack the privilege “Delete tasks”. Ask an owner of the project.");
    for (const privilege of [...SWITCHABLE_PRIVILEGES, ...VIEW_PRIVILEGES]) {
      expect(lacking(privilege)).not.toContain(privilege);
      expect(lacking(privilege)).not.toContain("privilege.");
    }
    expect(lacking("new.one")).toContain("new.one");
  });

  it("calls a privilege by its name whatever was refused", () => {
    const error = new ApiError("x", {
      kind: "refused",
      code: "platform_managed",
      args: { privilege: "project.edit" },
      ...where,
    });
    expect(errorText(error)).toContain("“Edit the project”");
  });

  it("says in words what a device cannot do", () => {
    const missing = (capability: string) =>
      errorText(new ApiError("x", { kind: "refused", code: "capability_missing", args: { capability }, ...where }));
    expect(missing("shell")).toBe("This device does not support terminal.");
    for (const capability of CAPABILITIES) expect(missing(capability)).not.toContain("capability.");
  });

  it.each([
    ["sign_in_kind", { kind: "oidc" }],
    ["delivery_state", { state: "skipped" }],
  ] as const)("tells a refusal %s without the code that it carries", (code, args) => {
    const text = errorText(new ApiError("x", { kind: "refused", code, args, ...where }));
    for (const value of Object.values(args)) expect(text).not.toContain(value);
  });

  it("names nobody when the platform itself has the device", () => {
    const error = new ApiError("x", { kind: "refused", code: "device_busy", args: { user_name: "" }, ...where });
    expect(errorText(error)).toBe("This device is in use.");
  });

  it("tells a timeout, a dead gateway and a foreign answer apart", () => {
    expect(errorText(new ApiError("x", { kind: "timeout", ...where }))).toMatch(/too long/);
    expect(errorText(new ApiError("x", { kind: "bad_answer", status: 502, ...where }))).toMatch(/cannot be reached/);
    expect(errorText(new ApiError("x", { kind: "bad_answer", status: 200, ...where }))).toMatch(/does not understand/);
  });

  it("does not take a row of the server's own for a dead gateway, whatever its status", () => {
    const error = new ApiError("x", { kind: "refused", code: "sign_in_failed", status: 502, ...where });
    expect(errorText(error)).toMatch(/^Authorization failed/);
  });

  it("says words in the reader's language, and shows raw ones where no screen has fetched the table", async () => {
    const reason = say("content_unreadable", {}, "Unexpected end of JSON input");
    const error = new ApiError("x", { kind: "refused", code: "invalid_body", args: { reason }, ...where });
    expect(errorText(error)).toContain("Unexpected end of JSON input");
    expect(errorText(error)).not.toContain("{reason}");
    await loadTexts("words");
    expect(errorText(error)).toContain(`${WORDS.content_unreadable} (Unexpected end of JSON input)`);
  });

  it("does not show a programmer's words to the user", () => {
    expect(errorText(new TypeError("undefined is not a function"))).toBe("Something went wrong on this page.");
  });
});
