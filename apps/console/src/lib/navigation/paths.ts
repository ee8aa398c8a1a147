import { rules, type SignInKind } from "@udt/contract";

/** The parts of the admin area, in the order of its tabs. */
export const ADMIN_TABS = [
  "users",
  "orgs",
  "projects",
  "agents",
  "device",
  "model",
  "issues",
  "audit",
  "health",
  "alerts",
  "settings",
  "addresses",
  "announcement",
] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

const runPath = (projectId: string, test_id: string, job_id: string | undefined) =>
  job_id === undefined
    ? `/${projectId}/auto/records/${encodeURIComponent(test_id)}`
    : `/${projectId}/auto/job/${encodeURIComponent(job_id)}/test/${encodeURIComponent(test_id)}`;

/** The parts of a job's page, in the order of its tabs. */
export const JOB_TABS = ["runs", "schedules", "settings"] as const;
export type JobTab = (typeof JOB_TABS)[number];

/** The parts of a case library's page, in the order of its tabs. */
export const LIBRARY_TABS = ["cases", "history", "settings"] as const;
export type LibraryTab = (typeof LIBRARY_TABS)[number];

/** The parts of a script repository's page, in the order of its tabs. */
export const SCRIPT_TABS = ["files", "history", "branches", "clone", "settings"] as const;
export type ScriptTab = (typeof SCRIPT_TABS)[number];

/** What an address says beside its path; empty values are not said. */
function searchOf(values: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== "")).toString();
  return search && `?${search}`;
}

/** Every address of the console that code links to. */
export const paths = {
  home: () => "/home",
  overview: () => "/overview",
  quality: () => "/quality-signage",
  releases: () => "/releases",
  login: (redirect?: string) =>
    redirect && redirect !== "/" ? `/login?redirect=${encodeURIComponent(redirect)}` : "/login",
  /** What follows the password where the account asks for more. */
  secondStep: (redirect: string | null) =>
    redirect === null ? "/login/second" : `/login/second?${new URLSearchParams({ redirect })}`,
  /** What an administrator without the second factor that the settings ask for may do alone. */
  secondFactor: () => "/login/set_up",
  signup: () => "/signup",
  forgotPassword: () => "/forgot_password",
  desktopSignedIn: () => "/desktop/auth/success",
  /** The page that a sign-in window begins with. */
  oauthStart: (kind: SignInKind, hand_over: boolean) =>
    `/oauth/start?${new URLSearchParams({ kind, ...(hand_over && { hand_over: "1" }) })}`,
  finish: () => "/finish",
  userinfo: () => "/userinfo",
  admin: (tab: AdminTab = "users") => `/admin/${tab}`,
  /** The agents of that name. */
  adminAgents: (keyword: string) => `/admin/agents?${new URLSearchParams({ keyword })}`,
  /** The settings, at one of their groups. */
  adminSettings: (group: "people" | "alerts") => `/admin/settings#${group}`,
  /** Where administrators allow addresses that are not public, with one to allow. */
  adminAddresses: (address: string) => `/admin/addresses?${new URLSearchParams({ address })}`,
  deviceList: (projectId: string) => `/${projectId}/remote/list`,
  /** The list, and how a phone comes into it. */
  connectPhone: (projectId: string) => `/${projectId}/remote/list?connect=1`,
  /** Those that have a tag. */
  devicesWith: (projectId: string, tag_id: string) => `/${projectId}/remote/list?${new URLSearchParams({ tag_id })}`,
  tags: (projectId: string) => `/${projectId}/management/device/list`,
  workOrders: (projectId: string) => `/${projectId}/management/device/issues`,
  workOrdersOf: (projectId: string, device_id: string) => `/${projectId}/management/device/${device_id}/issue`,
  strategies: (projectId: string, device_id: string) => `/${projectId}/management/device/${device_id}/strategies`,
  /** Those of its device, with all that is known of one. */
  workOrder: (projectId: string, device_id: string, number: number) =>
    `/${projectId}/management/device/${device_id}/issue?${new URLSearchParams({ number: String(number) })}`,
  /** What ran on a device. */
  recentTests: (projectId: string, device_id: string) => `/${projectId}/management/device/${device_id}/recent`,
  adminRecentTests: (device_id: string) => `/admin/${device_id}/recent`,
  /** The list of all devices, with all that is known of one. */
  adminDevice: (device_id: string) => `/admin/device?${new URLSearchParams({ device_id })}`,
  /** The same, with one of its checks. */
  adminDeviceCheck: (device_id: string, selfcheck_id: string) =>
    `${paths.adminDevice(device_id)}#${new URLSearchParams({ check: selfcheck_id })}`,
  /** The work orders of a device, for administrators. */
  adminDeviceOrders: (device_id: string) => `/admin/${device_id}/issue`,
  /** The catalogue, with one model of it. */
  adminModel: (model_id: string) => `/admin/model?${new URLSearchParams({ model_id })}`,
  tagAdd: (projectId: string) => `/${projectId}/management/device/tags/add`,
  /** A tag for one device alone. */
  tagAddOf: (projectId: string, device_id: string) =>
    `/${projectId}/management/device/tags/add?${new URLSearchParams({ device_id })}`,
  tagEdit: (projectId: string, tag_id: string) => `/${projectId}/management/device/tags/${tag_id}/edit`,
  /** The same, for a device that has it alone. */
  tagEditOf: (projectId: string, tag_id: string, device_id: string) =>
    `${paths.tagEdit(projectId, tag_id)}?${new URLSearchParams({ device_id })}`,
  /** The list, with all that is known of one device. */
  device: (projectId: string, device_id: string) => `/${projectId}/remote/list?${new URLSearchParams({ device_id })}`,
  /** The same, with one of its checks. */
  deviceCheck: (projectId: string, device_id: string, selfcheck_id: string) =>
    `${paths.device(projectId, device_id)}#${new URLSearchParams({ check: selfcheck_id })}`,
  serial: (projectId: string, serial: string) => `/${projectId}/serial/${encodeURIComponent(serial)}`,
  projects: () => "/project/manage?skip=false",
  projectCreate: () => "/project/create",
  projectEdit: (projectId: string) => `/${projectId}/project/edit`,
  apps: (projectId: string) => `/${projectId}/management/application`,
  iosCertificates: (projectId: string) => `/${projectId}/management/ios-certificate/list`,
  iosCertificateAdd: (projectId: string) => `/${projectId}/management/ios-certificate/add`,
  iosCertificate: (projectId: string, cert_id: string) => `/${projectId}/management/ios-certificate/${cert_id}/view`,
  iosCertificateEdit: (projectId: string, cert_id: string) =>
    `/${projectId}/management/ios-certificate/${cert_id}/edit`,
  jobs: (projectId: string) => `/${projectId}/auto/job/list`,
  /** Where a job is made; from a library or a run it begins with what that has. */
  jobCreate: (projectId: string, from?: { library_id: string } | { test_id: string }) =>
    `/${projectId}/auto/job/create${from ? `?${new URLSearchParams({ ...from })}` : ""}`,
  accountFiles: (projectId: string) => `/${projectId}/auto/job/accounts`,
  job: (projectId: string, job_id: string, tab: JobTab | "edit" | "run" = "runs") =>
    `/${projectId}/auto/job/${job_id}/${tab}`,
  libraries: (projectId: string) => `/${projectId}/auto/case/list`,
  libraryCreate: (projectId: string) => `/${projectId}/auto/case/create`,
  /** The window in which a repository is authorised. */
  libraryAuthorize: (projectId: string) => `/${projectId}/auto/case/authorize`,
  library: (projectId: string, library_id: string, tab: LibraryTab = "cases") =>
    `/${projectId}/auto/case/${library_id}/${tab}`,
  scripts: (projectId: string) => `/${projectId}/auto/script-manage/list`,
  /** A part of its page, at a branch and a file where they are given. */
  script: (projectId: string, repo_id: string, tab: ScriptTab = "files", at: { branch?: string; path?: string } = {}) =>
    `/${projectId}/auto/script-manage/${repo_id}/${tab}${searchOf(at)}`,
  /** The editor, at a branch, a file and a line of it where they are given. */
  scriptEdit: (projectId: string, repo_id: string, at: { branch?: string; path?: string; line?: string } = {}) =>
    `/${projectId}/script-edit/${repo_id}${searchOf(at)}`,
  memoryTraces: (projectId: string) => `/${projectId}/memory-graph/record`,
  /** A trace's report, at one of its samples where it is given. */
  memoryReport: (projectId: string, trace_id: string, sample_id?: string) =>
    `/${projectId}/memory-graph/report/${trace_id}${sample_id === undefined ? "" : `?sample=${sample_id}`}`,
  /** The flame graph of a trace's sample, with what else its address holds. */
  memoryFlame: (projectId: string, trace_id: string, view: Record<string, string>) =>
    `/${projectId}/memory-graph/report/${trace_id}/flamegraph?${new URLSearchParams(view).toString()}`,
  /** Two samples, each with its trace. */
  memoryCompare: (projectId: string, samples: Record<string, string> = {}) => {
    const search = new URLSearchParams(samples).toString();
    return `/${projectId}/memory-graph/compare-analysis${search && `?${search}`}`;
  },
  /** The partition rules, tried on a sample where it is given. */
  memoryRegions: (projectId: string, sample?: { trace_id: string; sample_id: string }) => {
    const search = sample ? `?${new URLSearchParams({ trace: sample.trace_id, sample: sample.sample_id })}` : "";
    return `/${projectId}/memory-graph/region-manage${search}`;
  },
  credentials: (projectId: string) => `/${projectId}/auto/case/credentials`,
  members: (projectId: string) => `/${projectId}/project/member`,
  memberAdd: (projectId: string) => `/${projectId}/project/member/add`,
  privileges: (projectId: string) => `/${projectId}/project/privilege`,
  notifications: (projectId: string) => `/${projectId}/project/notification`,
  /** The page for something that does not exist; it goes on by itself to where the user can go on from. */
  missing: (what: "page" | "project" | "case" | "job", project?: string) =>
    `/page_not_found?${new URLSearchParams({ what, ...(project !== undefined && { project }) })}`,
  records: (projectId: string) => `/${projectId}/remote/record`,
  /** A session's record, at a moment of it. @param at epoch milliseconds */
  recordAt: (projectId: string, test_id: string, at: number) =>
    `/${projectId}/remote/record?${new URLSearchParams({ test_id, at: String(at) })}`,
  runs: (projectId: string) => `/${projectId}/auto/records/list`,
  /** A test's live page and report: below its job where it has one. */
  run: (projectId: string, test_id: string, job_id?: string) => runPath(projectId, test_id, job_id),
  runDevice: (projectId: string, test_id: string, device_id: string, job_id?: string) =>
    `${runPath(projectId, test_id, job_id)}/device/${encodeURIComponent(device_id)}`,
  runCase: (projectId: string, test_id: string, case_run_id: number, job_id?: string) =>
    `${runPath(projectId, test_id, job_id)}/case/${case_run_id}`,
  /** Several devices in one view. */
  together: (projectId: string, device_ids: readonly string[]) =>
    `/${projectId}/remote/together?${new URLSearchParams(device_ids.map((device_id) => ["device_id", device_id]))}`,
  debug: (projectId: string, test_id: string, device_id: string) =>
    `/${projectId}/remote/debug?${new URLSearchParams({ test_id, device_id })}`,
};

/**
 * Where to go after signing in: `wanted` when it is a path of this console, else `fallback`. Anything a browser could read
 * as another site (`//host`, `/\host`, a scheme, control characters that URL parsers drop) is refused.
 */
export function safeRedirect(wanted: string | null, fallback: string): string {
  const path = wanted === null ? undefined : rules.ownPath(wanted);
  return path === undefined ||
    /^\/(login|signup|forgot_password|reset_password|confirm_email|oauth|finish)([/?#]|$)/.test(path)
    ? fallback
    : path;
}
