import {
  isBelowThreshold,
  UdtError,
  type DataOf,
  type Delivery,
  type ENDPOINTS,
  type QueryOf,
  type TriggerEvent,
} from "@udt/contract";
import type { Queries } from "../../platform/database/database.ts";
import { Attempts } from "../../platform/attempts.ts";
import * as channels from "./channels.repository.ts";
import type { Owner } from "./channels.repository.ts";
import type { ProjectContent } from "../../people/projects/project-deletion.service.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { ChannelsService, type ChannelsDependencies } from "./channels.service.ts";
import * as repository from "./deliveries.repository.ts";
import { announceDue, changed, CLAIM_MS, Deliverer, type DelivererDependencies } from "./deliverer.ts";
import { deliveryRow } from "./delivery-row.ts";
import { projectNames } from "./digest.repository.ts";
import type {
  AlertFacts,
  CertificateNotice,
  DeliveryFacts,
  MemoryNotice,
  OrderNotice,
  TestNotice,
  ToldOf,
} from "./facts.ts";
import { TriggersService, type TriggersDependencies } from "./triggers.service.ts";

export type { AlertFacts, ProjectSummary, TestFacts, TestNotice, ToldOf } from "./facts.ts";

/** Where administrators read what is wrong. */
const HEALTH_PATH = "/admin/health";
/** Test messages of one project in five minutes. */
const TESTS_MAX = 30;

export type NotificationsDependencies = DelivererDependencies &
  Omit<ChannelsDependencies, "isMailReady"> &
  TriggersDependencies & { told: ToldOf };

/** Tells people and programs outside the console what goes on in a project, and operators what is wrong with the installation. */
export class NotificationsService {
  readonly channels: ChannelsService;
  readonly triggers: TriggersService;
  readonly #needs: NotificationsDependencies;
  readonly #deliverer: Deliverer;
  readonly #tests: Attempts;

  constructor(needs: NotificationsDependencies) {
    this.#needs = needs;
    this.channels = new ChannelsService({ ...needs, isMailReady: needs.mailer.isReady });
    this.triggers = new TriggersService(needs);
    this.#deliverer = new Deliverer(needs);
    this.#tests = new Attempts(needs.clock, TESTS_MAX);
  }

  /** Begins to send what is queued; once the server can say what it is called. */
  start(): void {
    this.#deliverer.start();
  }

  close(): Promise<void> {
    return this.#deliverer.close();
  }

  /**
   * Says that an automated test started or ended, to every channel that a trigger of the project binds to that.
   *
   * Call it in the transaction that moves the test: the messages are then queued exactly if that is committed, and no
   * second time if the move is repeated and refused. It only writes rows, sends nothing and does not wait for anybody; the
   * sending begins after the commit, here or on another server. It is cheap when no trigger matches.
   *
   * A channel with a threshold hears of an ended test only if fewer percent of its cases succeeded; the log then says
   * `skipped`. A channel that several triggers name hears once.
   */
  async enqueue(tx: Queries, notice: TestNotice): Promise<void> {
    const { project_id, event, job_id, test } = notice;
    const found = await channels.channelsFor(tx, { project_id, event, job_id });
    if (found.length === 0) return;
    const now = this.#needs.clock.now();
    const project_name = (await projectNames(tx, [project_id])).get(project_id) ?? project_id;
    const facts = { event, project_name, job_id, test };
    const rows = found.map((channel) => {
      const isWanted = event === "start-test" || isBelowThreshold(test.totals, channel.threshold);
      const skipped = { state: "skipped", reason: "above_threshold", next_attempt_at: null, finished_at: now } as const;
      return deliveryRow(channel, facts, { now, ...(!isWanted && skipped) });
    });
    await repository.insertDeliveries(tx, rows);
    await this.#wake(tx);
  }

  /**
   * Says that a device was reported as broken or is mended, to the channels of each project that sees it and has a trigger for
   * that; or who sees to it, to those of one project. Call it in the transaction that changes the order, as {@link enqueue}.
   */
  async enqueueOrder(tx: Queries, { event, project_id: only, device_id, number }: OrderNotice): Promise<void> {
    const { told, clock } = this.#needs;
    const wanting = (await channels.projectsWith(tx, event)).filter((one) => only === undefined || one === only);
    const project_ids = wanting.length === 0 ? [] : await told.seeing(tx, device_id, wanting);
    if (project_ids.length === 0) return;
    const names = await projectNames(tx, project_ids);
    const now = clock.now();
    const rows = [];
    for (const project_id of project_ids) {
      const project_name = names.get(project_id) ?? project_id;
      const order = await told.order(tx, number, project_id);
      const url = `/${project_id}/management/device/${device_id}/issue?number=${number}`;
      for (const channel of await channels.channelsFor(tx, { project_id, event, job_id: null }))
        rows.push(deliveryRow(channel, { event, project_name, order: { ...order, url } }, { now }));
    }
    await repository.insertDeliveries(tx, rows);
    await this.#wake(tx);
  }

  /**
   * Says that a certificate ends soon or has ended, to the channels of its project that a trigger binds to that. Call it in the
   * transaction that writes down that this was told, as {@link enqueue}.
   */
  enqueueCertificate(tx: Queries, { event, project_id, certificate }: CertificateNotice): Promise<void> {
    const url = `/${project_id}/management/ios-certificate/${certificate.cert_id}/view`;
    return this.#enqueueOf(tx, project_id, event, (project_name) => {
      return { event, project_name, certificate: { ...certificate, url } };
    });
  }

  /** Says which modules of an app have too much memory, to the channels of the project that a trigger binds to that, as {@link enqueue}. */
  enqueueMemory(tx: Queries, { project_id, memory }: MemoryNotice): Promise<void> {
    const url = `/${project_id}/memory-graph/report/${memory.trace_id}?sample=${memory.sample_id}&view=partitions`;
    return this.#enqueueOf(tx, project_id, "exceed-budget", (project_name) => {
      return { event: "exceed-budget", project_name, memory: { ...memory, url } };
    });
  }

  /** To the channels that a trigger binds to an event that is of no job. */
  async #enqueueOf(
    tx: Queries,
    project_id: string,
    event: TriggerEvent,
    factsOf: (project_name: string) => DeliveryFacts,
  ): Promise<void> {
    const found = await channels.channelsFor(tx, { project_id, event, job_id: null });
    if (found.length === 0) return;
    const now = this.#needs.clock.now();
    const facts = factsOf((await projectNames(tx, [project_id])).get(project_id) ?? project_id);
    await repository.insertDeliveries(
      tx,
      found.map((channel) => deliveryRow(channel, facts, { now })),
    );
    await this.#wake(tx);
  }

  /**
   * Tells every channel of the installation. Call it in the transaction that opens, reminds of or ends the alerts, as
   * {@link enqueue}.
   */
  async enqueueAlerts(tx: Queries, told: AlertFacts[]): Promise<void> {
    const found = await channels.alertChannels(tx);
    if (found.length === 0 || told.length === 0) return;
    const now = this.#needs.clock.now();
    const rows = told.flatMap((facts) =>
      found.map((channel) => deliveryRow(channel, { ...facts, url: HEALTH_PATH }, { now })),
    );
    await repository.insertDeliveries(tx, rows);
    await this.#wake(tx);
  }

  /** The rows go with their project. */
  readonly ofProject: ProjectContent = {
    count: async (db, project_id) => ({
      channels: await channels.countChannels(db, project_id),
      triggers: await channels.countTriggers(db, project_id),
      deliveries: await repository.countDeliveries(db, project_id),
    }),
  };

  /** Messages that have not come to their end. */
  countWaiting(): Promise<number> {
    return repository.countWaiting(this.#needs.database.db);
  }

  async list(
    project_id: Owner,
    query: Omit<QueryOf<(typeof ENDPOINTS)["deliveryList"]>, "project">,
  ): Promise<DataOf<(typeof ENDPOINTS)["deliveryList"]>> {
    const { rows, total } = await repository.listDeliveries(this.#needs.database.db, {
      ...query,
      project_id,
      channel_id: query.channel_id,
      state: query.state,
      event: query.event,
    });
    return { list: rows, total, page_num: query.page_num, page_size: query.page_size };
  }

  /**
   * Sends a test message now, with one attempt, because somebody waits for the answer.
   * @throws UdtError channel_not_found, too_many_attempts
   */
  async test(actor: Actor, project_id: Owner, id: string): Promise<Delivery> {
    const { bus, clock, audit } = this.#needs;
    const now = clock.now();
    const claim = await bus.transaction(async (tx, announce) => {
      const channel = await channels.findChannel(tx, project_id, id);
      if (!channel) throw new UdtError("channel_not_found", { id });
      this.#tests.take(project_id ?? "");
      const { user_name } = actor.user;
      const facts = { event: "test-message" as const, user_name, ...(await placeOf(tx, project_id)) };
      const row = deliveryRow(channel, facts, {
        now,
        user_name,
        state: "sending",
        attempts: 1,
        attempts_max: 1,
        next_attempt_at: now + CLAIM_MS,
      });
      await repository.insertDeliveries(tx, [row]);
      await audit.write(tx, {
        action: "notification.channel_test",
        ...actor,
        project_id: project_id ?? "",
        target: channel.name,
      });
      changed(announce, { project_id });
      return row;
    });
    return this.#deliverer.deliver(claim);
  }

  /** Tries a failed delivery again. @throws UdtError delivery_not_found, delivery_state, channel_not_found */
  async retry(actor: Actor, project_id: Owner, delivery_id: string): Promise<Delivery> {
    const { bus, clock, audit } = this.#needs;
    return bus.transaction(async (tx, announce) => {
      const row = await repository.findDelivery(tx, project_id, delivery_id);
      if (!row) throw new UdtError("delivery_not_found", { delivery_id });
      if (!(await channels.findChannel(tx, project_id, row.channel_id))) {
        throw new UdtError("channel_not_found", { id: row.channel_id });
      }
      const queued = await repository.requeue(tx, row, clock.now());
      if (!queued) throw new UdtError("delivery_state", { delivery_id, state: row.state });
      await audit.write(tx, {
        action: "notification.retry",
        ...actor,
        project_id: project_id ?? "",
        target: row.channel_name,
      });
      changed(announce, { project_id });
      await this.#wake(tx);
      return queued;
    });
  }

  /** Other servers hear of it when it is committed; this one may look too early, and then hears it as well. */
  async #wake(tx: Queries): Promise<void> {
    await announceDue(tx);
    this.#deliverer.wake();
  }
}

/** What a test message names as its sender, and leads to. */
async function placeOf(tx: Queries, project_id: Owner): Promise<{ project_name: string | null; url: string }> {
  if (project_id === null) return { project_name: null, url: HEALTH_PATH };
  const project_name = (await projectNames(tx, [project_id])).get(project_id) ?? project_id;
  return { project_name, url: `/${project_id}/remote/list` };
}
