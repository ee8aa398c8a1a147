// @vitest-environment happy-dom
import { ApiError } from "@udt/client";
import { say } from "@udt/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { show, shownText } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { PrivateAddressAdvice, privateHostOf } from "./index.ts";

const advice = (udt_admin: boolean) =>
  show(<PrivateAddressAdvice host="git.corp.example" />, "/", { user_role: { udt_admin } });
const link = () => document.querySelector("a");

beforeAll(() => loadTexts("common"));

describe("what can be done about a private address", () => {
  it("leads an administrator to where it is allowed, with the address, beside the form", async () => {
    await advice(true);
    expect(link()?.textContent).toBe("Allow git.corp.example for this server");
    expect(link()?.getAttribute("href")).toBe("/admin/addresses?address=git.corp.example");
    expect(link()?.target).toBe("_blank");
  });

  it("tells everybody else whom to ask, and leads them nowhere", async () => {
    await advice(false);
    expect(link()).toBeNull();
    expect(shownText()).toContain("git.corp.example can be allowed by an administrator");
  });
});

describe("the host of a refusal", () => {
  const refused = (reason: unknown) =>
    new ApiError("x", {
      kind: "refused",
      code: "repository_check_failed",
      status: 400,
      method: "POST",
      path: "/v1/caseapi/check",
      args: { reason } as ApiError["args"],
    });

  it("is named where it is not public, and nowhere else", () => {
    expect(privateHostOf(refused(say("outbound_not_allowed", { host: "git.corp.example" })))).toBe("git.corp.example");
    expect(privateHostOf(refused(say("repository_unknown")))).toBeUndefined();
    expect(privateHostOf(refused("outbound_not_allowed"))).toBeUndefined();
    expect(privateHostOf(null)).toBeUndefined();
  });
});
