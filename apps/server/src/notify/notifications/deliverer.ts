import { sql } from "../../platform/database/sql.ts";
import type { FastifyBaseLogger } from "fastify";
import { deferred } from "@udt/base";
import { LIMITS } from "@udt/contract";
import type { Announce, Bus } from "../../platform/bus.ts";
import { every } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import * as channels from "./channels.repository.ts";
import type { Owner } from "./channels.repository.ts";
import * as repository from "./deliveries.repository.ts";
import type { DeliveryRow } from "./deliveries.repository.ts";
import { DigestMaker } from "./digest.ts";
import { retryAfterMs } from "./retry.ts";
import type { ToldOf } from "./facts.ts";
import { Sender, type Outcome, type SenderDependencies } from "./sender.ts";

/** Longer than the slowest attempt; who has not settled a claim by then is dead. */
export const CLAIM_MS = 120_000;
const AT_ONCE = 8;
/** Also without being told: a server that died may have left something due. */
const LOOK_EVERY_MS = 30_000;
const SWEEP_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
const WAKE_CHANNEL = "udt_deliveries";

export interface DelivererDependencies extends SenderDependencies {
  database: Database;
  bus: Bus;
  log: FastifyBaseLogger;
  told: Pick<ToldOf, "summarise">;
}

/** Tells a project's consoles. The installation's are no event of any: the pages of administrators ask. */
export function changed(announce: Announce, { project_id }: { project_id: Owner }): void {
  if (project_id !== null) announce(project_id, { type: "notification.changed", project_id });
}

/** Tells the deliverers of other servers, once the transaction is committed, that there is something to send. */
export async function announceDue(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_notify(${WAKE_CHANNEL}, '')`);
}

/**
 * Empties the queue. Every server runs one; a row lock makes each message one server's, and a claim that is not settled in
 * time is another's. A message is sent at least once; twice only if a server dies between a peer's yes and writing it down.
 */
export class Deliverer {
  readonly #needs: DelivererDependencies;
  readonly #sender: Sender;
  readonly #digests: DigestMaker;
  readonly #underWay = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #running: Promise<unknown> = Promise.resolve();
  #cancels: (() => void)[] = [];
  #woken = deferred<void>();

  constructor(needs: DelivererDependencies) {
    this.#needs = needs;
    this.#sender = new Sender(needs);
    this.#digests = new DigestMaker(needs);
  }

  start(): void {
    const { database, clock, log } = this.#needs;
    const logged = (work: () => Promise<void>) => () =>
      work().catch((error: unknown) => log.error({ err: error }, "notifications"));
    const sweep = () => repository.deleteOld(database.db, clock.now() - LIMITS.delivery_days * DAY_MS);
    this.#cancels = [every(clock, LOOK_EVERY_MS, () => this.wake()), every(clock, SWEEP_EVERY_MS, logged(sweep))];
    this.#running = Promise.all([logged(() => this.#listen())(), this.#run()]);
  }

  /** Looks at the queue now, or once the present look is over. */
  wake(): void {
    this.#woken.resolve();
  }

  /** Sends a row that its maker has claimed already (state `sending`), and returns how it stands after that. */
  async deliver(claim: DeliveryRow): Promise<DeliveryRow> {
    const outcome = await this.#attempt(claim);
    return this.#settle(claim, outcome);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    for (const cancel of this.#cancels) cancel();
    this.wake();
    await this.#running;
    await Promise.all(this.#underWay);
  }

  /** Hears of what other servers queue until this one stops. */
  async #listen(): Promise<void> {
    const listening = await this.#needs.database.listen(WAKE_CHANNEL, () => this.wake());
    const { signal } = this.#stop;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    await listening.close();
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#woken = deferred();
      let cancel = () => {};
      try {
        const next = await this.#look();
        if (next !== null) cancel = this.#needs.clock.at(next, () => this.wake());
      } catch (error) {
        this.#needs.log.error({ err: error }, "notifications");
      }
      await this.#woken.promise;
      cancel();
    }
  }

  /** Starts what is due as far as there is room. @returns when to look again; null when somebody will say. */
  async #look(): Promise<number | null> {
    const { database, bus, clock } = this.#needs;
    await this.#digests.makeDue();
    const room = AT_ONCE - this.#underWay.size;
    if (room <= 0) return null;
    const now = clock.now();
    const claims = await bus.transaction(async (tx, announce) => {
      const rows = await repository.claimDue(tx, now, now + CLAIM_MS, room);
      for (const row of rows) changed(announce, row);
      return rows;
    });
    for (const claim of claims) this.#start(claim);
    if (claims.length === room) return null;
    const times = [await repository.nextDueAt(database.db), await channels.nextDigestAt(database.db)];
    const known = times.filter((time) => time !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  #start(claim: DeliveryRow): void {
    const work = this.#deliverQuietly(claim).finally(() => {
      this.#underWay.delete(work);
      this.wake();
    });
    this.#underWay.add(work);
  }

  async #deliverQuietly(claim: DeliveryRow): Promise<void> {
    try {
      await this.deliver(claim);
    } catch (error) {
      this.#needs.log.error({ err: error }, "notifications");
    }
  }

  async #attempt(claim: DeliveryRow): Promise<Outcome> {
    const { database, clock } = this.#needs;
    // Its last attempt had no end: the server died, perhaps of it.
    if (claim.attempts > claim.attempts_max) return { kind: "failed", reason: "timeout", detail: "" };
    const channel = await channels.findChannel(database.db, claim.project_id, claim.channel_id);
    if (!channel) return { kind: "failed", reason: "channel_deleted", detail: "" };
    return this.#sender.send(claim, channel, {
      signal: this.#stop.signal,
      onPart: (done) => repository.notePart(database.db, claim, done),
      turn: () =>
        database.transaction((tx) =>
          repository.takeRobotTurn(tx, channel.robot_hash, clock.now(), LIMITS.wework_messages_per_minute),
        ),
    });
  }

  async #settle(claim: DeliveryRow, outcome: Outcome): Promise<DeliveryRow> {
    const { bus, clock } = this.#needs;
    const change = this.#changeOf(claim, outcome, clock.now());
    return bus.transaction(async (tx, announce) => {
      await repository.settle(tx, claim, change);
      changed(announce, claim);
      return (await repository.findDelivery(tx, claim.project_id, claim.delivery_id)) ?? { ...claim, ...change };
    });
  }

  #changeOf(claim: DeliveryRow, outcome: Outcome, now: number): Partial<DeliveryRow> {
    const queuedUntil = (next_attempt_at: number) => ({ state: "queued" as const, next_attempt_at, finished_at: null });
    if (outcome.kind === "wait") {
      // Waiting for the robot is no attempt.
      return { ...queuedUntil(outcome.until), attempts: claim.attempts - 1, reason: "rate_limit", detail: "" };
    }
    const { kind, reason, detail } = outcome;
    // Called off because this server stops: another one goes on at once, and nothing was the peer's fault.
    if (kind === "again" && this.#stop.signal.aborted) {
      return { ...queuedUntil(now), attempts: claim.attempts - 1 };
    }
    if (kind === "again" && claim.attempts < claim.attempts_max) {
      return { ...queuedUntil(now + retryAfterMs(claim.attempts)), reason, detail };
    }
    const state = kind === "delivered" ? ("delivered" as const) : ("failed" as const);
    return { state, reason, detail, next_attempt_at: null, finished_at: now };
  }
}
