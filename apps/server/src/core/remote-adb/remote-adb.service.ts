import { AdbPublicKey } from "@udt/adb";
import { LIMITS, UdtError, type AdbKey, type RemoteAdb } from "@udt/contract";
import type { FastifyBaseLogger } from "fastify";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { UsersService } from "../../people/users/users.service.ts";
import { changesAccess, type Bus } from "../../platform/bus.ts";
import { every, type ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { newId } from "../../platform/ids.ts";
import type { AdbSettings } from "../../platform/settings-adb.ts";
import type { TestsService } from "../sessions/tests.service.ts";
import type { StreamsService } from "../streams/streams.service.ts";
import { AdbOpening, HEARD_EVERY_MS } from "./adb-opening.ts";
import * as repository from "./remote-adb.repository.ts";
import { OFF, shownOpening } from "./remote-adb.answers.ts";

const TICK_MS = 5_000;
/** An opening that was silent for so long was a server's that died. */
const SILENT_MS = 3 * HEARD_EVERY_MS;

export interface RemoteAdbDependencies {
  settings: AdbSettings;
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  users: UsersService;
  tests: TestsService;
  streams: StreamsService;
  log: FastifyBaseLogger;
}

/** Of which device, in which session. */
export interface RemoteAdbOf {
  project_id: string;
  test_id: string;
  device_id: string;
}

/** One that this server listens for. */
interface Held extends RemoteAdbOf {
  opening_id: string;
  opening: AdbOpening;
  actor: Actor;
  session_hash: string;
  recheck: () => Promise<void>;
}

/**
 * adb from users' own computers: a port for each device of a session, to whose holder's adb keys it leads. What is open stands in
 * the database, so that every server can tell of it and end it; whichever opened one listens for it.
 */
export class RemoteAdbService {
  readonly #needs: RemoteAdbDependencies;
  readonly #held = new Map<string, Held>();
  readonly #stop: (() => void)[];

  constructor(needs: RemoteAdbDependencies) {
    this.#needs = needs;
    const { bus, users, clock } = needs;
    const recheck = async (which: (held: Held) => boolean) => {
      for (const held of [...this.#held.values()].filter(which)) await held.recheck().catch(() => this.#end(held));
    };
    this.#stop = [
      bus.subscribe((event) => {
        const { payload } = event;
        if (payload.type === "remote_adb.changed") this.#quietly(this.#judge(payload));
        if (payload.type === "test.changed") this.#quietly(this.#endWith(payload.test_id));
        // Who was given the device instead has it alone.
        if (payload.type === "drivers.changed") this.#quietly(recheck(({ test_id }) => test_id === payload.test_id));
        const { project_id } = event;
        if (changesAccess(event))
          this.#quietly(recheck((held) => project_id === null || held.project_id === project_id));
      }),
      users.loginSessionEnded.on((session_hash) => {
        for (const held of this.#held.values()) if (held.session_hash === session_hash) this.#quietly(this.#end(held));
      }),
      users.standingChanged.on(() => this.#quietly(recheck(() => true))),
      every(clock, TICK_MS, async () => {
        this.#quietly(recheck(() => true));
        for (const { opening } of this.#held.values()) this.#quietly(opening.tick());
      }),
    ];
  }

  async get(of: RemoteAdbOf): Promise<RemoteAdb> {
    const row = await repository.findOpening(this.#needs.database.db, of);
    if (!row || row.heard_at <= this.#silentSince()) return OFF;
    return shownOpening(row, this.#needs.settings);
  }

  /**
   * Opens a port for this device, unless there is one.
   * @throws UdtError remote_adb_off, remote_adb_no_port, or what the device's stream is refused with
   */
  async open(
    of: RemoteAdbOf,
    by: { actor: Actor; session_hash: string; recheck: () => Promise<void> },
  ): Promise<RemoteAdb> {
    const { settings, streams, tests, bus, clock, audit } = this.#needs;
    const { test_id, device_id } = of;
    if (settings.ports === undefined) throw new UdtError("remote_adb_off");
    const session = await tests.sessions.live(test_id, device_id, { stream: "adb" });
    const { serial } = session.device;
    // No address is shown that leads nowhere.
    (await streams.openOwn({ ...of, recheck: by.recheck }, "adb")).close(1000);
    const opening_id = newId();
    const held: Held = { ...of, ...by, opening_id, opening: await this.#listen(of, opening_id, by) };
    const { user, ip } = by.actor;
    const now = clock.now();
    let isOpened = false;
    try {
      isOpened = await bus.transaction(async (tx, announce) => {
        const { port } = held.opening;
        const row = { test_id, device_id, opening_id, user_id: user.user_id, ip, serial };
        const address = { hostname: settings.name ?? "", port };
        const times = { opened_at: now, heard_at: now };
        if (!(await repository.insertOpening(tx, { ...row, ...address, ...times }, this.#silentSince()))) return false;
        await audit.write(tx, { ...noteOf(held, held.actor, serial), action: "remote_adb.open", detail: { port } });
        announce(of.project_id, { type: "remote_adb.changed", test_id, device_id });
        return true;
      });
    } finally {
      // Somebody else was faster, or it is written down nowhere: then nobody would ever close it.
      if (!isOpened) held.opening.shut();
    }
    if (isOpened) {
      this.#held.set(opening_id, held);
      await this.#endWith(test_id);
      // The device may have been handed over meanwhile.
      await held.recheck().catch((error: unknown) => this.#end(held).then(() => Promise.reject(error)));
    }
    return this.get(of);
  }

  /** Closes it, whichever server listens. */
  async close(of: RemoteAdbOf, actor: Actor): Promise<RemoteAdb> {
    const { bus, audit } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      const row = await repository.deleteOpening(tx, of);
      if (!row) return;
      await audit.write(tx, { ...noteOf(of, actor, row.serial), action: "remote_adb.close", detail: throughput(row) });
      announce(of.project_id, { type: "remote_adb.changed", test_id: of.test_id, device_id: of.device_id });
    });
    const mine = [...this.#held.values()].find((held) => isOf(held, of));
    if (mine) this.#drop(mine);
    return this.get(of);
  }

  /**
   * Lets the key in that asks, or does not.
   * @throws UdtError adb_key_not_yours, adb_key_not_found, adb_key_limit
   */
  async answer(of: RemoteAdbOf, actor: Actor, key_id: string, allow: boolean): Promise<RemoteAdb> {
    const { bus, clock, audit } = this.#needs;
    const { user_id } = actor.user;
    await bus.transaction(async (tx, announce) => {
      const row = await repository.lockOpening(tx, of);
      if (row?.asked?.key_id !== key_id) throw new UdtError("adb_key_not_found");
      if (row.user_id !== user_id) throw new UdtError("adb_key_not_yours", { test_id: of.test_id });
      const { public_key, fingerprint, name } = row.asked;
      if (allow) {
        const max = LIMITS.adb_keys_max;
        if ((await repository.countKeys(tx, user_id)) >= max) throw new UdtError("adb_key_limit", { max });
        const created_at = clock.now();
        await repository.insertKey(tx, { user_id, key_id, public_key, fingerprint, name, created_at });
      }
      await repository.updateAsked(tx, row.opening_id, null);
      await audit.write(tx, {
        ...noteOf(of, actor, row.serial),
        action: allow ? "remote_adb.key_allow" : "remote_adb.key_deny",
        detail: { fingerprint, name, ip: row.asked.ip },
      });
      announce(of.project_id, { type: "remote_adb.changed", test_id: of.test_id, device_id: of.device_id });
    });
    return this.get(of);
  }

  async keys(user_id: string): Promise<AdbKey[]> {
    const rows = await repository.keysOf(this.#needs.database.db, user_id);
    return rows.map(({ key_id, fingerprint, name, created_at, last_used_at }) => ({
      key_id,
      fingerprint,
      name,
      created_at,
      last_used_at,
    }));
  }

  /** Who came by it is cut off, on whichever server. @throws UdtError adb_key_not_found */
  async removeKey({ user, ip }: Actor, key_id: string): Promise<void> {
    const { bus, audit } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      const key = await repository.deleteKey(tx, user.user_id, key_id);
      if (!key) throw new UdtError("adb_key_not_found");
      const { name, fingerprint } = key;
      await audit.write(tx, { user, ip, action: "remote_adb.key_remove", target: name, detail: { fingerprint } });
      for (const { project_id, test_id, device_id } of await repository.openingsOf(tx, user.user_id))
        announce(project_id, { type: "remote_adb.changed", test_id, device_id });
    });
  }

  /** Ends all that this server listens for. */
  async stop(): Promise<void> {
    for (const stop of this.#stop) stop();
    await Promise.allSettled([...this.#held.values()].map((held) => this.#end(held)));
  }

  #listen(
    of: RemoteAdbOf,
    opening_id: string,
    { actor: { user }, recheck }: { actor: Actor; recheck: () => Promise<void> },
  ): Promise<AdbOpening> {
    const { settings, database, bus, clock, streams, tests } = this.#needs;
    const { test_id, device_id, project_id } = of;
    const changed = { type: "remote_adb.changed", test_id, device_id } as const;
    return AdbOpening.open(settings, {
      clock,
      keys: async () =>
        (await repository.keysOf(database.db, user.user_id)).flatMap(
          ({ public_key, name }) => AdbPublicKey.parse(`${public_key} ${name}`) ?? [],
        ),
      show: ({ key, ip }) =>
        bus.transaction(async (tx, announce) => {
          const { id, fingerprint, name, text } = key;
          const asked = { key_id: id, fingerprint, name, ip, asked_at: clock.now(), public_key: text };
          if (await repository.updateAsked(tx, opening_id, asked)) announce(project_id, changed);
        }),
      withdraw: (key) =>
        bus.transaction(async (tx, announce) => {
          await repository.withdrawAsked(tx, opening_id, key.id);
          announce(project_id, changed);
        }),
      keyUsed: (key) => this.#quietly(repository.noteKeyUse(database.db, user.user_id, key.id, clock.now())),
      stream: () => streams.openOwn({ test_id, device_id, recheck }, "adb"),
      used: () => tests.touch(test_id),
      save: (figures, isNews) =>
        bus.transaction(async (tx, announce) => {
          await repository.updateFigures(tx, opening_id, { ...figures, heard_at: clock.now() });
          if (isNews) announce(project_id, changed);
        }),
      onError: (error) => this.#needs.log.error({ err: error }, "remote adb"),
    });
  }

  /** Something about it changed, perhaps on another server. */
  async #judge(of: Omit<RemoteAdbOf, "project_id">): Promise<void> {
    for (const held of this.#held.values()) {
      if (!isOf(held, of)) continue;
      const row = await repository.findOpening(this.#needs.database.db, of);
      if (row?.opening_id === held.opening_id) await held.opening.judge(row.asked);
      else this.#drop(held);
    }
  }

  async #endWith(test_id: string): Promise<void> {
    const some = [...this.#held.values()].filter((held) => held.test_id === test_id);
    if (some.length === 0 || (await this.#needs.tests.isOpen(test_id))) return;
    for (const held of some) await this.#end(held);
  }

  /** Stops at once, and says so wherever it is told of. */
  async #end(held: Held): Promise<void> {
    const { bus, audit } = this.#needs;
    this.#drop(held);
    await bus.transaction(async (tx, announce) => {
      const row = await repository.deleteOpening(tx, { opening_id: held.opening_id });
      if (!row) return;
      const detail = throughput({ ...row, ...held.opening.figures });
      await audit.write(tx, { ...noteOf(held, held.actor, row.serial), action: "remote_adb.close", detail });
      const { project_id, test_id, device_id } = held;
      announce(project_id, { type: "remote_adb.changed", test_id, device_id });
    });
  }

  #drop(held: Held): void {
    this.#held.delete(held.opening_id);
    held.opening.shut();
  }

  #silentSince(): number {
    return this.#needs.clock.now() - SILENT_MS;
  }

  #quietly(work: Promise<void>): void {
    work.catch((error: unknown) => this.#needs.log.error({ err: error }, "remote adb"));
  }
}

const isOf = (held: Held, { test_id, device_id }: Omit<RemoteAdbOf, "project_id">): boolean =>
  held.test_id === test_id && held.device_id === device_id;

const noteOf = ({ project_id }: RemoteAdbOf, { user, ip }: Actor, target: string) => ({ user, ip, project_id, target });

const throughput = ({ sent_bytes, received_bytes }: Pick<repository.OpeningRow, "sent_bytes" | "received_bytes">) => ({
  sent_bytes,
  received_bytes,
});
