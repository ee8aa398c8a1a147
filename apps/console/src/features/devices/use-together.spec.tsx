import type { Device } from "@udt/contract";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { loadTexts } from "../../lib/i18n/index.ts";
import { useTogether } from "./use-together.tsx";

// Modules look at the page as they are loaded.
vi.hoisted(() => {
  const addEventListener = () => undefined;
  const documentElement = { lang: "" };
  vi.stubGlobal("document", { cookie: "udt_lang=en", baseURI: "http://udt.test/", documentElement, addEventListener });
  vi.stubGlobal("navigator", { languages: [] });
  vi.stubGlobal("window", { location: { pathname: "/", search: "", hash: "" } });
});

const deviceIn = (state: Device["state"], serial = "s1") =>
  ({ device_id: serial, state, model: "", serial, remote_access: true }) as Device;

function Chosen({ count }: { count: number }) {
  const { actions } = useTogether("demo");
  const chosen = Array.from({ length: count }, (_, at) => deviceIn("idle", `s${at}`));
  return actions(chosen, () => undefined);
}
const draining = { since: 1, user_name: "Lin Chen" };
function Ticks() {
  const { isTickable, nameOf } = useTogether("demo");
  const states = ["idle", "busy", "cleaning", "offline"] as const;
  const free = states.filter((state) => isTickable(deviceIn(state)) && !isTickable({ ...deviceIn(state), draining }));
  return `${free.join()} ${nameOf(deviceIn("idle"))}`;
}
const show = (what: ReactNode) => renderToStaticMarkup(<MemoryRouter>{what}</MemoryRouter>);

beforeAll(() => loadTexts("common", "devices"));

describe("devices that are ticked", () => {
  it.each([2, 8])("are debugged together when they are %i", (count) => {
    const shown = show(<Chosen count={count} />);
    expect(shown).toContain("Debug together");
    expect(shown).not.toContain("disabled");
  });

  it.each([1, 9])("are not when they are %i, and it is said how many may be", (count) => {
    const shown = show(<Chosen count={count} />);
    expect(shown).toContain("disabled");
    expect(shown).toContain("2 to 8 devices can be driven together.");
  });

  it("are idle ones alone, called by their serial number where they have no model", () => {
    expect(show(<Ticks />)).toBe("idle s1");
  });
});
