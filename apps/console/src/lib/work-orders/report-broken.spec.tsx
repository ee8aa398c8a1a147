// @vitest-environment happy-dom
import { LIMITS, type WorkOrder } from "@udt/contract";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, field, fill, press, show, shownText } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { standing } from "../project.fixture.ts";
import { pageOf } from "../runs.fixture.ts";
import { useProject } from "../session/index.ts";
import { ORDER, ORDERS_PATH } from "./order.fixture.ts";
import { ReportBroken } from "./report-broken.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "words"));

const OPEN = "Report as broken…: Model";
const CHECKED: WorkOrder = { ...ORDER, number: 8, source: "self_check", step: "capture_check", text: "" };
const list = `GET ${ORDERS_PATH}`;
const create = `POST ${ORDERS_PATH}`;
/** That it is known by now. */
const Standing = () => <i>{useProject("demo")?.user_type}</i>;
const shown = (answers: Readonly<Record<string, unknown>>) => {
  const asked = answerFetch(answers);
  const element = (
    <>
      <Standing />
      <ReportBroken project="demo" device_id="d" test_id="t" name="Model" />
    </>
  );
  return { asked, there: show(element) };
};
/** As a member of the project, with the dialog open. */
async function opened(answers: Readonly<Record<string, unknown>>) {
  const { asked, there } = shown({ ...standing(2), ...answers });
  await there;
  await vi.waitFor(() => button(OPEN));
  await press(button(OPEN));
  return asked;
}
const link = () => document.querySelector<HTMLAnchorElement>("a.udt-link");

it("tells the server where the device was found broken, and leads to the work order", async () => {
  // What a self-check found keeps nobody from reporting something else.
  const asked = await opened({ [list]: pageOf(CHECKED), [create]: ORDER });
  await vi.waitFor(() => field("What is wrong with it?"));
  expect(button("Report").disabled).toBe(true);
  await fill(field("What is wrong with it?"), ORDER.text);
  await press(button("Report"));
  await vi.waitFor(() => expect(link()?.textContent).toBe("Work order 7"));
  expect(asked.find(({ method }) => method === "POST")).toMatchObject({
    query: { project: "demo" },
    body: { device_id: "d", test_id: "t", text: ORDER.text },
  });
  expect(link()?.getAttribute("href")).toBe("/demo/management/device/d/issue?number=7");
  expect(shownText()).toContain("Reported. The device gets no tasks until this is processed.");
  await press(document.querySelector<HTMLElement>(".reported-order > button")!);
  await vi.waitFor(() => expect(document.querySelector(".reported-order")).toBeNull());
});

it("shows the work order that is open already instead of asking for words", async () => {
  const asked = await opened({ [list]: pageOf(CHECKED, ORDER) });
  await vi.waitFor(() => expect(link()?.getAttribute("href")).toBe("/demo/management/device/d/issue?number=7"));
  expect(shownText()).toContain("It has an open work order already.");
  expect(shownText()).toContain(ORDER.text);
  expect(document.querySelector("textarea")).toBeNull();
  // Whatever was closed is none, and a list of both would be long.
  const wanted = asked.filter(({ path }) => path === ORDERS_PATH).map(({ query }) => query);
  const all = { project: "demo", device_id: "d", page_size: String(LIMITS.page_size_max) };
  expect(wanted).toEqual([
    expect.objectContaining({ ...all, state: "unprocessed" }),
    { ...wanted[1], state: "processing" },
  ]);
});

it("keeps the words when somebody else was quicker", async () => {
  await opened({ [list]: pageOf(), [create]: "work_order_open" });
  await vi.waitFor(() => field("What is wrong with it?"));
  await fill(field("What is wrong with it?"), "It is hot");
  await press(button("Report"));
  await vi.waitFor(() => expect(document.querySelector("[role=alert]")).not.toBeNull());
  expect(field("What is wrong with it?").value).toBe("It is hot");
});

it("says when it cannot be read what is reported, and reads again", async () => {
  await opened({ [list]: "internal_error" });
  await vi.waitFor(() => button("Try again"));
  answerFetch({ [list]: pageOf(ORDER) });
  await press(button("Try again"));
  await vi.waitFor(() => expect(link()?.textContent).toBe("Work order 7"));
});

it("leaves who writes their words when the list cannot be read anew, and reads it at the next opening", async () => {
  await opened({ [list]: pageOf() });
  await vi.waitFor(() => field("What is wrong with it?"));
  await fill(field("What is wrong with it?"), "It restarts by itself");
  const asked = answerFetch({ [list]: "internal_error" });
  window.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  await vi.waitFor(() => expect(field("What is wrong with it?").value).toBe("It restarts by itself"));
  await press(button("Cancel"));
  await vi.waitFor(() => expect(document.querySelector("textarea")).toBeNull());
  answerFetch({ [list]: pageOf(ORDER) });
  await press(button(OPEN));
  await vi.waitFor(() => expect(link()?.textContent).toBe("Work order 7"));
});

it("is not there for guests, who may not", async () => {
  await shown(standing(0)).there;
  await vi.waitFor(() => expect(document.querySelector("i")?.textContent).toBe("0"));
  expect(document.querySelector("button")).toBeNull();
});
