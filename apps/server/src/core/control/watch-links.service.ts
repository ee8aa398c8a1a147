import { LIMITS, UdtError, type Watched, type WatchLink } from "@udt/contract";
import { Attempts } from "../../platform/attempts.ts";
import { holdsTest, type Actor } from "../../platform/http/caller.ts";
import { hashSecret, newId, newSecret } from "../../platform/ids.ts";
import type { ControlNeeds } from "./control.service.ts";
import { placeOf } from "./place-of.ts";
import type { ControlOf } from "./control.service.ts";
import * as repository from "./watch-links.repository.ts";

const HOUR_MS = 3_600_000;
/** Wrong links from one address in five minutes. Nobody guesses one; this is for who would try all the same. */
const WRONG_LINKS_PER_ADDRESS = 30;

export interface WatchLinksNeeds extends Omit<ControlNeeds, "onError"> {
  /** Whether an administrator lets there be links. */
  isOn(): boolean;
  /** How many look by a link now. */
  watching(link_id: string): number;
}

/** What a link shows now. */
export interface Shown {
  link_id: string;
  project_id: string;
  test_id: string;
}

/**
 * Links by which anybody sees the screen of one debug session, and nothing more of it. Only a hash of each is kept. A link is
 * good while its time lasts, its session lasts, links are allowed, and who made it may still show the session.
 */
export class WatchLinksService {
  readonly #needs: WatchLinksNeeds;
  readonly #wrong: Attempts;
  constructor(needs: WatchLinksNeeds) {
    this.#needs = needs;
    this.#wrong = new Attempts(needs.clock, WRONG_LINKS_PER_ADDRESS);
  }

  async list(test_id: string): Promise<{ list: WatchLink[] }> {
    const { database, clock } = this.#needs;
    const rows = await repository.linksOf(database.db, test_id, clock.now());
    return { list: rows.map(({ link, user_name }) => this.#shown(link, user_name)) };
  }

  /** @throws UdtError watch_links_off, test_ended, test_watched, watch_link_limit */
  async create(of: ControlOf, actor: Actor, hours: number | null): Promise<WatchLink & { path: string }> {
    const { bus, clock, audit, isOn } = this.#needs;
    const { project_id, test_id } = of;
    const { user } = actor;
    if (!isOn()) throw new UdtError("watch_links_off");
    const token = newSecret();
    const now = clock.now();
    const link: repository.WatchLinkRow = {
      link_id: newId(),
      token_hash: hashSecret(token),
      test_id,
      user_id: user.user_id,
      created_at: now,
      expires_at: hours === null ? null : now + hours * HOUR_MS,
      revoked_at: null,
    };
    await bus.transaction(async (tx, announce) => {
      await this.#needs.tests.lockDriven(tx, test_id);
      const max = LIMITS.watch_links_max;
      if ((await repository.linksOf(tx, test_id, now)).length >= max) throw new UdtError("watch_link_limit", { max });
      await repository.insertLink(tx, link);
      const detail = { link_id: link.link_id, hours: hours ?? 0 };
      await audit.write(tx, { ...actor, action: "watch_link.create", project_id, target: test_id, detail });
      announce(project_id, { type: "watch_link.changed", test_id });
    });
    return { ...this.#shown(link, user.user_name), path: `/watch/${token}` };
  }

  /** @throws UdtError watch_link_not_found */
  async revoke(of: ControlOf & { link_id: string }, actor: Actor): Promise<void> {
    const { bus, clock, audit } = this.#needs;
    const { project_id, test_id, link_id } = of;
    await bus.transaction(async (tx, announce) => {
      if (!(await repository.revokeLink(tx, of, clock.now()))) throw new UdtError("watch_link_not_found", { link_id });
      const detail = { link_id };
      await audit.write(tx, { ...actor, action: "watch_link.revoke", project_id, target: test_id, detail });
      announce(project_id, { type: "watch_link.changed", test_id });
    });
  }

  /** What a page that came by a link shows. @throws UdtError watch_link_over, too_many_attempts */
  async get(token: string, ip: string): Promise<Watched> {
    const right = this.#wrong.take(ip);
    const { expires_at, test_id } = await this.#find(token);
    right();
    const test = await this.#needs.tests.get(test_id);
    const drivers = await this.#needs.tests.drivers(test_id);
    const [device] = test.devices;
    if (!device) throw new UdtError("watch_link_over");
    const { model, os, os_version } = device;
    const isHanded = drivers.some(({ instead }) => instead);
    return {
      device: { model, os, os_version },
      state: test.state,
      driver_names: [...(isHanded ? [] : [test.user_name]), ...drivers.map(({ user_name }) => user_name)],
      deadline: test.deadline,
      expires_at,
    };
  }

  /** The session that a link shows, and its device. @throws UdtError watch_link_over */
  async open(token: string): Promise<Shown & { device_id: string }> {
    const { link_id, project_id, test_id } = await this.#find(token);
    const device = (await this.#needs.tests.get(test_id)).devices[0];
    if (!device) throw new UdtError("watch_link_over");
    return { link_id, project_id, test_id, device_id: device.device_id };
  }

  /** Makes sure that it is still good. @throws UdtError watch_link_over */
  async recheck(token: string): Promise<undefined> {
    await this.#find(token);
    return undefined;
  }

  async #find(token: string): Promise<Shown & { expires_at: number | null }> {
    const { database, clock, users, projects, isOn } = this.#needs;
    const over = () => new UdtError("watch_link_over");
    // Looked up by its hash, so that how long it takes says nothing of how much of it is right.
    const found = isOn() ? await repository.findLink(database.db, hashSecret(token), clock.now()) : undefined;
    const { link, test } = found ?? {};
    if (!link || !test || test.project_id === null || test.user_id === null) throw over();
    const { project_id, test_id } = test;
    const maker = await users.active(link.user_id);
    const place = maker && (await placeOf(projects, maker, project_id));
    if (
      !maker ||
      !place ||
      place.user_type === 0 ||
      !holdsTest(maker, { user_id: test.user_id, by_token: test.by_token })
    )
      throw over();
    return { link_id: link.link_id, project_id, test_id, expires_at: link.expires_at };
  }

  #shown({ link_id, created_at, expires_at }: repository.WatchLinkRow, user_name: string): WatchLink {
    return { link_id, user_name, created_at, expires_at, watching: this.#needs.watching(link_id) };
  }
}
