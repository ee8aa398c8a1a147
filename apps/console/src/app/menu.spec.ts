import { webConfig } from "@udt/contract";
import { describe, expect, it } from "vitest";
import { menuOf, type MenuFacts } from "./menu.ts";
import { SCREENS } from "./routes.ts";
import type { MenuPlace, ScreenRoute } from "./screen-route.ts";

const screen = (path: string, place: Partial<MenuPlace> = {}, more: Partial<ScreenRoute> = {}): ScreenRoute => ({
  path: `/:projectId/${path}`,
  title: "title.devices",
  texts: [],
  load: () => Promise.reject(new Error("not shown")),
  menu: { group: "menu.remote", icon: "devices", go: "d", ...place },
  ...more,
});

interface Change extends Partial<Omit<MenuFacts, "config">> {
  config?: Parameters<typeof webConfig.parse>[0];
}
const facts = ({ config, ...change }: Change = {}): MenuFacts => ({
  config: webConfig.parse(config ?? {}),
  usage: "normal",
  auth_type: 1,
  guest: false,
  known: true,
  may: () => true,
  ...change,
});
const paths = (screens: readonly ScreenRoute[], change?: Change) =>
  menuOf(screens, facts(change)).map(({ path }) => path.slice("/:projectId/".length));

describe("menuOf", () => {
  it("has every item of the table by default", () => {
    const all = SCREENS.filter(({ menu }) => menu && menu.low_code !== true && !menu.cloud_game && !menu.kinds);
    expect(menuOf(all, facts())).toEqual(all);
  });

  it("leaves out what the general list names, in projects of every kind", () => {
    const config = { menu_exclude: { general: ["remote/record"] } };
    for (const usage of ["normal", "sfv", "car", "load"] as const) {
      expect(paths([screen("remote/list"), screen("remote/record")], { config, usage })).toEqual(["remote/list"]);
    }
  });

  it.each(["normal", "sfv", "car", "load"] as const)("leaves out what the list of %s names there alone", (kind) => {
    const config = { menu_exclude: { [kind]: ["remote/record"] } };
    for (const usage of ["normal", "sfv", "car", "load"] as const) {
      expect(paths([screen("remote/record")], { config, usage })).toEqual(usage === kind ? [] : ["remote/record"]);
    }
  });

  it("shows items of a kind of project in its projects alone", () => {
    const screens = [screen("car-manage/dbc-manage", { kinds: ["car"] })];
    expect(paths(screens, { usage: "car" })).toHaveLength(1);
    expect(paths(screens)).toEqual([]);
  });

  it("shows notifications to the types of accounts that the server's settings name", () => {
    const screens = [screen("project/notification", { notifications: true })];
    const seenBy = (notification_auth_types: (1 | 2 | 3)[]) =>
      ([1, 2, 3] as const).filter(
        (auth_type) => paths(screens, { auth_type, config: { notification_auth_types } }).length === 1,
      );
    expect(seenBy([1])).toEqual([1]);
    expect(seenBy([1, 3])).toEqual([1, 3]);
    expect(seenBy([])).toEqual([]);
  });

  it("shows cloud games only where they are enabled", () => {
    const screens = [screen("cloudgame/version", { cloud_game: true })];
    expect(paths(screens)).toEqual([]);
    expect(paths(screens, { config: { cloud_game: true } })).toHaveLength(1);
  });

  it("keeps jobs and cases where there are no screens to swap them for", () => {
    const config = { low_code: true, cloud_game: true };
    for (const usage of ["car", "sfv", "normal"] as const)
      expect(menuOf(SCREENS, facts({ usage, config }))).toEqual(menuOf(SCREENS, facts({ usage })));
  });

  it("swaps jobs and cases in car projects of a low-code server", () => {
    const screens = [screen("auto/job/list", { low_code: false }), screen("auto/job-manage/list", { low_code: true })];
    expect(paths(screens, { usage: "car" })).toEqual(["auto/job/list"]);
    expect(paths(screens, { usage: "car", config: { low_code: true } })).toEqual(["auto/job-manage/list"]);
    expect(paths(screens, { usage: "sfv", config: { low_code: true } })).toEqual(["auto/job-manage/list"]);
    expect(paths(screens, { config: { low_code: true } })).toEqual(["auto/job/list"]);
  });

  it("keeps members' items from guests, and from everybody until it is known who they are", () => {
    const screens = [screen("project/member", {}, { members: true })];
    expect(paths(screens)).toHaveLength(1);
    expect(paths(screens, { guest: true })).toEqual([]);
    expect(paths(screens, { known: false })).toEqual([]);
  });

  it("shows what needs a privilege to who holds one", () => {
    const screens = [screen("project/edit", {}, { needs: ["project.edit", "project.token"] })];
    expect(paths(screens, { may: (privilege) => privilege === "project.token" })).toHaveLength(1);
    expect(paths(screens, { may: () => false })).toEqual([]);
  });
});
