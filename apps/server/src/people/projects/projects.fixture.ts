import type { SwitchablePrivilege } from "@udt/contract";
import type { Person, TestServer } from "../../../test/harness.ts";

export interface ProjectChange {
  visibility?: 1 | 2 | 3;
  member_privileges?: SwitchablePrivilege[];
}

/** A project of an owner and an ordinary member. */
export const ownedProject = (
  udt: TestServer,
  project: string,
  people: { owner: Person; member: Person },
  change: ProjectChange = {},
): Promise<string> =>
  udt.project(
    project,
    [
      { person: people.owner, user_type: 1 },
      { person: people.member, user_type: 2 },
    ],
    change,
  );

/** An administrator, whom a project's owner and member will be, and somebody else. */
export async function makePeople(udt: TestServer): Promise<Record<"root" | "owner" | "member" | "stranger", Person>> {
  return {
    root: await udt.person("root", { udt_admin: true }),
    owner: await udt.person("owner"),
    member: await udt.person("member"),
    stranger: await udt.person("stranger"),
  };
}
