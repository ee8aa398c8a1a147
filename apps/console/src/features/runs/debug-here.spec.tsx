// @vitest-environment happy-dom
import { Route, Routes } from "react-router";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, press, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { RUN } from "../../lib/runs.fixture.ts";
import { DebugHere } from "./debug-here.tsx";
import en from "./texts/en.ts";

beforeAll(() => loadTexts("common", "words", "runs", "errors", "refusals"));

it("debugs a run's device without its app where that was deleted", async () => {
  const asked = answerFetch({ "POST /v1/api/tests": "app_not_found" });
  const run = { ...RUN, config: { ...RUN.config, app_id: "a1" } };
  const here = (
    <Routes>
      <Route path="/:projectId" element={<DebugHere run={run} device_id="d" />} />
    </Routes>
  );
  await show(here, "/demo", { user_role: { udt_admin: true } });
  await press(button(en.case.debug));
  const apps = () => asked.filter(({ path }) => path === "/v1/api/tests").map(({ body }) => body);
  await vi.waitFor(() => expect(apps()).toMatchObject([{ device_id: "d", app_id: "a1" }, { device_id: "d" }]));
  expect(apps()[1]).not.toHaveProperty("app_id");
});
