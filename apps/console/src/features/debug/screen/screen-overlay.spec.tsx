// @vitest-environment happy-dom
import { beforeAll, expect, it } from "vitest";
import { show, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { livenessOf, type ScreenView } from "../../../lib/screen/liveness.ts";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import refusals from "../../../lib/errors/refusals/texts/en.ts";
import { StreamNotice } from "../stream-notice.tsx";
import en from "../texts/en.ts";
import { ScreenOverlay } from "./screen-overlay.tsx";

beforeAll(() => loadTexts("debug", "common", "errors", "refusals"));

const OPEN = { stream: { name: "open" }, pictured: true, stalled: false } as ScreenView;
const shown = (change: Partial<ScreenView>) => {
  const view = { ...OPEN, ...change };
  return show(<ScreenOverlay controller={{} as ScreenController} view={view} liveness={livenessOf(view)} />);
};
const broken = (reason: string) => ({ name: "reconnecting", attempt: 3, reason }) as const;

it("tells why the server broke the connection while it is tried again", async () => {
  await shown({ stream: broken("agent_timeout") });
  expect(shownText()).toContain(refusals.rows.agent_timeout);
});

it("names no reason of a connection that just broke", async () => {
  await shown({ stream: broken("") });
  expect(shownText()).toBe(en.screen.reconnecting + en.screen.frozen + en.screen.reconnect_now);
});

it.each([
  ["decoder", en.screen.no_decoder],
  ["worker", en.screen.worker_failed],
] as const)("says what failed for good: the %s", async (failed, words) => {
  await shown({ failed });
  expect(shownText()).toBe(en.screen.closed + words);
});

it.each([
  ["agent_timeout", en.stream.reconnecting_because.replace("{reason}", refusals.rows.agent_timeout)],
  ["", en.stream.reconnecting],
])("says so above what comes by other streams: %s", async (reason, words) => {
  await show(<StreamNotice state={broken(reason)} onReconnect={() => undefined} />);
  expect(shownText()).toContain(words);
});
