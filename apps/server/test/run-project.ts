/** What tests of jobs and runs begin with: who may do what, and a job that needs nothing but a device. */
import type { JobConfigInput } from "@udt/contract";
import type { Person, TestAgent, TestServer } from "./harness.ts";

/** Random input for five minutes, on any one device. */
export const monkeyConfig = (change: Partial<JobConfigInput> = {}): JobConfigInput => ({
  app_id: null,
  framework: "monkey",
  library_id: null,
  monkey: { minutes: 5, seed: 7, throttle_ms: 100, events: null, packages: ["dev.udt.shop"] },
  devices: { kind: "rule", rules: [], count: 1 },
  ...change,
});

/** A library's cases, on any two devices. */
export const libraryConfig = (library_id: string, change: Partial<JobConfigInput>): JobConfigInput => ({
  app_id: null,
  framework: "node_test",
  library_id,
  devices: { kind: "rule", rules: [], count: 2 },
  ...change,
});

/** Who starts a run, another member of the same project, and an administrator who is no member of it. */
export interface RunPeople {
  starter: Person;
  colleague: Person;
  admin: Person;
}

/** The same, with an agent of the project that has not dialled yet. */
export async function runProjectWithAgent(
  udt: TestServer,
  project: string,
): Promise<RunPeople & { query: { project: string }; agent: TestAgent }> {
  const people = await runProject(udt, project);
  return { ...people, query: { project }, agent: await udt.agent("agent", [project]) };
}

export async function runProject(udt: TestServer, project: string): Promise<RunPeople> {
  const [starter, colleague] = [await udt.person("starter"), await udt.person("colleague")];
  const admin = await udt.person("Ada Lovelace", { udt_admin: true });
  await udt.project(
    project,
    [starter, colleague].map((person) => ({ person, user_type: 2 as const })),
  );
  return { starter, colleague, admin };
}
