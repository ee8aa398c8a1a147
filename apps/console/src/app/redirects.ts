/** Older addresses and document 1's, and where what they showed is now; `*` is the rest of the path. Parameters and query go along. */
export const REDIRECTS: readonly { from: string; to: string }[] = [
  { from: "/:projectId/auto/task", to: "/:projectId/auto/job/list" },
  { from: "/:projectId/auto/task/record/*", to: "/:projectId/auto/records/*" },
  { from: "/:projectId/auto/task/*", to: "/:projectId/auto/job/*" },
  { from: "/:projectId/auto/job/record/*", to: "/:projectId/auto/records/*" },
  { from: "/:projectId/auto/records/proxy", to: "/:projectId/auto/records/list" },
  { from: "/:projectId/auto/records", to: "/:projectId/auto/records/list" },
  { from: "/:projectId/management/device", to: "/:projectId/management/device/list" },
  { from: "/:projectId/auto/script-manage", to: "/:projectId/auto/script-manage/list" },
  { from: "/:projectId/auto/script-manage/script/create", to: "/:projectId/auto/script-manage/list?create=1" },
  { from: "/:projectId/auto/script-manage/script/*", to: "/:projectId/auto/script-manage/*" },
  { from: "/:projectId/auto/script-manage/test-details/*", to: "/:projectId/auto/records/*" },
];

/** Document 1 §2's addresses for another site, and the embedded screen of a project that each opens. */
export const EXTERNAL: readonly { path: string; screen: string }[] = [
  { path: "/external/:externalSite", screen: "remote/list" },
  { path: "/external/:externalSite/remote/list", screen: "remote/list" },
  { path: "/external/:externalSite/remote/debug", screen: "remote/debug" },
];

/** The new address for an older one: its parameters filled in. */
export function redirectTo(to: string, params: Readonly<Record<string, string | undefined>>): string {
  return to.replace(/:(\w+)|\*/g, (whole, name: string | undefined) => {
    const value = params[name ?? "*"] ?? "";
    // What `*` stands for are several parts of a path.
    return whole === "*" ? value : encodeURIComponent(value);
  });
}
