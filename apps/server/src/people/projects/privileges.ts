import { SWITCHABLE_PRIVILEGES, VIEW_PRIVILEGES, type Privilege, type SwitchablePrivilege } from "@udt/contract";

/** What `privilege/enforce` calls being an owner; no privilege that could be switched. */
export const PROJECT_OWNER = "project.owner";

const ALL_PRIVILEGES: readonly Privilege[] = [...SWITCHABLE_PRIVILEGES, ...VIEW_PRIVILEGES];
/** Whoever may look at a public project sees it, its devices, its tasks and its libraries; credentials are its members' own. */
const GUEST_PRIVILEGES: readonly Privilege[] = ["project.view", "device.view", "case.view"];

/** What somebody may do in a project. @param switched What its ordinary members hold beyond looking. */
export function privilegesOf(user_type: 0 | 1 | 2, switched: readonly SwitchablePrivilege[]): ReadonlySet<Privilege> {
  if (user_type === 1) return new Set(ALL_PRIVILEGES);
  return new Set(user_type === 2 ? [...switched, ...VIEW_PRIVILEGES] : GUEST_PRIVILEGES);
}

/** As the wire has them: those of a list that are held, `project.owner` among them. */
export function heldAmong(
  asked: readonly string[],
  standing: { user_type: 0 | 1 | 2; privileges: ReadonlySet<Privilege> },
): string[] {
  const held = new Set<string>(standing.privileges);
  if (standing.user_type === 1) held.add(PROJECT_OWNER);
  return [...new Set(asked)].filter((name) => held.has(name));
}

export const NAMED_PRIVILEGES: readonly string[] = [...ALL_PRIVILEGES, PROJECT_OWNER];
