// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, field, fill, press, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { BulkAction } from "./use-bulk.ts";

const devices = ["S1", "S2", "S3", "S4", "S5", "S6"].map((serial) => ({
  ...DEVICE,
  device_id: serial,
  serial,
  model: "",
}));
/** Answers for each of the devices, by what is asked of it. */
const answerAll = (what: string, answerOf: (serial: string) => unknown) =>
  answerFetch(Object.fromEntries(devices.map(({ serial }) => [`/v1/api/devices/${serial}/${what}`, answerOf(serial)])));
const open = (action: BulkAction) =>
  show(<BulkDialog project="demo" action={action} devices={devices} onClose={() => undefined} />);
/** What is shown changes between two looks. */
const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  });
const refused = () => [...document.querySelectorAll("li")].map((each) => each.textContent);

beforeAll(() => loadTexts("devices", "common", "errors", "refusals"));

it("asks each, and names those that were refused with why; these alone are tried again", async () => {
  answerAll("selfchecks", (serial) => (serial === "S2" ? "device_offline" : { selfcheck_id: "c" }));
  await open("inspect");
  await press(button("Inspect"));
  await settled(() => expect(shownText()).toContain("5 asked, done once free · 1 refused"));
  expect(refused()).toEqual([expect.stringMatching(/^S2 .*offline/)]);
  const again = answerAll("selfchecks", () => ({ selfcheck_id: "c" }));
  await press(button("Try the rest again"));
  await settled(() => expect(shownText()).toContain("6 asked, done once free"));
  expect(again.map(({ path }) => path)).toEqual(["/v1/api/devices/S2/selfchecks"]);
  expect(refused()).toEqual([]);
});

it.each([
  ["inspect", "Inspect", "check"],
  ["restart", "Restart", "restart"],
  ["clean", "Clean", "clean"],
] as const)("says of each what it is to do: %s", async (action, label, work) => {
  const asked = answerAll("selfchecks", (serial) => (serial === "S2" ? "selfcheck_under_way" : { selfcheck_id: "c" }));
  await open(action);
  await press(button(label));
  await settled(() => expect(shownText()).toContain("5 asked, done once free · 1 refused"));
  for (const { method, body } of asked) expect([method, body]).toEqual(["POST", { work }]);
  expect(refused()).toEqual([expect.stringMatching(/^S2 .*restarting/)]);
});

it("takes none out of use without a reason", async () => {
  const asked = answerAll("out_of_use", () => null);
  await open("take_out");
  expect(button("Take out of use").disabled).toBe(true);
  await fill(field("Why?"), " They are hot ");
  await press(button("Take out of use"));
  await settled(() => expect(shownText()).toContain("6 done"));
  expect(asked).toHaveLength(6);
  for (const { method, body } of asked) expect([method, body]).toEqual(["PUT", { reason: "They are hot" }]);
});

it("asks four at once, and no more of them once it is stopped", async () => {
  const answers = Array.from({ length: 4 }, () => Promise.withResolvers<Response>());
  const paths: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const answer = answers[paths.push(new URL(url).pathname) - 1];
    return answer?.promise;
  });
  await open("put_back");
  await press(button("Put back into use"));
  await settled(() => expect(paths).toHaveLength(4));
  await press(button("Stop"));
  for (const { resolve } of answers) resolve(Response.json({ msg: "", request_id: "r", ret: 0, data: null }));
  await settled(() => expect(shownText()).toContain("4 done · 2 not asked any more"));
  expect(paths).toHaveLength(4);
});

it("says where they stand, and what they are there for, of which the rest stays as it is", async () => {
  const asked = answerAll("placement", () => null);
  await open("site");
  await fill(field("Site"), " Rack 3 ");
  await press(button("Set site"));
  await settled(() => expect(shownText()).toContain("6 done"));
  for (const { method, body } of asked) expect([method, body]).toEqual(["PUT", { site: "Rack 3" }]);
});

it("says where exactly they are, which leaves their site as it is", async () => {
  const asked = answerAll("placement", () => null);
  await open("location");
  await fill(field("Location"), " Slot 7 ");
  await press(button("Set location"));
  await settled(() => expect(shownText()).toContain("6 done"));
  for (const { method, body } of asked) expect([method, body]).toEqual(["PUT", { location: "Slot 7" }]);
});

it("tags them by one call, of those that are refused one by one with why", async () => {
  const path = "/v1/api/tags/t-1/devices";
  const full = { device_id: "S3", code: "tag_devices_full", args: { name: "nightly", max: 200 } };
  const list = [{ tag_id: "t-1", name: "nightly", is_default: false }];
  const asked = answerFetch({
    "/v1/api/tags/names": { list, total: 1, page_num: 1, page_size: 25 },
    [path]: { refused: [full] },
  });
  await open("tag");
  expect(button("Save").disabled).toBe(true);
  const select = document.querySelector<HTMLElement>(".ant-select");
  await act(async () => select?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true })));
  await settled(() => expect(document.querySelector(".ant-select-item-option")).not.toBeNull());
  await press(document.querySelector<HTMLElement>(".ant-select-item-option") ?? expect.fail("no tag"));
  const not = [...document.querySelectorAll("label")].find((each) => each.textContent === "Has them not");
  await press(not ?? expect.fail("no such choice"));
  await press(button("Save"));
  await settled(() => expect(shownText()).toContain("5 done · 1 refused"));
  const picked = asked.filter((each) => each.path === path);
  const device_ids = devices.map(({ device_id }) => device_id);
  expect(picked.map(({ method, body }) => [method, body])).toEqual([["PUT", { pick: "exclude", device_ids }]]);
  expect(refused()).toEqual([expect.stringMatching(/^S3 At most 200 devices/)]);
});

it("gives them to everybody, by one question", async () => {
  const asked = answerFetch(
    Object.fromEntries(devices.map(({ serial }) => [`/v1/plat/admin/devices/${serial}/given`, null])),
  );
  await show(<BulkDialog project={null} action="give" devices={devices} onClose={() => undefined} />);
  const all = [...document.querySelectorAll("label")].find((each) => each.textContent === "All projects");
  await press(all ?? expect.fail("no such choice"));
  await press(button("Give"));
  await settled(() => expect(shownText()).toContain("6 done"));
  const given = asked.filter(({ method }) => method === "PUT");
  expect(given).toHaveLength(6);
  for (const { body } of given) expect(body).toMatchObject({ given_to: "all", project_ids: [] });
});

it("changes no access without an answer, and asks as an administrator of the server through no project", async () => {
  const asked = answerFetch(
    Object.fromEntries(devices.map(({ serial }) => [`/v1/plat/admin/devices/${serial}/placement`, null])),
  );
  await show(<BulkDialog project={null} action="access" devices={devices} onClose={() => undefined} />);
  expect(button("Set use").disabled).toBe(true);
  const debugging = [...document.querySelectorAll("fieldset")].find((each) => each.textContent?.includes("Debugging"));
  const no = [...(debugging?.querySelectorAll("label") ?? [])].find((each) => each.textContent === "Not allowed");
  await press(no ?? expect.fail("no such choice"));
  await press(button("Set use"));
  await settled(() => expect(shownText()).toContain("6 done"));
  for (const { query, body } of asked) expect([query, body]).toEqual([{}, { remote_access: false }]);
});
