// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Findings, ResignCheck } from "./resign-check.tsx";

const settled = (check: () => void) => act(() => vi.waitFor(check));
const CHECK = "/v1/api/ios_certificates/c-1/resign_check";
const RESIGNS = "/v1/api/ios_certificates/c-1/resigns";
const SIGNER = { agent_name: "mac", name: "zsign", version: "1.1.1", is_ready: true };
const apps = {
  list: [
    { app_id: "a-1", name: "Shop", names: {}, version_name: "1.0", package_name: "com.example.shop", kind: "ipa" },
  ],
  total: 1,
};
const finding = (severity: string, code: string, apple_code: string) => ({
  severity,
  reason: { code, args: { path: "Payload/Shop.app", entitlement: "aps-environment" }, evidence: "" },
  apple_code,
});

beforeAll(() => loadTexts("common", "errors", "refusals", "words", "ios-certificates"));
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

async function showShop(findings: object[], signers: object[] = []) {
  const resigns = { list: [], total: 0, page_num: 1, page_size: 1, signers };
  answerFetch({ [CHECK]: { app_id: "a-1", bundle_count: 1, findings }, [RESIGNS]: resigns });
  await show(<Findings project="demo" cert_id="c-1" app_id="a-1" />);
}

it("says what comes of it, and asks nothing before an app is chosen", async () => {
  const asked = answerFetch({ "/v1/api/apps": apps });
  await show(<ResignCheck project="demo" cert_id="c-1" />);
  expect(shownText()).toContain("the one that you choose stays as it is");
  expect(JSON.stringify(asked)).not.toContain("resign_check");
});

it("tells what would fail, how grave it is, and Apple's code", async () => {
  await showShop([
    finding("blocking", "resign_entitlement_missing", "0xe8008016"),
    finding("warning", "resign_program_unknown", ""),
  ]);
  await settled(() => expect(shownText()).toContain("Signing or installing would fail:"));
  expect(shownText()).not.toContain("zsign");
  for (const text of ["Blocking", "asks for aps-environment", "0xe8008016", "Warning", "its executable cannot be read"])
    expect(shownText()).toContain(text);
});

it("tells that nothing is known that would fail, and which agent signs", async () => {
  await showShop([], [SIGNER]);
  await settled(() => expect(shownText()).toContain("Nothing is known that would fail."));
  await settled(() => expect(shownText()).toContain("Signed by zsign 1.1.1 on agent mac."));
  expect(document.querySelector("button")?.textContent).toBe("Re-sign");
});

it("offers what waits while those that sign are away, and nothing where no agent has a signer", async () => {
  await showShop([finding("warning", "resign_program_unknown", "")], [{ ...SIGNER, is_ready: false }]);
  await settled(() => expect(shownText()).toContain("It waits until one of them is back."));
  expect(document.querySelectorAll("button")).toHaveLength(1);
  await showShop([]);
  await settled(() => expect(shownText()).toContain("no agent of this project has a signer"));
  expect(shownText()).not.toContain("Signed by");
});
