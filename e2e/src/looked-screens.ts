/** Which look is at which of the console's screens: what no look is at, axe-core never sees. */
import { fileURLToPath } from "node:url";

/** The screen that is this one by another of its addresses. */
interface SameScreen {
  same_as: string;
}
const sameAs = (same_as: string): SameScreen => ({ same_as });

/** Every path of the console's screens, as its own tables have them and in their order, and the name of a look at it. */
export const LOOKED_SCREENS: Readonly<Record<string, string | SameScreen>> = {
  "/login": "login",
  "/login/second": "second-step-over",
  "/login/set_up": "second-factor-required",
  "/signup": "signup",
  "/forgot_password": "forgot",
  "/reset_password": "reset",
  "/confirm_email": "confirm",
  "/oauth/start": "oauth-start",
  "/oauth/success": "oauth-refused",
  "/finish": "finish",
  "/watch/:token": "co-driving link",
  "/desktop/auth/success": "desktop-stranger",
  "/home": "home",
  "/overview": "overview",
  "/quality-signage": "quality",
  "/releases": "releases",
  "/platform/sync/:first/:second?/:third?/:fourth?/:fifth?/:sixth?/:seventh?": "platform-sync",
  "/project/manage": "projects",
  "/project/create": "project-create",
  "/userinfo": "account",
  "/admin": sameAs("/admin/:tab"),
  "/admin/:tab": "admin-orgs",
  "/admin/:deviceId/recent": "recent-tests-admin",
  "/admin/:deviceId/issue": "admin-work-orders",
  "/admin/remote/debug": "admin-debug-none",
  "/page_not_found": "not-found",
  "/external/iframe": "external-alone",
  "/:projectId/remote/list": "devices",
  "/:projectId/remote/debug": "debug-ended",
  "/:projectId/remote/together": "together",
  "/:projectId/remote/serial": sameAs("/:projectId/device/serial/:serial"),
  "/:projectId/serial/:serial": sameAs("/:projectId/device/serial/:serial"),
  "/:projectId/device/serial/:serial": "serial",
  "/:projectId/remote/record": "records",
  "/:projectId/auto/job/list": "jobs",
  "/:projectId/auto/job/create": "job-create-wrong",
  "/:projectId/auto/job/accounts": "account-files",
  "/:projectId/auto/job/:jobId/edit": "job-edit-app",
  "/:projectId/auto/job/:jobId/run": "job-run-once",
  "/:projectId/auto/job/:jobId/:tabActive": "job-settings",
  "/:projectId/auto/case/list": "libraries",
  "/:projectId/auto/case/create": "library-import",
  "/:projectId/auto/case/authorize": "library-authorize",
  "/:projectId/auto/case/credentials": "credentials",
  "/:projectId/auto/case/:repoId/:tabActive": "library-cases",
  "/:projectId/auto/script-manage/list": "scripts",
  "/:projectId/auto/script-manage/:repoId/:tabActive": "script-files",
  "/:projectId/script-edit/:id": "script-edit",
  "/:projectId/auto/records/list": "reports",
  "/:projectId/run/:runNumber": "missing-run-number",
  "/:projectId/auto/records/:testId": "report-matrix",
  "/:projectId/auto/records/:testId/device/:deviceId": "report-device",
  "/:projectId/auto/records/:testId/case/:caseId": "report-case",
  "/:projectId/auto/job/:jobId/test/:testId": sameAs("/:projectId/auto/records/:testId"),
  "/:projectId/auto/job/:jobId/test/:testId/device/:deviceId": sameAs(
    "/:projectId/auto/records/:testId/device/:deviceId",
  ),
  "/:projectId/auto/job/:jobId/test/:testId/case/:caseId": sameAs("/:projectId/auto/records/:testId/case/:caseId"),
  "/:projectId/management/device/list": "tags",
  "/:projectId/management/device/tags/add": "tag-create-wrong",
  "/:projectId/management/device/tags/:tagId/edit": "tag-edit",
  "/:projectId/management/device/issues": "work-orders",
  "/:projectId/management/device/:deviceId/issue": sameAs("/:projectId/management/device/issues"),
  "/:projectId/management/device/:deviceId/recent": "recent-tests",
  "/:projectId/management/device/:deviceId/strategies": "device strategies",
  "/:projectId/memory-graph/record": "memory-traces",
  "/:projectId/memory-graph/compare-analysis": "memory-compare-traces",
  "/:projectId/memory-graph/region-manage": "memory-partition-rules",
  "/:projectId/memory-graph/report/:testId": "memory-report",
  "/:projectId/memory-graph/report/:testId/flamegraph": "memory-flame",
  "/:projectId/management/agents": "agents",
  "/:projectId/management/application": "apps",
  "/:projectId/management/ios-certificate/list": "ios-certificates",
  "/:projectId/management/ios-certificate/add": "ios-certificate-wrong",
  "/:projectId/management/ios-certificate/:certId/view": "ios-certificate",
  "/:projectId/management/ios-certificate/:certId/edit": "ios-certificate-edit",
  "/:projectId/project/member": "members",
  "/:projectId/project/member/add": "member-add",
  "/:projectId/project/privilege": "privileges",
  "/:projectId/project/notification": "notification-trigger",
  "/:projectId/project/edit": "project-edit",
};

/** What of the console's tables of screens matters here. */
interface ScreenTables {
  screens: readonly { path: string; load: () => Promise<unknown> }[];
  planned: readonly { path: string; title: string }[];
}

/** The console's own tables. Their types lead to all of the console, which is checked with its own settings. */
export async function consoleScreens(): Promise<ScreenTables> {
  const read = async (file: string): Promise<unknown> =>
    import(fileURLToPath(new URL(`../../apps/console/src/app/${file}`, import.meta.url)));
  const [{ PUBLIC_SCREENS }, { SCREENS }, { PLANNED }] = (await Promise.all(
    ["public-routes.ts", "routes.ts", "planned-routes.ts"].map(read),
  )) as [
    { PUBLIC_SCREENS: ScreenTables["screens"] },
    { SCREENS: ScreenTables["screens"] },
    { PLANNED: ScreenTables["planned"] },
  ];
  return { screens: [...PUBLIC_SCREENS, ...SCREENS], planned: PLANNED };
}

const LOOKED = Object.entries(LOOKED_SCREENS).map(([path, look]) => ({
  path,
  look,
  matches: new RegExp(`^${path.replaceAll(/\/:\w+\?/g, "(?:/[^/]+)?").replaceAll(/:\w+/g, "[^/]+")}$`),
}));

/** The path of the screen that has this address; a word goes before a parameter, as the tables are ordered. */
export const screenAt = (address: string): string | undefined =>
  LOOKED.find(({ matches }) => matches.test(new URL(address).pathname))?.path;

/** The screen that a look of this name is at, where it stands for one. */
export const screenOfLook = (name: string): string | undefined => LOOKED.find(({ look }) => look === name)?.path;
