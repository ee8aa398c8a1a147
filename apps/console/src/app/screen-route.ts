/** What the console knows of a screen. */
import type { ProjectInfo } from "@udt/contract";
import type { ComponentType } from "react";
import type { Namespace } from "../lib/i18n/index.ts";
import type { AppKey } from "./app-key.ts";
import type { MenuIcon } from "./menu-icon.ts";

export interface MenuPlace {
  readonly group: AppKey;
  readonly icon: MenuIcon;
  /** Leads there after `g`. */
  readonly go: string;
  /** Only in projects of these kinds; in all when it is left out. */
  readonly kinds?: readonly ProjectInfo["target_usage"][];
  /** Only for the types of accounts that the server's settings name. */
  readonly notifications?: true;
  /** Car projects of a low-code server have other items for jobs and cases: true for those, false for what they replace. */
  readonly low_code?: boolean;
  /** Only where the server has cloud games. */
  readonly cloud_game?: true;
}

/** The privileges that open screens. */
export type Needed = "case.view" | "cred.view" | "project.edit" | "project.token" | "tag.delete";

/** What the console knows of a screen: the menu, the page title and the router are made from this table. */
export interface ScreenRoute {
  /** Below the console's base path; `:projectId` makes it a screen of a project. */
  readonly path: string;
  readonly title: AppKey;
  readonly texts: readonly Namespace[];
  readonly load: () => Promise<{ default: ComponentType }>;
  readonly menu?: MenuPlace;
  /** Only for a caller who holds one of these, in the menu and by its address. */
  readonly needs?: readonly Needed[];
  /** Only for members of the project, not for guests, in the menu and by its address. */
  readonly members?: true;
  /** The menu's item that stays lit on this screen. */
  readonly below?: string;
  /** Is of no project, and has the menu of the one that was open last beside it. */
  readonly has_menu?: true;
  /** It is laid out for the width of a phone, too. */
  readonly narrow?: true;
  /** It is laid out for a tablet on its side, too. */
  readonly tablet?: true;
  /** The screen takes the whole content area and scrolls within itself. */
  readonly fills?: true;
}
