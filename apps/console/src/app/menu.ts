import type { ProjectInfo, UserInfo, WebConfig } from "@udt/contract";
import type { Asked } from "../lib/privileges/index.ts";
import type { ScreenRoute } from "./screen-route.ts";

/** What decides which items the menu of a project has. */
export interface MenuFacts {
  readonly config: Pick<WebConfig, "menu_exclude" | "low_code" | "cloud_game" | "notification_auth_types">;
  readonly usage: ProjectInfo["target_usage"];
  readonly auth_type: UserInfo["auth_type"];
  readonly guest: boolean;
  /** Whether it is known yet what the caller may. */
  readonly known: boolean;
  readonly may: (privilege: Asked) => boolean;
}

const PROJECT = "/:projectId/";

/** Document 1 §6: the items that the caller, the project's kind and the server's settings leave, in the table's order. */
export function menuOf(screens: readonly ScreenRoute[], facts: MenuFacts): readonly ScreenRoute[] {
  const { menu_exclude, low_code, cloud_game, notification_auth_types } = facts.config;
  const excluded = new Set([...menu_exclude.general, ...menu_exclude[facts.usage]]);
  const isCar = facts.usage === "car" || facts.usage === "sfv";
  // Nothing gives way to screens that are not there.
  const hasLowCode = screens.some(({ menu }) => menu?.low_code === true);
  return screens.filter(({ path, menu, members, needs }) => {
    if (!menu || excluded.has(path.slice(PROJECT.length))) return false;
    if (members && (facts.guest || !facts.known)) return false;
    if (needs && !needs.some(facts.may)) return false;
    if (menu.kinds && !menu.kinds.includes(facts.usage)) return false;
    if (menu.notifications && !notification_auth_types.includes(facts.auth_type)) return false;
    if (menu.low_code !== undefined && menu.low_code !== (low_code && isCar && hasLowCode)) return false;
    return !menu.cloud_game || cloud_game;
  });
}
