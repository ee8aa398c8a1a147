import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import {
  ALERT_KINDS,
  LIMITS,
  said,
  type AlertKind,
  type DataOf,
  type ENDPOINTS,
  type QueryOf,
  type RuntimeSettings,
} from "@udt/contract";
import { askedOnce } from "../../platform/asked-once.ts";
import { addressOf, seeCertificate } from "../../platform/certificate.ts";
import { every, type ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { NotificationsService } from "../notifications/notifications.service.ts";
import * as repository from "./alerts.repository.ts";
import { boundOf, FINDERS, type Finding, type HealthFacts, type SeenCertificates } from "./findings.ts";
import { judge } from "./judge.ts";

const LOOK_EVERY_MS = 60_000;
/** Each server's minute is a little longer than a minute: the next turn is not missed for that. */
const TURN_MS = LOOK_EVERY_MS - 5_000;
/** Longer than disks and certificates are waited for, and so short that the turn is still this server's. */
const FIND_MAX_MS = 15_000;
const CERTIFICATE_EVERY_MS = 600_000;
const CERTIFICATE_TIMEOUT_MS = 10_000;
/** A look may be missed, or take its time; not three. */
const LATE_MS = 3 * LOOK_EVERY_MS;
const SWEEP_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

const seenCertificates = z.object({
  address: z.string(),
  expires_at: z.int().nullable(),
  fault: said.nullable(),
  seen_at: z.int(),
  faults: z.int(),
}) satisfies z.ZodType<SeenCertificates>;

export interface AlertsDependencies {
  database: Database;
  clock: ServerClock;
  log: FastifyBaseLogger;
  notifications: NotificationsService;
  facts: Omit<HealthFacts, "certificate">;
  settings: () => RuntimeSettings;
  /** What browsers call it, as far as an operator said so. */
  publicUrl: string | undefined;
}

/** Tells operators when something of the installation itself is wrong, and when it is well again. */
export class AlertsService {
  readonly #needs: AlertsDependencies;
  readonly #stop = new AbortController();
  readonly #publicUrl: URL | undefined;
  readonly #finders: Record<AlertKind, (signal: AbortSignal) => Promise<Finding[] | "off">>;
  #cancels: (() => void)[] = [];
  #underWay: Promise<unknown> = Promise.resolve();

  constructor(needs: AlertsDependencies) {
    this.#needs = needs;
    const url = needs.publicUrl === undefined ? undefined : new URL(needs.publicUrl);
    this.#publicUrl = url?.protocol === "https:" ? url : undefined;
    const finder = (kind: AlertKind) => askedOnce(() => this.#find(kind), FIND_MAX_MS);
    this.#finders = {
      disk: finder("disk"),
      queue: finder("queue"),
      agents: finder("agents"),
      certificate: finder("certificate"),
    };
  }

  start(): void {
    const { clock, database, log } = this.#needs;
    const logged = (work: () => Promise<void>) => () =>
      (this.#underWay = work().catch((error: unknown) => log.error({ err: error }, "alerts"))) as Promise<void>;
    const sweep = () => repository.deleteEnded(database.db, clock.now() - LIMITS.alert_days * DAY_MS);
    this.#cancels = [
      every(
        clock,
        LOOK_EVERY_MS,
        logged(() => this.#look()),
      ),
      every(clock, SWEEP_EVERY_MS, () => sweep().catch((error: unknown) => log.error({ err: error }, "alerts"))),
    ];
  }

  async close(): Promise<void> {
    this.#stop.abort();
    for (const cancel of this.#cancels) cancel();
    await this.#underWay;
  }

  async list(query: QueryOf<(typeof ENDPOINTS)["alertList"]>): Promise<DataOf<(typeof ENDPOINTS)["alertList"]>> {
    const { page_num, page_size } = query;
    const filter = { state: query.state, kind: query.kind, page_num, page_size };
    const { rows, total } = await repository.listAlerts(this.#needs.database.db, filter);
    // Of an open one `until` only counts looks.
    const list = rows.map((row) => (row.state === "open" ? { ...row, until: null } : row));
    const looked_at = await repository.lookedAt(this.#needs.database.db);
    const is_late = looked_at !== null && looked_at <= this.#needs.clock.now() - LATE_MS;
    return { list, total, page_num, page_size, looked_at, is_late };
  }

  /** As it was seen last, by whichever server; null where there is none, or nobody has looked yet. */
  async certificate(): Promise<SeenCertificates | null> {
    if (!this.#publicUrl) return null;
    const kept = seenCertificates.safeParse(await repository.findCertificate(this.#needs.database.db)).data;
    return kept?.address === addressOf(this.#publicUrl) ? kept : null;
  }

  /** One server of all looks, once in a minute. */
  async #look(): Promise<void> {
    const { clock, database, notifications } = this.#needs;
    const now = clock.now();
    if (!(await repository.takeTurn(database.db, { now, before: now - TURN_MS, future: now + LOOK_EVERY_MS }))) return;
    const found = await Promise.all(ALERT_KINDS.map(async (kind) => [kind, await this.#known(kind)] as const));
    if (this.#stop.signal.aborted) return;
    const findings = new Map(found.flatMap(([kind, all]) => (all ? [[kind, all]] : [])));
    await database.transaction(async (tx) => {
      const done = clock.now();
      await notifications.enqueueAlerts(tx, await judge(tx, findings, done));
      await repository.endTurn(tx, done);
    });
  }

  /** Undefined when it cannot be known now. */
  async #known(kind: AlertKind): Promise<Finding[] | "off" | undefined> {
    const { signal } = this.#stop;
    try {
      return await this.#finders[kind](signal);
    } catch (error) {
      if (!signal.aborted) this.#needs.log.error({ err: error, kind }, "a fact of the system's health is not known");
      return undefined;
    }
  }

  async #find(kind: AlertKind): Promise<Finding[] | "off"> {
    const { clock, facts, settings } = this.#needs;
    const bound = boundOf(settings(), kind);
    if (bound === 0) return "off";
    const now = clock.now();
    return FINDERS[kind]({ ...facts, certificate: () => this.#seeCertificate(now) }, bound, now);
  }

  async #seeCertificate(now: number): Promise<SeenCertificates | null> {
    if (!this.#publicUrl) return null;
    const kept = await this.certificate();
    if (kept && now - kept.seen_at < CERTIFICATE_EVERY_MS && kept.seen_at <= now) return kept;
    const { signal } = this.#stop;
    const seen = await seeCertificate(this.#publicUrl, { timeoutMs: CERTIFICATE_TIMEOUT_MS, signal });
    signal.throwIfAborted();
    const found = { ...seen, seen_at: now, faults: seen.fault === null ? 0 : (kept?.faults ?? 0) + 1 };
    await repository.putCertificate(this.#needs.database.db, now, found);
    return found;
  }
}
