// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { SelfCheck } from "@udt/contract";
import type { AdminDevice } from "@udt/contract/endpoints/devices";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, press, show } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { AdminSelfCheck } from "./admin-self-check.tsx";
import { DeviceSelfCheck } from "./self-check.tsx";

const CHECKS = "/v1/api/devices/d-1/selfchecks";
const waiting: SelfCheck = {
  selfcheck_id: "c-1",
  before: null,
  occasion: null,
  work: "check",
  device_id: "d-1",
  state: "waiting",
  results: [],
  step: null,
  error: null,
  user_name: "ada",
  is_first_look: false,
  inspection: null,
  created_at: 1,
  started_at: null,
  ended_at: null,
};

beforeAll(() => loadTexts("devices", "common", "errors", "refusals"));

it("says why the last thing was refused, and nothing of what was refused before", async () => {
  let answer: unknown = { list: [] };
  answerFetch({
    "/v1/plat/project/demo/privilege/enforce": { privilege_list: ["project.owner"] },
    get [CHECKS]() {
      return answer;
    },
    [`${CHECKS}/c-1`]: "selfcheck_not_found",
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await show(
    <QueryClientProvider client={queryClient}>
      <DeviceSelfCheck project="demo" device={{ ...DEVICE, device_id: "d-1" }} />
    </QueryClientProvider>,
  );
  const settled = (check: () => void) => act(() => vi.waitFor(check));
  const refused = () => document.querySelector("[role=alert]")?.textContent;
  await settled(() => expect(button("Inspect now")).toHaveProperty("disabled", false));
  answer = "device_offline";
  await press(button("Inspect now"));
  await settled(() => expect(refused()).toBeDefined());
  const before = refused();
  // Somebody else has asked for one meanwhile.
  answer = { list: [waiting] };
  await act(() => queryClient.invalidateQueries());
  await settled(() => expect(document.body.textContent).toContain("Cancel"));
  await press(button("Cancel"));
  await settled(() => expect(refused()).not.toBe(before));
  expect(refused()).toBeDefined();
});

it("is called off by an administrator of the server through no project, while it is under way", async () => {
  const path = "/v1/plat/admin/devices/d-1/selfchecks";
  let list: SelfCheck[] = [{ ...waiting, work: "restart", state: "running", step: "restart" }];
  const asked = answerFetch({
    get [path]() {
      return { list };
    },
    get [`${path}/c-1`]() {
      list = [{ ...waiting, work: "restart", state: "cancelled", ended_at: 3 }];
      return null;
    },
  });
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AdminSelfCheck device={{ ...DEVICE, device_id: "d-1" } as AdminDevice} />
    </QueryClientProvider>,
  );
  await act(() => vi.waitFor(() => expect(document.body.textContent).toContain("Cancel")));
  expect(document.body.textContent).not.toContain("Restart now");
  await press(button("Cancel"));
  await act(() => vi.waitFor(() => expect(document.body.textContent).toContain("Restart now")));
  expect(asked).toContainEqual(expect.objectContaining({ method: "DELETE", path: `${path}/c-1` }));
  expect(button("Restart now…")).toHaveProperty("disabled", false);
});
