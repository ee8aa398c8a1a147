// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Findings, ResignCheck } from "./resign-check.tsx";

const settled = (check: () => void) => act(() => vi.waitFor(check));
const CHECK = "/v1/api/ios_certificates/c-1/resign_check";
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

async function showShop(findings: object[]) {
  answerFetch({ [CHECK]: { app_id: "a-1", bundle_count: 1, findings } });
  await show(<Findings project="demo" cert_id="c-1" app_id="a-1" />);
}

it("says that nothing is signed here, and asks nothing before an app is chosen", async () => {
  const asked = answerFetch({ "/v1/api/apps": apps });
  await show(<ResignCheck project="demo" cert_id="c-1" />);
  expect(shownText()).toContain("no signer is part of this installation");
  expect(JSON.stringify(asked)).not.toContain("resign_check");
});

it("tells what would fail, how grave it is, and Apple's code", async () => {
  await showShop([
    finding("blocking", "resign_entitlement_missing", "0xe8008016"),
    finding("warning", "resign_program_unknown", ""),
  ]);
  await settled(() => expect(shownText()).toContain("Signing or installing would fail:"));
  for (const text of ["Blocking", "asks for aps-environment", "0xe8008016", "Warning", "its executable cannot be read"])
    expect(shownText()).toContain(text);
});

it("tells that nothing is known that would fail", async () => {
  await showShop([]);
  await settled(() => expect(shownText()).toContain("Nothing is known that would fail."));
});
