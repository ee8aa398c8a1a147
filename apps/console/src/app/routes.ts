import type { ProjectInfo } from "@udt/contract";
import type { ComponentType } from "react";
import type { Namespace } from "../lib/i18n/index.ts";
import type { AppKey } from "./app-key.ts";
import type { MenuIcon } from "./menu-icon.ts";
import { PLANNED } from "./planned-routes.ts";
import { PUBLIC_SCREENS } from "./public-routes.ts";
import { EXTERNAL, REDIRECTS } from "./redirects.ts";

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

/** The words of whatever plays recordings. */
const PLAYED = ["performance", "player"] as const;

/** Screens of the signed-in console. */
export const SCREENS: readonly ScreenRoute[] = [
  {
    path: "/home",
    title: "title.home",
    texts: ["home", "tests"],
    has_menu: true,
    narrow: true,
    tablet: true,
    load: () => import("../features/home/home-page.tsx"),
  },
  {
    path: "/overview",
    title: "title.overview",
    texts: ["overview", "tests"],
    load: () => import("../features/overview/overview-page.tsx"),
  },
  {
    path: "/quality-signage",
    title: "title.quality",
    texts: ["quality"],
    load: () => import("../features/quality/quality-page.tsx"),
    narrow: true,
  },
  {
    path: "/releases",
    title: "title.releases",
    texts: ["releases"],
    load: () => import("../features/releases/releases-page.tsx"),
  },
  {
    path: "/platform/sync/:first/:second?/:third?/:fourth?/:fifth?/:sixth?/:seventh?",
    title: "title.platform_sync",
    texts: ["platform-sync"],
    load: () => import("../features/platform-sync/sync-page.tsx"),
  },
  {
    path: "/project/manage",
    title: "title.projects",
    texts: ["projects"],
    load: () => import("../features/projects/manage-page.tsx"),
  },
  {
    path: "/project/create",
    title: "title.project_create",
    texts: ["projects", "rules"],
    load: () => import("../features/projects/create-page.tsx"),
  },
  {
    path: "/userinfo",
    title: "title.account",
    texts: ["account", "own-passkeys", "passkeys", "rules", "two-step"],
    load: () => import("../features/account/account-page.tsx"),
  },
  ...["/admin", "/admin/:tab"].map((path) => ({
    path,
    title: "title.admin" as const,
    texts: [
      ...(["admin", "agents", "devices", "device-facts", "inspection", "models"] as const),
      ...(["tests", "project-contents", "notifications", "rules", "work-orders"] as const),
    ],
    load: () => import("./admin-page.tsx"),
  })),
  {
    path: "/admin/:deviceId/recent",
    title: "title.recent_tests",
    texts: ["recent-tests", "tests"],
    load: () => import("../features/recent-tests/admin-recent-page.tsx"),
  },
  {
    path: "/admin/:deviceId/issue",
    title: "title.work_orders",
    texts: ["work-orders", "devices", "inspection", "tests"],
    load: () => import("../features/work-orders/admin-orders-page.tsx"),
  },
  {
    path: "/admin/remote/debug",
    title: "title.debug",
    texts: ["debug"],
    load: () => import("../features/debug/admin-debug-page.tsx"),
  },
  { path: "/page_not_found", title: "title.not_found", texts: [], load: () => import("./missing-page.tsx") },
  {
    path: "/external/iframe",
    title: "title.external",
    texts: ["embed"],
    load: () => import("../features/embed/external-page.tsx"),
  },
  {
    path: "/:projectId/remote/list",
    title: "title.devices",
    texts: ["devices", "agents", "device-facts", "device-profile", "inspection", "tests", "work-orders", "job-config"],
    load: () => import("../features/devices/devices-page.tsx"),
    menu: { group: "menu.remote", icon: "devices", go: "d" },
    narrow: true,
    tablet: true,
  },
  {
    path: "/:projectId/remote/debug",
    title: "title.debug",
    texts: ["debug", ...PLAYED, "device-facts", "inspection", "uploads", "tests", "remote-adb", "control"],
    load: () => import("../features/debug/index.ts"),
    below: "/:projectId/remote/list",
    tablet: true,
    fills: true,
  },
  {
    path: "/:projectId/remote/together",
    title: "title.together",
    texts: ["debug", "inspection", "tests"],
    load: () => import("../features/debug/together/together-page.tsx"),
    below: "/:projectId/remote/list",
    fills: true,
  },
  ...["/:projectId/remote/serial", "/:projectId/serial/:serial", "/:projectId/device/serial/:serial"].map((path) => ({
    path,
    title: "title.serial" as const,
    texts: ["devices", "agents", "device-facts", "device-profile", "inspection", "tests", "work-orders"] as const,
    load: () => import("../features/devices/serial-page.tsx"),
    below: "/:projectId/remote/list",
  })),
  {
    path: "/:projectId/remote/record",
    title: "title.records",
    texts: ["records", "player", "tests", "handover"],
    load: () => import("../features/records/records-page.tsx"),
    menu: { group: "menu.remote", icon: "records", go: "l" },
  },
  {
    path: "/:projectId/auto/job/list",
    title: "title.jobs",
    texts: ["jobs", "job-config"],
    load: () => import("../features/jobs/jobs-page.tsx"),
    menu: { group: "menu.auto", icon: "jobs", go: "t", low_code: false },
    needs: ["case.view"],
  },
  {
    path: "/:projectId/auto/job/create",
    title: "title.job_create",
    texts: ["jobs", "job-config", "device-rules"],
    load: () => import("../features/jobs/create-page.tsx"),
    below: "/:projectId/auto/job/list",
    members: true,
  },
  {
    path: "/:projectId/auto/job/accounts",
    title: "title.account_files",
    texts: ["jobs", "job-config"],
    load: () => import("../features/jobs/accounts/accounts-page.tsx"),
    below: "/:projectId/auto/job/list",
    members: true,
  },
  // The editor, which asks for accounts and credentials.
  ...["edit", "run"].map((tab) => ({
    path: `/:projectId/auto/job/:jobId/${tab}`,
    title: "title.job" as const,
    texts: ["jobs", "job-config", "device-rules"] as const,
    load: () => import("../features/jobs/job-page.tsx"),
    below: "/:projectId/auto/job/list",
    members: true as const,
  })),
  {
    path: "/:projectId/auto/job/:jobId/:tabActive",
    title: "title.job",
    texts: ["jobs", "job-config", "device-rules"],
    load: () => import("../features/jobs/job-page.tsx"),
    below: "/:projectId/auto/job/list",
  },
  {
    path: "/:projectId/auto/case/list",
    title: "title.libraries",
    texts: ["libraries"],
    load: () => import("../features/libraries/libraries-page.tsx"),
    menu: { group: "menu.auto", icon: "cases", go: "c", low_code: false },
    needs: ["case.view"],
  },
  {
    path: "/:projectId/auto/case/create",
    title: "title.library_import",
    texts: ["libraries", "rules", "job-config"],
    load: () => import("../features/libraries/create-page.tsx"),
    below: "/:projectId/auto/case/list",
    members: true,
  },
  {
    path: "/:projectId/auto/case/authorize",
    title: "title.library_authorize",
    texts: ["libraries", "rules", "job-config"],
    load: () => import("../features/libraries/authorize-page.tsx"),
    below: "/:projectId/auto/case/list",
    members: true,
  },
  {
    path: "/:projectId/auto/case/credentials",
    title: "title.credentials",
    texts: ["libraries", "rules"],
    load: () => import("../features/libraries/credentials-page.tsx"),
    below: "/:projectId/auto/case/list",
    members: true,
  },
  {
    path: "/:projectId/auto/case/:repoId/:tabActive",
    title: "title.library",
    texts: ["libraries", "rules", "job-config"],
    load: () => import("../features/libraries/library-page.tsx"),
    below: "/:projectId/auto/case/list",
  },
  {
    path: "/:projectId/auto/records/list",
    title: "title.reports",
    texts: ["runs"],
    load: () => import("../features/runs/list-page.tsx"),
    narrow: true,
    menu: { group: "menu.auto", icon: "reports", go: "r" },
  },
  {
    path: "/:projectId/run/:runNumber",
    title: "title.report",
    texts: ["runs"],
    load: () => import("../features/runs/number-page.tsx"),
    below: "/:projectId/auto/records/list",
    narrow: true,
  },
  {
    path: "/:projectId/auto/records/:testId",
    title: "title.report",
    texts: ["runs", "tests", "job-config", "player"],
    load: () => import("../features/runs/run-page.tsx"),
    below: "/:projectId/auto/records/list",
    narrow: true,
  },
  {
    path: "/:projectId/auto/records/:testId/device/:deviceId",
    title: "title.report_device",
    texts: ["runs", "tests", "timeline", "handover", "performance", "player"],
    load: () => import("../features/runs/device-page.tsx"),
    below: "/:projectId/auto/records/list",
    narrow: true,
  },
  {
    path: "/:projectId/auto/records/:testId/case/:caseId",
    title: "title.report_case",
    texts: ["runs", "tests", "timeline", "performance", "player"],
    load: () => import("../features/runs/case-page.tsx"),
    below: "/:projectId/auto/records/list",
    narrow: true,
  },
  {
    path: "/:projectId/auto/job/:jobId/test/:testId",
    title: "title.report",
    texts: ["runs", "tests", "job-config", "player"],
    load: () => import("../features/runs/run-page.tsx"),
    below: "/:projectId/auto/records/list",
    narrow: true,
  },
  {
    path: "/:projectId/auto/job/:jobId/test/:testId/device/:deviceId",
    title: "title.report_device",
    texts: ["runs", "tests", "timeline", "handover", "performance", "player"],
    load: () => import("../features/runs/device-page.tsx"),
    below: "/:projectId/auto/records/list",
    narrow: true,
  },
  {
    path: "/:projectId/auto/job/:jobId/test/:testId/case/:caseId",
    title: "title.report_case",
    texts: ["runs", "tests", "timeline", "performance", "player"],
    load: () => import("../features/runs/case-page.tsx"),
    below: "/:projectId/auto/records/list",
    narrow: true,
  },
  {
    path: "/:projectId/management/device/list",
    title: "title.tags",
    texts: ["tags", "job-config", "inspection"],
    load: () => import("../features/tags/tags-page.tsx"),
    below: "/:projectId/remote/list",
    members: true,
  },
  {
    path: "/:projectId/management/device/tags/add",
    title: "title.tag_create",
    texts: ["tags", "job-config", "device-rules", "rules", "inspection", "device-profile", "environment"],
    load: () => import("../features/tags/create-page.tsx"),
    below: "/:projectId/remote/list",
    needs: ["tag.delete"],
  },
  {
    path: "/:projectId/management/device/tags/:tagId/edit",
    title: "title.tag",
    texts: ["tags", "job-config", "device-rules", "rules", "inspection", "device-profile", "environment"],
    load: () => import("../features/tags/edit-page.tsx"),
    below: "/:projectId/remote/list",
    needs: ["tag.delete"],
  },
  ...["issues", ":deviceId/issue"].map((path) => ({
    path: `/:projectId/management/device/${path}`,
    title: "title.work_orders" as const,
    texts: ["work-orders", "inspection", "tests"] as const,
    load: () => import("../features/work-orders/orders-page.tsx"),
    below: "/:projectId/remote/list",
    members: true as const,
  })),
  {
    path: "/:projectId/management/device/:deviceId/recent",
    title: "title.recent_tests",
    texts: ["recent-tests", "tests"],
    load: () => import("../features/recent-tests/recent-page.tsx"),
    below: "/:projectId/remote/list",
  },
  {
    path: "/:projectId/management/device/:deviceId/strategies",
    title: "title.strategies",
    texts: ["devices", "inspection", "device-profile", "environment"],
    load: () => import("../features/devices/strategies-page.tsx"),
    below: "/:projectId/remote/list",
    members: true,
  },
  {
    path: "/:projectId/management/agents",
    title: "title.agents",
    texts: ["agents"],
    load: () => import("../features/agents/agents-page.tsx"),
    menu: { group: "menu.management", icon: "agents", go: "x" },
    members: true,
  },
  {
    path: "/:projectId/management/application",
    title: "title.apps",
    texts: ["apps", "uploads"],
    load: () => import("../features/apps/apps-page.tsx"),
    menu: { group: "menu.management", icon: "apps", go: "a" },
  },
  {
    path: "/:projectId/management/ios-certificate/list",
    title: "title.ios_certificates",
    texts: ["ios-certificates"],
    load: () => import("../features/ios-certificates/list-page.tsx"),
    menu: { group: "menu.management", icon: "certificates", go: "i" },
    needs: ["cred.view"],
    narrow: true,
  },
  {
    path: "/:projectId/management/ios-certificate/add",
    title: "title.ios_certificate_add",
    texts: ["ios-certificates", "rules"],
    load: () => import("../features/ios-certificates/add-page.tsx"),
    below: "/:projectId/management/ios-certificate/list",
    needs: ["project.edit"],
    narrow: true,
  },
  {
    path: "/:projectId/management/ios-certificate/:certId/view",
    title: "title.ios_certificate",
    texts: ["ios-certificates"],
    load: () => import("../features/ios-certificates/view-page.tsx"),
    below: "/:projectId/management/ios-certificate/list",
    needs: ["cred.view"],
    narrow: true,
  },
  {
    path: "/:projectId/management/ios-certificate/:certId/edit",
    title: "title.ios_certificate_edit",
    texts: ["ios-certificates", "rules"],
    load: () => import("../features/ios-certificates/edit-page.tsx"),
    below: "/:projectId/management/ios-certificate/list",
    needs: ["project.edit"],
    narrow: true,
  },
  {
    path: "/:projectId/project/member",
    title: "title.members",
    texts: ["members"],
    load: () => import("../features/members/members-page.tsx"),
    menu: { group: "menu.project", icon: "members", go: "m" },
    members: true,
  },
  {
    path: "/:projectId/project/member/add",
    title: "title.member_add",
    texts: ["members"],
    load: () => import("../features/members/add-page.tsx"),
    below: "/:projectId/project/member",
    members: true,
  },
  {
    path: "/:projectId/project/privilege",
    title: "title.privileges",
    texts: ["privileges"],
    load: () => import("../features/privileges/privileges-page.tsx"),
    menu: { group: "menu.project", icon: "privileges", go: "p" },
    members: true,
  },
  {
    path: "/:projectId/project/notification",
    title: "title.notifications",
    texts: ["notifications", "rules"],
    load: () => import("../features/notifications/notification-page.tsx"),
    menu: { group: "menu.project", icon: "notifications", go: "n", notifications: true },
    needs: ["project.edit"],
  },
  {
    path: "/:projectId/project/edit",
    title: "title.project_edit",
    texts: ["projects", "rules", "project-contents"],
    load: () => import("../features/projects/edit-page.tsx"),
    menu: { group: "menu.project", icon: "settings", go: "s" },
    needs: ["project.edit", "project.token"],
  },
];

export const isOfProject = (path: string): boolean => path.startsWith("/:projectId/");

/** Every screen of a project is there a second time for a page that embeds it (document 1 §2). */
export const embedded = (path: string): string => `/iframe${path}`;

/** Links without a project, from before there were projects in addresses; they mean the project that was open last. */
export const UNSCOPED = "/auto/*";

/** Every path that the router knows. */
export const ALL_PATHS: readonly string[] = [
  ...PUBLIC_SCREENS.map(({ path }) => path),
  UNSCOPED,
  ...[...SCREENS, ...PLANNED, ...REDIRECTS.map(({ from }) => ({ path: from }))].flatMap(({ path }) =>
    isOfProject(path) ? [path, embedded(path)] : [path],
  ),
  ...EXTERNAL.map(({ path }) => path),
  "/:projectId",
  embedded("/:projectId"),
];
