// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { DebugSession } from "./debug-session.tsx";
import { showIn } from "./page.fixture.tsx";
import { sessionOf } from "./session.fixture.ts";
import en from "./texts/en.ts";

beforeAll(() =>
  loadTexts("debug", "common", "words", "errors", "refusals", "uploads", "control", "tests", "memory-recording"),
);

const HOUR = 3_600_000;
const times = { deadline: Date.now() + HOUR, inactive_deadline: null, duration_minutes: 60 };
const run = (state: "running" | "ended", device: "preparing" | "done", more = {}) =>
  sessionOf({
    test: { kind: "job", state, run: { job_id: "j", job_name: "Nightly" } as never, ...times, ...more },
    test_device: { state: device, phases: [] },
    isHolder: false,
    drives: false,
    isWatched: true,
  });
const tabs = () => [...document.querySelectorAll("[role=tab]")].map(({ textContent }) => textContent);
const timer = () => document.querySelector("[role=timer]");

describe("the page of a run's device", () => {
  it("has nothing of a session's tabs when the run is over", async () => {
    await showIn(run("ended", "done"), <DebugSession hadEnded />);
    expect(tabs()).toEqual([en.tabs.device]);
    expect(shownText()).toContain(en.run.over_text);
  });

  it("waits for no log and counts no time once the device is done, though the run goes on", async () => {
    await showIn(run("running", "done"), <DebugSession hadEnded={false} />);
    expect(tabs()).toEqual([en.tabs.log, en.tabs.device]);
    expect(shownText()).toContain(en.log.nothing);
    expect(shownText()).not.toContain(en.log.waiting);
    expect(timer()).toBeNull();
  });

  it("does not count to the run's limit, which is not when it ends", async () => {
    await showIn(run("running", "preparing"), <DebugSession hadEnded={false} />);
    expect(shownText()).toContain("Nightly");
    expect(timer()).toBeNull();
  });

  it("says that a program began the run", async () => {
    await showIn(run("ended", "done", { key_name: "ci", user_name: "Ada" }), <DebugSession hadEnded />);
    const by = [...document.querySelectorAll(".udt-mark")].find(({ textContent }) => textContent === "API key ci")!;
    await act(async () => by.dispatchEvent(new MouseEvent("mouseover", { bubbles: true })));
    await vi.waitFor(() => expect(shownText()).toContain("A program began this run with the API key ci of Ada."));
  });
});

describe("the page of a session", () => {
  it("has its tabs when it is over", async () => {
    const over = sessionOf({ test: { state: "ended", end_reason: "user", ...times }, test_device: { state: "done" } });
    await showIn(over, <DebugSession hadEnded />);
    expect(tabs()).toEqual([en.tabs.captures, en.tabs.performance, en.tabs.device]);
  });

  it("counts its time and waits for the log until it is over", async () => {
    await showIn(sessionOf({ test: times, test_device: { state: "preparing" } }), <DebugSession hadEnded={false} />);
    expect(timer()).not.toBeNull();
    expect(shownText()).toContain(en.log.waiting);
  });
});
