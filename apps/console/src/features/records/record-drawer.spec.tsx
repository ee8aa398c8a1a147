// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, press, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { RUN } from "../../lib/runs.fixture.ts";
import { RecordDrawer } from "./record-drawer.tsx";
import en from "./texts/en.ts";

beforeAll(() => loadTexts("common", "words", "records", "tests", "handover", "errors", "refusals"));

const device = {
  device_id: "d",
  serial: "s",
  brand: "Brand",
  model: "Model",
  os: "android",
  os_version: "14",
  state: "done",
  error: null,
  checking: null,
  failed_check: null,
  phases: [],
};
const CheckBefore = () => null;
const RECORD = { ...RUN.test, kind: "debug", app_id: "a1", devices: [device], viewers: [], drivers: [] };

it("debugs a record's device again without the app where that was deleted", async () => {
  const asked = answerFetch({ "GET /v1/api/tests/t-1": RECORD, "POST /v1/api/tests": "app_not_found" });
  await show(
    <RecordDrawer project="demo" test_id="t-1" CheckBefore={CheckBefore} onClose={() => undefined} />,
    "/demo",
    {
      user_role: { udt_admin: true },
    },
  );
  await press(await vi.waitFor(() => button(en.retest), { timeout: 20_000 }));
  const apps = () => asked.filter(({ path }) => path === "/v1/api/tests").map(({ body }) => body);
  await vi.waitFor(() => expect(apps()).toMatchObject([{ device_id: "d", app_id: "a1" }, { device_id: "d" }]));
  expect(apps()[1]).not.toHaveProperty("app_id");
});
