// @vitest-environment happy-dom
import type { Install } from "@udt/contract";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { show, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { EventsProvider } from "../../../lib/events/index.ts";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { SessionProvider, type Session } from "../session.tsx";
import { useMarks } from "./marks.ts";

const install = (install_id: string, state: Install["state"], updated_at: number): Install => ({
  install_id,
  test_id: "t",
  device_id: "d",
  app_id: "a",
  app_name: "",
  package_name: `com.example.${install_id}`,
  state,
  percent: 100,
  reason: null,
  updated_at,
});

beforeAll(() => loadTexts("debug", "common", "words"));
beforeEach(() => {
  const list = [
    install("late", "installed", 9_000),
    install("failed", "install_failed", 7_000),
    install("early", "installed", 5_000),
  ];
  vi.stubGlobal("fetch", (input: string | URL) =>
    String(input).includes("/app/install")
      ? Promise.resolve(Response.json({ ret: 0, msg: "", request_id: "r", data: { list } }))
      : new Promise(() => {}),
  );
});

function Marks() {
  return useMarks(0).map(({ at, text }) => <i key={at}>{`${at} ${text};`}</i>);
}

it("has what was installed before the page was opened, at its time", async () => {
  const target = { project: "demo", test_id: "t", device_id: "d" };
  await show(
    <EventsProvider projectId={undefined}>
      <SessionProvider value={{ ...target, target } as Session}>
        <Marks />
      </SessionProvider>
    </EventsProvider>,
  );
  await vi.waitFor(() => expect(shownText()).toBe("5000 com.example.early installed;9000 com.example.late installed;"));
});
