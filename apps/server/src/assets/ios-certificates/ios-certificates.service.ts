import {
  LIMITS,
  plainUdid,
  UdtError,
  type BodyOf,
  type DataOf,
  type DeviceState,
  type ENDPOINTS,
  type QueryOf,
} from "@udt/contract";
import type { TaskQueue } from "../../core/tasks/task-queue.service.ts";
import type { AuditService } from "../../people/audit/audit.service.ts";
import { lockProject } from "../../people/projects/projects.service.ts";
import type { ProjectContent } from "../../people/projects/project-deletion.service.ts";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/crypto.ts";
import type { Database } from "../../platform/database/database.ts";
import { brokenConstraint } from "../../platform/database/violations.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { newId } from "../../platform/ids.ts";
import { answerOf, columnsOf } from "./ios-certificates.answers.ts";
import * as repository from "./ios-certificates.repository.ts";
import type { Pair, PairFiles } from "./pair.ts";
import type { PairReader } from "./pair-reader.ts";
import { openP12, openProfile, sealFiles } from "./sealed-files.ts";
import { findWithFiles } from "./signing-files.ts";

type Endpoints = typeof ENDPOINTS;
type Detail = DataOf<Endpoints["iosCertificateGet"]>;
type FarmDevice = Detail["farm"]["lacking"][number];

export interface IosCertificatesNeeds {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  secrets: SecretBox;
  audit: AuditService;
  readPair: PairReader;
  queue: Pick<TaskQueue, "cancel" | "cancelAll" | "forget">;
  /** What each of some devices is doing. */
  statesOf(device_ids: readonly string[]): Promise<Map<string, DeviceState>>;
}

/** What a project signs iOS apps with. What is put in comes out for signing alone. */
export class IosCertificatesService {
  readonly #needs: IosCertificatesNeeds;

  constructor(needs: IosCertificatesNeeds) {
    this.#needs = needs;
  }

  /** The rows go with their project; what an agent signs meanwhile is called off. */
  readonly ofProject: ProjectContent = {
    count: async (db, project_id) => ({ ios_certificates: await repository.countCertificates(db, project_id) }),
    delete: async (tx, project_id) => {
      const tell = await this.#needs.queue.cancelAll(tx, { kind: "resign", project_id });
      return { after: () => Promise.resolve(tell()) };
    },
  };

  async list(
    project_id: string,
    query: Omit<QueryOf<Endpoints["iosCertificateList"]>, "project">,
  ): Promise<DataOf<Endpoints["iosCertificateList"]>> {
    const [{ db }, now] = [this.#needs.database, this.#needs.clock.now()];
    const { state, keyword, page_num, page_size } = query;
    const found = await repository.listCertificates(db, { project_id, keyword, state, now, page_num, page_size });
    return {
      list: found.rows.map(answerOf),
      total: found.total,
      page_num,
      page_size,
      expiring_total: await repository.countInState(db, project_id, "expiring", now),
      expired_total: await repository.countInState(db, project_id, "expired", now),
    };
  }

  /** @throws UdtError ios_certificate_not_found */
  async get(project_id: string, cert_id: string): Promise<Detail> {
    const found = await this.#find(project_id, cert_id);
    const row = found.certificate;
    const farm = await repository.seenIosDevices(this.#needs.database.db, project_id);
    const named = new Set(row.device_udids.map(plainUdid));
    // One for all of a company's devices names none; one for the App Store lets an app run on none.
    const lacking = row.kind === "enterprise" ? [] : farm.filter(({ serial }) => !named.has(plainUdid(serial)));
    return {
      ...answerOf(found),
      certificate: {
        sha1: row.certificate_sha1,
        starts_at: row.certificate_starts_at,
        expires_at: row.certificate_expires_at,
      },
      profile: {
        name: row.profile_name,
        uuid: row.profile_uuid,
        starts_at: row.profile_starts_at,
        expires_at: row.profile_expires_at,
      },
      farm: {
        device_total: farm.length,
        lacking_total: lacking.length,
        lacking: await this.#withStates(lacking.slice(0, LIMITS.unprovisioned_devices_max)),
      },
    };
  }

  /** @throws UdtError ios_certificate_not_found */
  async devices(
    project_id: string,
    cert_id: string,
    query: { keyword: string; page_num: number; page_size: number },
  ): Promise<DataOf<Endpoints["iosCertificateDevices"]>> {
    const { certificate } = await this.#find(project_id, cert_id);
    const wanted = plainUdid(query.keyword.trim());
    const all = certificate.device_udids.filter((udid) => plainUdid(udid).includes(wanted));
    const from = (query.page_num - 1) * query.page_size;
    const udids = all.slice(from, from + query.page_size);
    const shown = new Set(udids.map(plainUdid));
    const seen = await repository.seenIosDevices(this.#needs.database.db, project_id);
    const farm = await this.#withStates(seen.filter(({ serial }) => shown.has(plainUdid(serial))));
    const deviceOf = new Map(farm.map((device) => [plainUdid(device.serial), device]));
    return {
      list: udids.map((udid) => ({ udid, device: deviceOf.get(plainUdid(udid)) ?? null })),
      total: all.length,
      page_num: query.page_num,
      page_size: query.page_size,
    };
  }

  /** @throws UdtError ios_certificate_… */
  async create(actor: Actor, project_id: string, wish: BodyOf<Endpoints["iosCertificateCreate"]>): Promise<Detail> {
    const { bus, clock, audit } = this.#needs;
    const { title, password } = wish;
    const files = { p12: await bytesOf(wish.p12), password, profile: await bytesOf(wish.mobileprovision) };
    const pair = await this.#read(files, project_id);
    const cert_id = newId();
    const now = clock.now();
    await this.#titled(title, () =>
      bus.transaction(async (tx, announce) => {
        // Their number is of all of them: who else adds one waits.
        await lockProject(tx, project_id, "change");
        const max = LIMITS.ios_certificates_max;
        const count = await repository.countCertificates(tx, project_id);
        if (count >= max) throw new UdtError("ios_certificate_limit", { max });
        await repository.insertCertificate(tx, {
          ...columnsOf(pair),
          ...sealFiles(this.#needs.secrets, cert_id, files),
          cert_id,
          project_id,
          title,
          user_id: actor.user.user_id,
          created_at: now,
          updated_at: now,
        });
        const detail = { registered_name: pair.registered_name, profile: pair.profile_name };
        await audit.write(tx, { action: "ios_certificate.create", ...actor, project_id, target: title, detail });
        announce(project_id, { type: "ios_certificate.changed", cert_id });
      }),
    );
    return this.get(project_id, cert_id);
  }

  /** What is not sent stays. @throws UdtError ios_certificate_… */
  async update(
    actor: Actor,
    project_id: string,
    cert_id: string,
    wish: BodyOf<Endpoints["iosCertificateUpdate"]>,
  ): Promise<Detail> {
    const { bus, clock, audit } = this.#needs;
    const { title } = wish;
    const isNew = { p12: wish.p12 !== undefined, profile: wish.mobileprovision !== undefined };
    const { certificate: read } = await this.#find(project_id, cert_id);
    // Files are read before anything is locked: it takes its time.
    const files = isNew.p12 || isNew.profile ? await this.#filesOf(project_id, read, wish) : undefined;
    const pair = files && (await this.#read(files, project_id));
    const isDone = await this.#titled(title, () =>
      bus.transaction(async (tx, announce) => {
        const before = await repository.lockCertificate(tx, project_id, cert_id);
        if (!before) throw new UdtError("ios_certificate_not_found", { cert_id });
        // Somebody has sent another file meanwhile, with which this one may not go.
        if (files && before.updated_at !== read.updated_at) return false;
        await repository.updateCertificate(tx, cert_id, {
          ...(files && pair && { ...columnsOf(pair), ...sealFiles(this.#needs.secrets, cert_id, files) }),
          title,
          user_id: actor.user.user_id,
          // Grows with every change, however fast they follow.
          updated_at: Math.max(clock.now(), before.updated_at + 1),
        });
        const detail = { renamed: title !== before.title, ...isNew };
        await audit.write(tx, { action: "ios_certificate.edit", ...actor, project_id, target: before.title, detail });
        announce(project_id, { type: "ios_certificate.changed", cert_id });
        return true;
      }),
    );
    return isDone ? this.get(project_id, cert_id) : this.update(actor, project_id, cert_id, wish);
  }

  /** @throws UdtError ios_certificate_not_found */
  async delete(actor: Actor, project_id: string, cert_id: string): Promise<void> {
    const { bus, audit, queue } = this.#needs;
    const called_off = await bus.transaction(async (tx, announce) => {
      const row = await repository.lockCertificate(tx, project_id, cert_id);
      if (!row) throw new UdtError("ios_certificate_not_found", { cert_id });
      const about = { kind: "resign", subject_id: cert_id } as const;
      const cancelled = await queue.cancel(tx, about);
      await queue.forget(tx, about.kind, [about.subject_id]);
      await repository.deleteCertificate(tx, cert_id);
      await audit.write(tx, { action: "ios_certificate.delete", ...actor, project_id, target: row.title });
      announce(project_id, { type: "ios_certificate.changed", cert_id });
      return cancelled;
    });
    called_off?.after();
  }

  async #find(project_id: string, cert_id: string): Promise<repository.WholeCertificate> {
    const found = await repository.findCertificate(this.#needs.database.db, project_id, cert_id);
    if (!found) throw new UdtError("ios_certificate_not_found", { cert_id });
    return found;
  }

  /** @throws UdtError where the two files do not go together, or one is over */
  async #read(files: PairFiles, project_id: string): Promise<Pair> {
    const reading = await this.#needs.readPair(files, project_id);
    if (!reading.ok) throw new UdtError(reading.error.code, reading.error.args);
    const { value: pair } = reading;
    const now = this.#needs.clock.now();
    if (pair.certificate_expires_at <= now)
      throw new UdtError("ios_certificate_expired", { name: pair.registered_name });
    if (pair.profile_expires_at <= now)
      throw new UdtError("ios_certificate_profile_expired", { profile: pair.profile_name });
    return pair;
  }

  /** What was sent, and what it has for the rest. @throws UdtError ios_certificate_files_lost */
  async #filesOf(
    project_id: string,
    { cert_id, title }: repository.CertificateFacts,
    wish: BodyOf<Endpoints["iosCertificateUpdate"]>,
  ): Promise<PairFiles> {
    const p12 = wish.p12 && { p12: await bytesOf(wish.p12), password: wish.password };
    const profile = wish.mobileprovision && (await bytesOf(wish.mobileprovision));
    if (p12 && profile) return { ...p12, profile };
    const { sealed } = await findWithFiles(this.#needs.database.db, project_id, cert_id);
    const isLost = (p12 ? sealed.profile_sealed : sealed.p12_sealed) === "";
    if (isLost) throw new UdtError("ios_certificate_files_lost", { title });
    return {
      ...(p12 ?? openP12(this.#needs.secrets, cert_id, sealed)),
      profile: profile ?? openProfile(this.#needs.secrets, cert_id, sealed),
    };
  }

  async #withStates(list: readonly Omit<FarmDevice, "state">[]): Promise<FarmDevice[]> {
    const states = await this.#needs.statesOf(list.map((each) => each.device_id));
    return list.map((device) => ({ ...device, state: states.get(device.device_id) ?? "offline" }));
  }

  async #titled<T>(title: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (brokenConstraint(error)?.name !== "ios_certificates_title") throw error;
      throw new UdtError("ios_certificate_title_exists", { title });
    }
  }
}

const bytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());
