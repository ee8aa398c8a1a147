// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, button, press, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Findings, ResignCheck } from "./resign-check.tsx";

const settled = (check: () => void) => act(() => vi.waitFor(check));
const CHECK = "/v1/api/ios_certificates/c-1/resign_check";
const TOOLS = "/v1/api/signing_tools";
const TOOL = { agent_name: "mac", name: "zsign", version: "1.1.1", is_ready: true };
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

async function showShop(
  findings: object[],
  list: object[] = [],
  refusal = list.length === 0 ? "resign_no_tool" : null,
  total = findings.length,
) {
  answerFetch({
    [CHECK]: { app_id: "a-1", bundle_count: 1, findings, findings_total: total },
    [TOOLS]: { list, refusal },
  });
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
    finding("blocking", "resign_certificate_expired", "0xe8008018"),
    finding("warning", "resign_entitlement_missing", ""),
    finding("warning", "resign_program_unknown", ""),
  ]);
  await settled(() => expect(shownText()).toContain("Signing or installing would fail:"));
  expect(shownText()).not.toContain("zsign");
  for (const text of ["Blocking", "0xe8008018", "loses aps-environment", "Warning", "its executable cannot be read"])
    expect(shownText()).toContain(text);
});

it("counts what it does not list", async () => {
  await showShop([finding("warning", "resign_program_unknown", "")], [TOOL], null, 301);
  await settled(() => expect(shownText()).toContain("and 300 more"));
});

it("tells that nothing is known that would fail, and which agent signs", async () => {
  await showShop([], [TOOL]);
  await settled(() => expect(shownText()).toContain("Nothing is known that would fail."));
  await settled(() => expect(shownText()).toContain("Signed by zsign 1.1.1 on agent mac."));
  expect(document.querySelector("button")?.textContent).toBe("Re-sign");
});

it("names those that could sign where several do, without saying which, and not all of many", async () => {
  const others = ["mac-2", "mac-3", "mac-4", "mac-5"].map((agent_name) => ({ ...TOOL, agent_name }));
  const away = { ...TOOL, agent_name: "gone", is_ready: false };
  await showShop([], [{ ...TOOL, name: "rcodesign", version: "0.29.0" }, others[0]!, away]);
  await settled(() => expect(shownText()).toContain("rcodesign 0.29.0 on mac or zsign 1.1.1 on mac-2."));
  expect(shownText()).toContain("Signed by one of these");
  expect(shownText()).not.toContain("gone");
  await showShop([], [TOOL, ...others]);
  await settled(() => expect(shownText()).toContain("zsign 1.1.1 on mac-3, or 2 more."));
  expect(shownText()).not.toContain("mac-4");
});

it("offers what waits while those that sign are away, and nothing where no agent has a tool", async () => {
  await showShop([finding("warning", "resign_program_unknown", "")], [{ ...TOOL, is_ready: false }]);
  await settled(() => expect(shownText()).toContain("It waits until one of them is back."));
  expect(document.querySelectorAll("button")).toHaveLength(1);
  await showShop([]);
  await settled(() => expect(shownText()).toContain("no agent of this project has a signing tool"));
  expect(shownText()).not.toContain("Signed by");
});

it("tells of an agent that comes and goes while it is looked at", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const tools = { list: [{ ...TOOL, is_ready: false }], refusal: null as string | null };
    answerFetch({ [CHECK]: { app_id: "a-1", bundle_count: 1, findings: [], findings_total: 0 }, [TOOLS]: tools });
    await show(<Findings project="demo" cert_id="c-1" app_id="a-1" />);
    await settled(() => expect(shownText()).toContain("It waits until one of them is back."));
    const after = async (list: object[], text: string) => {
      tools.list = list as typeof tools.list;
      tools.refusal = list.length === 0 ? "resign_no_tool" : null;
      await act(async () => vi.advanceTimersByTime(5_000));
      await settled(() => expect(shownText()).toContain(text));
    };
    await after([TOOL], "Signed by zsign 1.1.1 on agent mac.");
    await after([], "no agent of this project has a signing tool");
  } finally {
    vi.useRealTimers();
  }
});

it("says why nothing is signed where no agent keeps scripts from the key", async () => {
  await showShop([], [{ ...TOOL, is_ready: false }], "resign_unisolated");
  await settled(() => expect(shownText()).toContain("cannot isolate users’ scripts, which could read the private key"));
  expect(document.querySelectorAll("button")).toHaveLength(0);
});

it("says that it is not known who signs, and asks again", async () => {
  const asked = answerFetch({
    [CHECK]: { app_id: "a-1", bundle_count: 1, findings: [], findings_total: 0 },
    [TOOLS]: "internal_error",
  });
  const times = () => asked.filter(({ path }) => path === TOOLS).length;
  await show(<Findings project="demo" cert_id="c-1" app_id="a-1" />);
  await settled(() => expect(shownText()).toContain("Which agents can sign could not be read"));
  const before = times();
  await press(button("Try again"));
  await settled(() => expect(times()).toBeGreaterThan(before));
});

it("has the app signed that was chosen, and says at the button why the server would not", async () => {
  const RESIGNS = "/v1/api/ios_certificates/c-1/resigns";
  const asked = answerFetch({
    [CHECK]: { app_id: "a-1", bundle_count: 1, findings: [], findings_total: 0 },
    [TOOLS]: { list: [TOOL], refusal: null },
    [`POST ${RESIGNS}`]: "resign_no_tool",
  });
  await show(<Findings project="demo" cert_id="c-1" app_id="a-1" />);
  await settled(() => expect(shownText()).toContain("Signed by zsign"));
  await press(button("Re-sign"));
  await settled(() =>
    expect(document.querySelector("[role=alert]")?.textContent).toContain(
      "No agent of this project can sign iOS apps.",
    ),
  );
  expect(asked).toContainEqual(expect.objectContaining({ method: "POST", path: RESIGNS, body: { app_id: "a-1" } }));
});
