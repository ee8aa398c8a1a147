/** What suites of memory traces share: a server, people, and for each test a project of its own with its traces. */
import { afterAll, beforeAll, beforeEach } from "vitest";
import { newId } from "../src/platform/ids.ts";
import type { TestDatabase } from "./databases.ts";
import { TestServer, type Person } from "./harness.ts";
import { Tracer } from "./memory-tracer.ts";

const NAMES = ["owner", "member", "other", "guest"] as const;
export type MemoryPerson = (typeof NAMES)[number];

/** The project is visible to guests; samples are the member's. */
export function memoryBench(open: () => Promise<TestDatabase>, start: Parameters<typeof TestServer.start>[1] = {}) {
  let udt: TestServer;
  let people: Record<MemoryPerson, Person>;
  let project: string;
  let tracer: Tracer;
  const heard: { project_id: string | null; payload: { type: string } }[] = [];

  beforeAll(async () => {
    udt = await TestServer.start(open, start);
    const made = NAMES.map(async (name) => [name, await udt.person(name)] as const);
    people = Object.fromEntries(await Promise.all(made)) as typeof people;
    udt.server.bus.subscribe((event) => heard.push(event));
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    const others = [people.member, people.other].map((person) => ({ person, user_type: 2 as const }));
    const members = [{ person: people.owner, user_type: 1 as const }, ...others];
    project = await udt.project(`p-${newId().slice(0, 8)}`, members, { visibility: 2 });
    tracer = new Tracer(udt, people.member, project);
  });

  return {
    /** Events of all projects. */
    heard,
    get udt() {
      return udt;
    },
    get people() {
      return people;
    },
    get project() {
      return project;
    },
    get tracer() {
      return tracer;
    },
    as: (name: MemoryPerson) => ({ as: people[name], query: { project } }),
  };
}
