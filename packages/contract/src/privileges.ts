/** Document 1 §3. An administrator of a project switches the first list for its ordinary members; the second is always held by members. */
export const SWITCHABLE_PRIVILEGES = [
  "project.token",
  "project.edit",
  "member.invite",
  "member.remove",
  "member.edit",
  "job.delete",
  "tag.delete",
  "app.delete",
  "debug.monitor",
] as const;
export const VIEW_PRIVILEGES = ["cred.view", "case.view", "tag.view", "project.view", "device.view"] as const;
export type SwitchablePrivilege = (typeof SWITCHABLE_PRIVILEGES)[number];
export type Privilege = SwitchablePrivilege | (typeof VIEW_PRIVILEGES)[number];

/** What a new project's ordinary members may do until its owner changes it. */
export const DEFAULT_MEMBER_PRIVILEGES: readonly SwitchablePrivilege[] = [
  "member.invite",
  "app.delete",
  "debug.monitor",
];
