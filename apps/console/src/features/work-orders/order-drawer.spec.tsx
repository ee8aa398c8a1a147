// @vitest-environment happy-dom
import { LIMITS, type SelfCheck, type WorkOrderFile } from "@udt/contract";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, field, fill, press, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { pageOf } from "../../lib/runs.fixture.ts";
import { FAILED_CHECK } from "../../lib/self-checks/self-check.fixture.ts";
import { ORDER, ORDERS_PATH } from "../../lib/work-orders/order.fixture.ts";
import { OrderDrawer } from "./order-drawer.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "words", "work-orders", "inspection"));

const PATH = `${ORDERS_PATH}/7`;
const FILE: WorkOrderFile = {
  file_id: "f1",
  name: "screen.png",
  content_type: "image/png",
  size_bytes: 2048,
  user_name: "Ada",
  created_at: 1,
  removable: true,
};
const people = pageOf(
  { user_id: "u1", user_name: "Olga", email: "", head_image: "" },
  { user_id: "u2", user_name: "Wei", email: "", head_image: "" },
);

async function opened(who: "administrator" | "member", order: object, answers: Readonly<Record<string, unknown>> = {}) {
  const asked = answerFetch({
    "/v1/plat/project/demo/privilege/enforce": { privilege_list: who === "member" ? [] : ["project.owner"] },
    [`GET ${PATH}`]: { ...ORDER, ...order },
    [`GET ${PATH}/assignees`]: people,
    ...answers,
  });
  await show(<OrderDrawer project="demo" opened="7" onClose={() => undefined} />);
  await vi.waitFor(() => expect(shownText()).toContain("Seen to by"));
  return asked;
}
const choose = async (...files: File[]) => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  Object.defineProperty(input, "files", { configurable: true, value: files });
  await act(async () => input.dispatchEvent(new Event("change", { bubbles: true })));
};
const file = (name: string, size = 3) => Object.defineProperty(new File(["abc"], name), "size", { value: size });

const shown = (selector: string) =>
  vi.waitFor(() => document.querySelector<HTMLElement>(selector) ?? expect.fail(`${selector} is not shown`));

it("offers those who process orders, and says whose it was when its reader looked", async () => {
  const asked = await opened(
    "administrator",
    { assignee_id: "u1", assignee_name: "Olga" },
    { [`PUT ${PATH}/assignee`]: ORDER },
  );
  const select = await vi.waitFor(() => field("Seen to by"));
  await act(async () => select.dispatchEvent(new MouseEvent("mousedown", { bubbles: true })));
  const option = await vi.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>(".ant-select-item-option")];
    expect(found.map((one) => one.textContent)).toEqual(["Olga", "Wei"]);
    return found[1]!;
  });
  await press(option);
  await vi.waitFor(() =>
    expect(asked.find(({ method }) => method === "PUT")?.body).toEqual({ user_id: "u2", instead_of: "u1" }),
  );
});

it("leads to the self-check that found the fault, and to the session before which it was", async () => {
  const led = () =>
    [...document.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]).slice(1);
  const check = ["The self-check", "/demo/remote/list?device_id=d#check=c"];
  await opened("member", { selfcheck_id: "c", test: null });
  expect(led()).toEqual([check]);
  document.body.replaceChildren();
  await opened("member", { selfcheck_id: "c", test: { test_id: "t", kind: "job" } });
  expect(led()).toEqual([check, ["The report", expect.stringContaining("/t")]]);
  document.body.replaceChildren();
  answerFetch({
    "/v1/plat/admin/work_orders/7": { ...ORDER, selfcheck_id: "c", test: { test_id: "c", kind: "inspection" } },
  });
  await show(<OrderDrawer project={null} opened="7" onClose={() => undefined} />);
  await vi.waitFor(() => expect(shownText()).toContain(ORDER.text));
  expect(led()).toEqual([["The self-check", "/admin/device?device_id=d#check=c"]]);
  expect(shownText()).not.toContain("The session");
});

it("shows the picture of the step that failed", async () => {
  const result = { state: "failed", cost_ms: 9, message: null, remedy: null } as const;
  const results: SelfCheck["results"] = [
    { ...result, step: "install_check", evidence_name: "left.png" },
    { ...result, step: "capture_check", evidence_name: "dark.png" },
  ];
  const check: SelfCheck = { ...FAILED_CHECK, results };
  const failed = { step: "capture_check", selfcheck_id: "c", source: "self_check" };
  await opened("member", failed, { "/v1/api/devices/d/selfchecks/c": check });
  const picture = await shown(".orders-evidence img");
  expect(picture.getAttribute("src")).toContain("/v1/api/devices/d/selfchecks/c/evidence/dark.png?project=demo");
  expect(document.querySelectorAll(".orders-evidence")).toHaveLength(1);
});

it("tells members whose it is, and who assigns it once it is processed", async () => {
  await opened("member", {});
  expect(shownText()).toContain("Seen to byNobody");
  expect(document.querySelector(".orders-assignee")).toBeNull();
  document.body.replaceChildren();
  const done = { state: "processed", closed_by: "person", assignee_id: "u1", assignee_name: "Olga" };
  const asked = await opened("administrator", done);
  expect(shownText()).toContain("Seen to byOlga");
  // What its reader may do is known.
  await vi.waitFor(() => expect(asked.some(({ path }) => path.endsWith("/privilege/enforce"))).toBe(true));
  await act(async () => undefined);
  expect(document.querySelector(".orders-assignee")).toBeNull();
});

it("tells of two who assigned it at one moment the second", async () => {
  const answers = { [`PUT ${PATH}/assignee`]: "work_order_reassigned" };
  await opened("administrator", {}, answers);
  const select = await vi.waitFor(() => field("Seen to by"));
  await act(async () => select.dispatchEvent(new MouseEvent("mousedown", { bubbles: true })));
  await press(await shown(".ant-select-item-option"));
  await vi.waitFor(() => expect(shownText()).toContain("Somebody else assigned this work order meanwhile"));
});

it("shows pictures, keeps the rest, and offers to remove what its reader may", async () => {
  const log = { ...FILE, file_id: "f2", name: "log.txt", content_type: "text/plain" as const, removable: false };
  const entry = {
    entry_id: 3,
    user_name: "Ada",
    state: null,
    assigned: null,
    text: "See it",
    files: [log],
    created_at: 1,
  };
  const given = { ...entry, entry_id: 4, text: "", files: [], assigned: { user_name: "Wei" } };
  const asked = await opened(
    "member",
    { files: [FILE], entries: [entry, given] },
    { [`DELETE ${PATH}/files/f1`]: ORDER },
  );
  expect(document.querySelector("img")?.src).toContain("/v1/api/work_orders/7/files/f1?project=demo");
  expect(document.querySelector<HTMLAnchorElement>('a[download="log.txt"]')).not.toBeNull();
  expect(shownText()).toContain("assigned it to Wei");
  expect(document.querySelectorAll(".anticon-delete")).toHaveLength(1);
  await press(button("Remove: screen.png"));
  await press(await shown(".ant-popconfirm .ant-btn-dangerous"));
  await vi.waitFor(() => expect(asked.some(({ method }) => method === "DELETE")).toBe(true));
});

it("sends a word first and its files after it, and keeps what did not go for another try", async () => {
  const said = {
    ...ORDER,
    entries: [{ entry_id: 9, user_name: "Ada", state: null, assigned: null, text: "Look", files: [], created_at: 1 }],
  };
  const answers = {
    [`POST ${PATH}/comments`]: said,
    [`POST ${PATH}/files`]: "work_order_files",
  };
  const asked = await opened("member", {}, answers);
  await fill(field("Say something about it"), "Look");
  await choose(file("a.png"), file("b.log"));
  await vi.waitFor(() => expect(document.querySelectorAll(".orders-chosen li")).toHaveLength(2));
  await press(button("Add"));
  await vi.waitFor(() => expect(shownText()).toContain("A work order has at most"));
  expect(document.querySelectorAll(".orders-chosen li")).toHaveLength(2);
  expect(document.querySelector("textarea")?.value).toBe("");
  const again = answerFetch({ [`GET ${PATH}`]: said, [`POST ${PATH}/files`]: said });
  await press(button("Add"));
  await vi.waitFor(() => expect(document.querySelector(".orders-chosen")).toBeNull());
  const posts = [...asked, ...again].filter(({ method }) => method === "POST").map(({ path, query }) => [path, query]);
  const to = (name: string) => [`${PATH}/files`, { project: "demo", name, entry_id: "9" }];
  expect(posts).toEqual([[`${PATH}/comments`, { project: "demo" }], to("a.png"), to("a.png"), to("b.log")]);
});

it("says at once of a file that it cannot be attached", async () => {
  await opened("member", {});
  await choose(file("a.exe"), file("b.png", LIMITS.work_order_file_max_bytes + 1), file("c.png", 0), file("d.png"));
  await vi.waitFor(() => expect(document.querySelectorAll(".orders-chosen li")).toHaveLength(1));
  for (const told of ["a.exe cannot be attached.", "b.png is larger than 20.00 MB.", "c.png is empty."])
    expect(shownText()).toContain(told);
});

it("lets administrators of the server read all of it, move it and say something, and no more", async () => {
  const path = "/v1/plat/admin/work_orders/7";
  const order = { ...ORDER, assignee_id: "u1", assignee_name: "Olga", files: [{ ...FILE, removable: false }] };
  const asked = answerFetch({
    [`GET ${path}`]: order,
    [`PUT ${path}/state`]: order,
    [`POST ${path}/comments`]: order,
  });
  await show(<OrderDrawer project={null} opened="7" onClose={() => undefined} />);
  await vi.waitFor(() => expect(shownText()).toContain("Seen to byOlga"));
  expect(document.querySelector("img")?.src).toContain("/v1/plat/admin/work_orders/7/files/f1");
  for (const ofProjects of [".orders-assignee", 'input[type="file"]', ".anticon-delete"])
    expect(document.querySelector(ofProjects)).toBeNull();
  await fill(field("Say something about it"), "Look");
  await press(button("Add"));
  await vi.waitFor(() => expect(document.querySelector("textarea")?.value).toBe(""));
  await press(button("Take on"));
  const sent = () => asked.flatMap(({ method, path: to, body }) => (method === "GET" ? [] : [[to, body]]));
  await vi.waitFor(() =>
    expect(sent()).toEqual([
      [`${path}/comments`, { text: "Look" }],
      [`${path}/state`, { state: "processing", text: "" }],
    ]),
  );
});
