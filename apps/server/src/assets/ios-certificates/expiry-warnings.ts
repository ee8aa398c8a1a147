import { Rounds } from "@udt/base";
import { EXPIRY_WARNING_DAYS, type CertificateTrigger } from "@udt/contract";
import { lockProject } from "../../people/projects/projects.service.ts";
import { every } from "../../platform/clock.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { ServiceNeeds } from "../../platform/service-needs.ts";
import * as repository from "./ios-certificates.repository.ts";

const DAY_MS = 86_400_000;
/** A matter of days; what was put in meanwhile wakes it at once. */
const LOOK_EVERY_MS = 3_600_000;

type WarnedDays = (typeof EXPIRY_WARNING_DAYS)[number];

/** What is told of a certificate that ends. */
export interface CertificateWarning {
  event: CertificateTrigger;
  project_id: string;
  certificate: Pick<
    repository.CertificateFacts,
    "cert_id" | "title" | "registered_name" | "team_name" | "bundle_pattern" | "expires_at"
  > & { within_days: WarnedDays | null; ends_first: "certificate" | "profile" };
}
/** Tells of it outside of the console; in the transaction that writes down that it was told. */
export type TellCertificate = (tx: Queries, warning: CertificateWarning) => Promise<void>;

/** A pair that is put in with fewer days left is told of at once. */
export const firstWarningAt = (expires_at: number): number => expires_at - EXPIRY_WARNING_DAYS[0] * DAY_MS;

/** The next of the days before its end, or the end itself; null when all are past. */
export function nextWarningAt(expires_at: number, now: number): number | null {
  const times = [...EXPIRY_WARNING_DAYS, 0].map((days) => expires_at - days * DAY_MS);
  return times.find((time) => time >= now) ?? null;
}

/** The least of the days within which it ends; null once it has ended. */
const nearestDays = (expires_at: number, now: number): WarnedDays | null =>
  expires_at <= now
    ? null
    : (EXPIRY_WARNING_DAYS.findLast((days) => expires_at - now < days * DAY_MS) ?? EXPIRY_WARNING_DAYS[0]);

/**
 * Tells of certificates 30, 7 and 1 days before their end, and when they have ended. Every server looks; a row is one server's
 * while it tells, and what was told is written down in the same transaction, so that nothing is told twice. Of days that were
 * missed while no server ran, one message tells what is left.
 */
export class ExpiryWarnings {
  readonly #needs: ServiceNeeds & { tell: TellCertificate };
  readonly #stop: (() => void)[];
  readonly #rounds = new Rounds(
    () => this.#tellDue(),
    (error) => this.#needs.log.error({ err: error }, "iOS certificates"),
  );

  constructor(needs: ServiceNeeds & { tell: TellCertificate }) {
    this.#needs = needs;
    this.#stop = [
      needs.bus.subscribe(({ payload }) => {
        if (payload.type === "ios_certificate.changed") this.#rounds.wake();
      }),
      every(needs.clock, LOOK_EVERY_MS, () => this.#rounds.wake()),
    ];
    this.#rounds.wake();
  }

  async close(): Promise<void> {
    for (const stop of this.#stop) stop();
    await this.#rounds.close();
  }

  async #tellDue(): Promise<void> {
    const { database, clock, log } = this.#needs;
    const now = clock.now();
    for (const { project_id, cert_id } of await repository.dueWarnings(database.db, now)) {
      if (this.#rounds.isClosed) return;
      // One that cannot be told keeps none of the others from it.
      await database
        .transaction((tx) => this.#tell(tx, project_id, cert_id, now))
        .catch((error: unknown) => log.error({ err: error, cert_id }, "iOS certificates"));
    }
  }

  async #tell(tx: Queries, project_id: string, cert_id: string, now: number): Promise<void> {
    // The project first, as who deletes it does.
    if (!(await lockProject(tx, project_id, "use"))) return;
    const row = await repository.lockCertificate(tx, project_id, cert_id);
    // Another server has told it meanwhile, or somebody has put in another pair.
    if (!row || row.warns_at === null || row.warns_at >= now) return;
    const { title, registered_name, team_name, bundle_pattern, expires_at } = row;
    const within_days = nearestDays(expires_at, now);
    const ends_first = row.profile_expires_at <= row.certificate_expires_at ? "profile" : "certificate";
    const certificate = { cert_id, title, registered_name, team_name, bundle_pattern, expires_at };
    const warning = { ...certificate, within_days, ends_first } as const;
    await this.#needs.tell(tx, { event: "expire-certificate", project_id, certificate: warning });
    await repository.updateCertificate(tx, cert_id, { warns_at: nextWarningAt(expires_at, now) });
  }
}
