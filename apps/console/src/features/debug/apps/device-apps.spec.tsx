// @vitest-environment happy-dom
import type { ReactNode } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { button, press, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { showIn } from "../page.fixture.tsx";
import { answering } from "../server.fixture.ts";
import { sessionOf } from "../session.fixture.ts";
import { Tabs } from "../tabs/tabs.tsx";
import en from "../texts/en.ts";
import { DeviceApps } from "./device-apps.tsx";

beforeAll(() => loadTexts("debug", "common", "words", "errors"));

const app = { package_name: "a.b", version_name: "1", version_code: 1, system: false };
const list = [{ ...app, running: false, foreground: false }];
const isStop = ({ call }: { call: string }) => call.endsWith("/app/stop");
const isReading = ({ call }: { call: string }) => call.endsWith("/app/list");
const answers = { "/app/list": { data: { list } } };

it("stops an app that did not run when the list was read", async () => {
  const asked = answering(answers);
  await showIn(sessionOf(), <DeviceApps />);
  await vi.waitFor(() => expect(shownText()).toContain("a.b"));
  await press(button(`${en.apps.stop} a.b`));
  expect(asked.filter(isStop).map(({ body }) => body)).toEqual([{ package_name: "a.b" }]);
});

it("reads what runs again for who comes back to the tab", async () => {
  const asked = answering(answers);
  const tab = (key: string, content: ReactNode) => ({ key, label: key, content });
  await showIn(sessionOf(), <Tabs label="tools" tabs={[tab("apps", <DeviceApps />), tab("other", "")]} />);
  await vi.waitFor(() => expect(shownText()).toContain("a.b"));
  expect(asked.filter(isReading)).toHaveLength(1);
  await press(button("other"));
  expect(asked.filter(isReading)).toHaveLength(1);
  await press(button("apps"));
  await vi.waitFor(() => expect(asked.filter(isReading)).toHaveLength(2));
});
