// @vitest-environment happy-dom
import type { CaseDetail } from "@udt/contract";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, button, press, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { UNREAD_LIBRARY } from "../../../lib/libraries.fixture.ts";
import { RUN, RUN_CASE } from "../../../lib/runs.fixture.ts";
import { CaseSteps } from "../case-steps.tsx";
import { showInReport } from "../report.fixture.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "runs", "case-steps", "mend"));

const RAN = "a".repeat(40);
const HEAD = "b".repeat(40);
const FILE = `low_code: 1
cases:
  - name: buys
    steps:
      - id: add
        action: tap
        locator: { by: ui, id: add } # the button
        timeout: 5
`;
const candidate = (id: string, likeness: number) => ({
  locator: { by: "ui" as const, id },
  element: `id: ${id}, class: Button [0,0][9,9]`,
  likeness,
});
const step: CaseDetail["steps"][number] = {
  name: "tap id: add",
  started_at: 1,
  ended_at: 2,
  ok: false,
  screenshot: "",
  locator: "id: add",
  candidates: [],
  candidate_locators: {
    at: ["cases", 0, "steps", 0, "locator"],
    list: [candidate("buy", 0.86), candidate("pay", 0.4)],
  },
};
const run = { ...RUN, commit_id: RAN };
const one = { ...RUN_CASE, file: "cases/a.yaml", device_id: null, detail: { ...RUN_CASE.detail, steps: [step] } };
const LIBRARY = "/v1/caseapi/repos/l-1";
const SAVE = "POST /v1/editor/repos/r-1/commits";

describe("what may be meant now", () => {
  let asked: ReturnType<typeof answerFetch>;
  /** The script as it is on the branch by now. */
  let head: { commit_id: string; text: string };
  const answer = (more: Readonly<Record<string, unknown>> = {}) => {
    asked = answerFetch({
      [LIBRARY]: { ...UNREAD_LIBRARY, repo_id: "r-1", branch: "next" },
      "/v1/editor/repos/r-1/file": ({ commit_id, branch }: Record<string, string>) => ({
        path: "cases/a.yaml",
        kind: "file",
        size_bytes: 9,
        ...(commit_id === RAN ? { commit_id, text: FILE } : branch === "next" ? head : { commit_id: "", text: null }),
      }),
      [SAVE]: { commit_id: "c".repeat(40), parent_commit_id: HEAD },
      ...more,
    });
  };
  const saved = () => asked.filter(({ method }) => method === "POST").map(({ body }) => body);
  const show = () =>
    showInReport(<CaseSteps run={run} one={one} playhead={undefined} />, "/case/7", { user_role: { udt_admin: true } });
  const mendable = () => document.querySelectorAll("[aria-label^='Mend in script']").length;
  const open = async () => {
    await show();
    await vi.waitFor(() => expect(mendable()).toBe(2));
    await press(button(/^Mend in script: id: buy/));
  };
  const changed = () => [...document.querySelectorAll(".udt-changes [data-kind]:not([data-kind=same])")];
  beforeEach(() => {
    head = { commit_id: HEAD, text: FILE };
    answer();
  });

  it("is shown with how like it is, the closest first", async () => {
    await show();
    expect(shownText()).toContain(
      "What may be meant nowid: buy, class: Button [0,0][9,9] 86% alikeid: pay, class: Button [0,0][9,9] 40% alike",
    );
  });

  it("leads nobody into a script that is not this server's", async () => {
    answer({ [LIBRARY]: UNREAD_LIBRARY });
    await show();
    await vi.waitFor(() => expect(asked.some(({ path }) => path === LIBRARY)).toBe(true));
    expect(mendable()).toBe(0);
  });

  it("is no guest's to write", async () => {
    await showInReport(<CaseSteps run={run} one={one} playhead={undefined} />, "/case/7");
    expect(shownText()).toContain("What may be meant now");
    expect(mendable()).toBe(0);
    expect(asked.some(({ path }) => path === LIBRARY)).toBe(false);
  });

  it.each([
    ["See the cart", "From then on the step “See the cart” in cases/a.yaml looks for this element."],
    ["See ${it}", "From then on the step “add” in cases/a.yaml looks for this element."],
    [undefined, "From then on the step “add” in cases/a.yaml looks for this element."],
  ])("is said of the step by what it is called: %s", async (name, said) => {
    head.text = name ? FILE.replace("        action", `        name: "${name}"\n        action`) : FILE;
    head.text = head.text.replace("low_code: 1\n", "low_code: 1\nvariables: { it: a }\n");
    await open();
    await vi.waitFor(() => expect(shownText()).toContain(said));
  });

  it("is written into the newest version once somebody has seen what that changes", async () => {
    head = { commit_id: HEAD, text: FILE.replace("low_code: 1\n", "# Newer.\nlow_code: 1\n") };
    await open();
    await vi.waitFor(() => expect(changed()).toHaveLength(2));
    expect(changed().map(({ textContent }) => textContent?.trim())).toEqual([
      "-         locator: { by: ui, id: add } # the button",
      "+         locator: { by: ui, id: buy } # the button",
    ]);
    expect(saved()).toEqual([]);
    await press(button("Save to script"));
    await vi.waitFor(() => expect(shownText()).toContain("Saved as commit ccccccc"));
    expect(saved()).toEqual([
      {
        branch: "next",
        base_commit_id: HEAD,
        message: "Mend the locator of step add",
        changes: [{ change: "write", path: "cases/a.yaml", text: head.text.replace("id: add }", "id: buy }") }],
      },
    ]);
    expect([...document.querySelectorAll("a")].at(-1)?.getAttribute("href")).toBe(
      "/demo/script-edit/r-1?branch=next&path=cases%2Fa.yaml",
    );
  });

  it.each([
    ["id: add\n", "id: put\n", "does not have this step any more"],
    ["id: add }", "id: buy }", "looks for something else"],
    ["action: tap", "action: fly", "cannot be read as low-code steps"],
  ])("is not written where %s became %s", async (was, is, why) => {
    head = { commit_id: HEAD, text: FILE.replace(was, is) };
    await open();
    await vi.waitFor(() => expect(shownText()).toContain(why));
    expect(button("Save to script").disabled).toBe(true);
    expect(changed()).toEqual([]);
  });

  it("is compared again where somebody saved meanwhile", async () => {
    answer({ [SAVE]: "script_file_changed" });
    await open();
    await vi.waitFor(() => expect(changed()).toHaveLength(2));
    head = { commit_id: "d".repeat(40), text: FILE.replace("id: add }", "id: other }") };
    await press(button("Save to script"));
    await vi.waitFor(() => expect(shownText()).toContain("looks for something else"));
    expect(shownText()).toContain("meanwhile");
    expect(button("Save to script").disabled).toBe(true);
  });
});
