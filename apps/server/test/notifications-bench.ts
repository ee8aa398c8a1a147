import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { ENDPOINTS, type BodyInputOf, type Delivery, type JobConfig } from "@udt/contract";
import type { TestDatabase } from "./databases.ts";
import { TestServer, until, type Person } from "./harness.ts";
import { jobs } from "../src/platform/database/jobs.schema.ts";
import { testNotice } from "../src/notify/notifications/notice.fixture.ts";
import { okay, Receiver } from "../src/notify/notifications/receiver.fixture.ts";

type ChannelWish = BodyInputOf<(typeof ENDPOINTS)["channelCreate"]>;
export const SECRET = "a secret of some length";

/**
 * What suites of notifications share: a server, a mail server, a receiver of webhooks, an owner and a member. Each test has
 * a project of its own.
 */
export function notificationsBench<Mailbox extends { url: string; mails: unknown[]; stop(): Promise<void> }>(
  open: () => Promise<TestDatabase>,
  startMailbox: () => Promise<Mailbox>,
) {
  let udt: TestServer;
  let mailbox: Mailbox;
  let receiver: Receiver;
  let owner: Person;
  let member: Person;
  let count = 0;
  /** Each test has a project of its own. */
  let project: string;
  let query: { project: string };

  beforeAll(async () => {
    mailbox = await startMailbox();
    receiver = await new Receiver().start();
    udt = await TestServer.start(open, {
      public_url: "https://udt.example.com",
      outgoing: {
        smtp_url: mailbox.url,
        mail_from: "UDT <udt@example.com>",
        outbound_allow: ["127.0.0.1"],
        secret_key: undefined,
      },
    });
    owner = await udt.person("Olga");
    member = await udt.person("Mei");
  });
  afterAll(async () => {
    await udt?.dispose();
    await receiver?.stop();
    await mailbox?.stop();
  });
  beforeEach(async () => {
    project = await udt.project(
      `notify-${++count}`,
      [
        { person: owner, user_type: 1 },
        { person: member, user_type: 2 },
      ],
      { member_privileges: [] },
    );
    query = { project };
    mailbox.mails.length = 0;
    receiver.received.length = 0;
    receiver.answer = okay;
    receiver.answerOnce = [];
  });

  const email: ChannelWish = {
    name: "Team mail",
    kind: "email",
    language: "en",
    recipients: "anna@example.com；bob@example.com; anna@example.com",
    comment: "nightly",
  };
  const robot = (change: Partial<ChannelWish> = {}): ChannelWish => ({
    name: "Robot",
    kind: "wework",
    language: "zh",
    webhook: receiver.url(project),
    ...change,
  });
  const program = (change: Partial<ChannelWish> = {}): ChannelWish => ({
    name: "CI",
    kind: "webhook",
    language: "en",
    webhook: receiver.url(project),
    secret: SECRET,
    ...change,
  });
  const make = (body: ChannelWish) => udt.ok(ENDPOINTS.channelCreate, { as: owner, query, body });
  /** A saved job; what it does is no matter here. */
  const job = (job_id: string) =>
    udt.server.database.db.insert(jobs).values({
      job_id,
      project_id: project,
      name: `Job ${job_id}`,
      revision: 1,
      config: {} as JobConfig,
      user_id: owner.user_id,
      changed_by: owner.user_id,
      created_at: 0,
      updated_at: 0,
      active_at: 0,
    });
  const bind = (channels: string[], event: "start-test" | "end-test" = "end-test", job_id: string | null = null) =>
    udt.ok(ENDPOINTS.triggerCreate, { as: owner, query, body: { buss_type: "gce", event, channels, job_id } });
  const tell = (change: Parameters<typeof testNotice>[1] = {}) =>
    udt.server.database.transaction((tx) => udt.server.services.notifications.enqueue(tx, testNotice(project, change)));
  const log = async (filter: Record<string, string> = {}) =>
    (await udt.ok(ENDPOINTS.deliveryList, { as: owner, query: { ...query, ...filter } })).list;
  const settled = (state: Delivery["state"], attempts = 1) =>
    until(async () => {
      const [delivery] = await log();
      expect(delivery).toMatchObject({ state, attempts });
      return delivery!;
    });
  const test = (id: string) => udt.ok(ENDPOINTS.channelTest, { as: owner, query, params: { id } });

  return {
    get udt() {
      return udt;
    },
    get mailbox() {
      return mailbox;
    },
    get receiver() {
      return receiver;
    },
    get owner() {
      return owner;
    },
    get member() {
      return member;
    },
    get project() {
      return project;
    },
    get query() {
      return query;
    },
    email,
    robot,
    program,
    make,
    job,
    bind,
    tell,
    log,
    settled,
    test,
  };
}
