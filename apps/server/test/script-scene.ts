import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { ENDPOINTS, type ScriptRepository } from "@udt/contract";
import { GitUser } from "./git-user.ts";
import { TestServer, type Person } from "./harness.ts";

/** One project with a member who has a key, and somebody with a clone. */
export class ScriptScene {
  readonly udt: TestServer;
  readonly anna: GitUser;
  readonly owner: Person;
  readonly member: Person;
  project = "";
  key = "";
  repository!: ScriptRepository;
  #count = 0;
  private constructor(udt: TestServer, anna: GitUser, owner: Person, member: Person) {
    this.udt = udt;
    this.anna = anna;
    this.owner = owner;
    this.member = member;
  }

  static async start(open: () => ReturnType<Parameters<typeof TestServer.start>[0] & object>): Promise<ScriptScene> {
    const udt = await TestServer.start(open);
    return new ScriptScene(udt, await GitUser.start(), await udt.person("Olga"), await udt.person("Mia"));
  }

  async dispose(): Promise<void> {
    await this.anna.dispose();
    await this.udt.dispose();
  }

  /** Another project, with a repository of its own. */
  async next(): Promise<void> {
    this.project = `pushes-${++this.#count}`;
    await this.udt.project(this.project, [
      { person: this.owner, user_type: 1 },
      { person: this.member, user_type: 2 },
    ]);
    this.key = await this.keyOf(this.member);
    const body = { name: "Cart", template: "typescript" };
    this.repository = await this.udt.ok(ENDPOINTS.scriptCreate, { as: this.member, query: this.query, body });
  }

  get query() {
    return { project: this.project };
  }

  async keyOf(person: Person, change: object = {}): Promise<string> {
    const body = { name: randomBytes(8).toString("hex"), access: "write", ...change };
    const { secret_id, secret_key } = await this.udt.ok(ENDPOINTS.keyCreate, { as: person, body });
    return `${secret_id}:${secret_key}`;
  }

  url(credential = this.key, base = this.udt.server.url): string {
    const shown = credential === "" ? "" : `${credential.split(":").map(encodeURIComponent).join(":")}@`;
    return base.replace("://", `://${shown}`) + new URL(this.repository.clone_url).pathname;
  }

  async clone(place: string): Promise<string> {
    const name = `${place}-${this.#count}`;
    await this.anna.clone(this.url(), name);
    return name;
  }

  async newest(branch = ""): Promise<string> {
    const params = { repo_id: this.repository.repo_id };
    const query = { ...this.query, branch };
    return (await this.udt.ok(ENDPOINTS.scriptTree, { as: this.owner, params, query })).commit_id;
  }

  get folder(): string {
    return join(this.udt.settings.data_dir, "blobs/scripts", `${this.repository.repo_id}.git`);
  }
}
