import {
  LIMITS,
  UdtError,
  type DataOf,
  type DeviceState,
  type ENDPOINTS,
  type PreinstalledApp,
  type TagChoice,
  type TagPick,
  type TagWish,
} from "@udt/contract";
import type { Announce, Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { brokenConstraint } from "../../platform/database/violations.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { newId } from "../../platform/ids.ts";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { ProjectContent } from "../../people/projects/project-deletion.service.ts";
import { lockProject } from "../../people/projects/projects.service.ts";
import { userNameOf } from "../../people/users/users.service.ts";
import { taggedBy } from "./device-rules.ts";
import { changeOf, detailOf, pickedIn, type PickRefusal } from "./tag-change.ts";
import { isTagged } from "./tag-condition.ts";
import * as repository from "./tags.repository.ts";

export { allOf, ruledOf, type DeviceTest, type RuledDevice, type TagLookup } from "./device-rules.ts";
export * from "./check-occasions.ts";
export * from "./environments.ts";
export { isScheduled, ruledColumns, type TagRow } from "./tags.repository.ts";
export { decidedProfile } from "./profiles.ts";
export * from "./inspecting-tags.ts";
export {
  holdTag,
  isOneDevices,
  holdTagsOf,
  isTaggedWith,
  namedTags,
  orderedTagsOf,
  taggedDevice,
  tagsOn,
  type DeviceTag,
  type NamedTags,
  type TaggedDevice,
} from "./tag-books.ts";

type Tag = DataOf<typeof ENDPOINTS.tagGet>;

/** How many of the jobs that use a tag are named. */
const NAMED_JOBS = 10;

/** A job that chooses devices by a tag. */
export interface TagUser {
  tag_id: string;
  job_id: string;
  name: string;
}
/** What of a project chooses devices by any of these tags, by name: the core knows no kind of test, each hands in its own. */
export type TagUses = (db: Queries, project_id: string, tag_ids: readonly string[]) => Promise<TagUser[]>;

export interface TagsNeeds {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  usersOf: TagUses;
  /** Keeps packages from being deleted until the transaction is over. @throws UdtError app_not_found */
  holdApps(tx: Queries, project_id: string, apps: readonly PreinstalledApp[]): Promise<void>;
  /** What each of some devices is doing. */
  statesOf(device_ids: readonly string[]): Promise<Map<string, DeviceState>>;
}

/** The tags of a project. */
export class TagsService {
  readonly #needs: TagsNeeds;

  constructor(needs: TagsNeeds) {
    this.#needs = needs;
  }

  /** The rows go with their project. */
  readonly ofProject: ProjectContent = {
    count: async (db, project_id) => ({ tags: await repository.countTags(db, project_id) }),
  };

  async list(project_id: string, query: { keyword: string; page_num: number; page_size: number }) {
    const { db } = this.#needs.database;
    const { rows, total } = await repository.listTags(db, { project_id, ...query });
    return {
      list: await this.#answers(project_id, rows),
      total,
      page_num: query.page_num,
      page_size: query.page_size,
    };
  }

  /** What tags are called, which is read of them alone and of no device. */
  async names(project_id: string, query: Omit<repository.NameFilter, "project_id">) {
    const { rows, total } = await repository.listNames(this.#needs.database.db, { project_id, ...query });
    return { list: rows, total, page_num: query.page_num, page_size: query.page_size };
  }

  /** @throws UdtError tag_not_found */
  async get(project_id: string, tag_id: string): Promise<Tag> {
    const found = await repository.findTag(this.#needs.database.db, project_id, tag_id);
    const [tag] = found ? await this.#answers(project_id, [found]) : [];
    if (!tag) throw new UdtError("tag_not_found", { tag_id });
    return tag;
  }

  /** @param position its place among the project's; the last one when there are not so many. @throws UdtError tag_name_exists, tag_limit, app_not_found */
  async create(actor: Actor, project_id: string, wish: TagWish, position: number = LIMITS.tags_max): Promise<Tag> {
    const { clock, audit } = this.#needs;
    const tag_id = newId();
    await this.#change(project_id, wish, async (tx, announce) => {
      const max = LIMITS.tags_max;
      const count = await repository.countTags(tx, project_id);
      if (count >= max) throw new UdtError("tag_limit", { max });
      const change = changeOf(actor, wish, clock.now());
      if (wish.is_default) await this.#endDefault(tx, announce, project_id, tag_id, change);
      const last = { tag_id, project_id, position: count + 1 };
      const row = { ...change, ...last, version: 1, created_at: change.updated_at };
      await repository.insertTag(tx, row);
      if (position <= count) await repository.moveTag(tx, row, position);
      await audit.write(tx, { action: "tag.create", ...actor, project_id, target: wish.name, detail: detailOf(wish) });
      announce(project_id, { type: "tag.changed", tag_id });
    });
    return this.get(project_id, tag_id);
  }

  /** @throws UdtError tag_not_found, tag_changed when somebody was faster, tag_name_exists, app_not_found */
  async update(actor: Actor, project_id: string, tag_id: string, wish: TagWish & { version: number }): Promise<Tag> {
    const { clock, audit } = this.#needs;
    await this.#change(project_id, wish, async (tx, announce) => {
      const before = await repository.lockTag(tx, project_id, tag_id);
      if (!before) throw new UdtError("tag_not_found", { tag_id });
      if (before.version !== wish.version) {
        const user_name = await userNameOf(tx, before.changed_by);
        throw new UdtError("tag_changed", { name: before.name, user_name, version: before.version });
      }
      const change = changeOf(actor, wish, clock.now());
      if (wish.is_default) await this.#endDefault(tx, announce, project_id, tag_id, change);
      await repository.updateTag(tx, tag_id, { ...change, version: before.version + 1 });
      const detail = { ...detailOf(wish), renamed: wish.name !== before.name };
      await audit.write(tx, { action: "tag.edit", ...actor, project_id, target: before.name, detail });
      announce(project_id, { type: "tag.changed", tag_id });
    });
    return this.get(project_id, tag_id);
  }

  /** Gives a tag another place among the project's; the last one when there are not so many. @throws UdtError tag_not_found */
  async move(actor: Actor, project_id: string, tag_id: string, position: number): Promise<void> {
    const { bus, audit } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      await lockProject(tx, project_id, "change");
      const tag = await repository.lockTag(tx, project_id, tag_id);
      if (!tag) throw new UdtError("tag_not_found", { tag_id });
      const to = Math.min(position, await repository.countTags(tx, project_id));
      if (to === tag.position) return;
      await repository.moveTag(tx, tag, to);
      await audit.write(tx, { action: "tag.edit", ...actor, project_id, target: tag.name, detail: { position: to } });
      announce(project_id, { type: "tag.changed", tag_id });
    });
  }

  /**
   * Includes devices by hand, excludes them or leaves them to the rules, whatever else of the tag changes meanwhile.
   * Answers those that could not be, with why. @throws UdtError tag_not_found
   */
  async pick(
    actor: Actor,
    project_id: string,
    tag_id: string,
    wish: { pick: TagPick; device_ids: readonly string[] },
  ): Promise<PickRefusal[]> {
    const { bus, clock, audit } = this.#needs;
    return bus.transaction(async (tx, announce) => {
      await lockProject(tx, project_id, "change");
      const tag = await repository.lockTag(tx, project_id, tag_id);
      if (!tag) throw new UdtError("tag_not_found", { tag_id });
      const seen = await repository.seenDevices(tx, project_id, repository.isOneOf(wish.device_ids));
      const { changed, refused, ...lists } = pickedIn(tag, wish, new Set(seen.map((one) => one.device_id)));
      if (changed === 0) return refused;
      const by = { changed_by: actor.user.user_id, updated_at: clock.now() };
      await repository.updateTag(tx, tag_id, { ...lists, ...by, version: tag.version + 1 });
      const detail = { [wish.pick]: changed };
      await audit.write(tx, { action: "tag.edit", ...actor, project_id, target: tag.name, detail });
      announce(project_id, { type: "tag.changed", tag_id });
      return refused;
    });
  }

  /** @throws UdtError tag_not_found, tag_used */
  async delete(actor: Actor, project_id: string, tag_id: string): Promise<void> {
    const { bus, audit, usersOf } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      // Those after it move up.
      await lockProject(tx, project_id, "change");
      const tag = await repository.lockTag(tx, project_id, tag_id);
      if (!tag) throw new UdtError("tag_not_found", { tag_id });
      const { name } = tag;
      const users = await usersOf(tx, project_id, [tag_id]);
      const job_names = users.slice(0, NAMED_JOBS).map((user) => user.name);
      if (users.length > 0)
        throw new UdtError("tag_used", { name, count: users.length, job_names: job_names.join(", ") });
      await repository.deleteTag(tx, tag);
      await audit.write(tx, { action: "tag.delete", ...actor, project_id, target: name });
      announce(project_id, { type: "tag.changed", tag_id });
    });
  }

  /** What a tag with this choice would have now. */
  async preview(project_id: string, choice: TagChoice): Promise<DataOf<typeof ENDPOINTS.tagPreview>> {
    const { db } = this.#needs.database;
    const has = await isTagged(db, project_id, choice);
    const counts = await repository.countSeen(db, project_id, has);
    const shown = await repository.shownDevices(db, project_id, has).limit(LIMITS.tag_preview_max);
    const [included_ids, excluded_ids] = [new Set(choice.included_device_ids), new Set(choice.excluded_device_ids)];
    const byHand = await repository.shownDevices(
      db,
      project_id,
      repository.isOneOf([...included_ids, ...excluded_ids]),
    );
    const included = byHand.filter(({ device_id }) => included_ids.has(device_id));
    const excluded = byHand.filter(({ device_id }) => excluded_ids.has(device_id));
    const told = new Set([...shown, ...byHand].map(({ device_id }) => device_id));
    const states = await this.#needs.statesOf([...told]);
    const tell = (list: typeof shown) =>
      list.map(({ device_id, brand, model, serial, os, os_version, catalogue }) => {
        const state: DeviceState = states.get(device_id) ?? "offline";
        return { device_id, brand, model, serial, os, os_version, catalogue, state };
      });
    return {
      ...counts,
      list: tell(shown),
      included: tell(included),
      excluded: tell(excluded),
      included_gone: included_ids.size - included.length,
      excluded_gone: excluded_ids.size - excluded.length,
    };
  }

  /** Changes the tags of a project, one after the other. @throws UdtError tag_name_exists, app_not_found */
  async #change(
    project_id: string,
    { name, environment }: TagWish,
    change: (tx: Queries, announce: Announce) => Promise<void>,
  ): Promise<void> {
    try {
      await this.#needs.bus.transaction(async (tx, announce) => {
        // Their number and the default are of all of them: who else makes or changes one waits.
        await lockProject(tx, project_id, "change");
        await this.#needs.holdApps(tx, project_id, environment.preinstalled);
        await change(tx, announce);
      });
    } catch (error) {
      if (brokenConstraint(error)?.name === "tags_name") throw new UdtError("tag_name_exists", { name });
      throw error;
    }
  }

  /** Another tag becomes the default: who edits the one that was it is told so when they save. */
  async #endDefault(
    tx: Queries,
    announce: Announce,
    project_id: string,
    tag_id: string,
    { changed_by, updated_at }: Pick<repository.TagRow, "changed_by" | "updated_at">,
  ): Promise<void> {
    for (const before of await repository.endDefault(tx, project_id, tag_id, { changed_by, updated_at }))
      announce(project_id, { type: "tag.changed", tag_id: before });
  }

  async #answers(project_id: string, rows: readonly repository.TagListing[]): Promise<Tag[]> {
    if (rows.length === 0) return [];
    const { database, usersOf } = this.#needs;
    const seen = await repository.seenDevices(database.db, project_id);
    const users = await usersOf(
      database.db,
      project_id,
      rows.map(({ tag_id }) => tag_id),
    );
    const usersOfTag = Map.groupBy(users, ({ tag_id }) => tag_id);
    return rows.map((listing) => {
      const { project_id: _, name_key: __, changed_by: ___, ...row } = listing;
      const has = taggedBy(row);
      const jobs = usersOfTag.get(row.tag_id) ?? [];
      return {
        ...row,
        device_count: seen.reduce((count, device) => (has(device) ? count + 1 : count), 0),
        job_count: jobs.length,
        jobs: jobs.slice(0, NAMED_JOBS).map(({ job_id, name }) => ({ job_id, name })),
      };
    });
  }
}
