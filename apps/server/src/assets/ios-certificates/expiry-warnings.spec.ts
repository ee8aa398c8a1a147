/** Channels hear of a certificate's end 30, 7 and 1 days before and at it, once each, whoever looks. */
import { ENDPOINTS, type UiLanguage } from "@udt/contract";
import { startMailbox } from "@udt/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import { makeIdentity, makeProfile, profileFileOf, signingFiles } from "../../../test/ios-signing.ts";
import { notificationsBench } from "../../../test/notifications-bench.ts";
import { Receiver } from "../../notify/notifications/receiver.fixture.ts";
import { ios_certificates } from "../../platform/database/ios-certificates.schema.ts";
import { eq, sql } from "../../platform/database/sql.ts";
import type { Server } from "../../running-server.ts";
import { startServer } from "../../server.ts";
import { firstWarningAt, nextWarningAt } from "./expiry-warnings.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const identity = makeIdentity();

const formOf = (fields: Record<string, string | File>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
const profileEnding = (expires_at: number) => ({ starts_at: expires_at - 400 * DAY_MS, expires_at });
const filesEnding = (expires_at: number) => signingFiles({ identity, profile: profileEnding(expires_at) });
/** So many days pass for the certificates of a project, and then an hour for all, in which it looks. */
async function age({ server, clock }: TestServer, project_id: string, days: number): Promise<void> {
  const { expires_at, warns_at } = ios_certificates;
  const ms = days * DAY_MS;
  await server.database.db
    .update(ios_certificates)
    .set({ expires_at: sql`${expires_at} - ${ms}::bigint`, warns_at: sql`${warns_at} - ${ms}::bigint` })
    .where(eq(ios_certificates.project_id, project_id));
  clock.turn(HOUR_MS);
}
/** Profiles tell whole seconds. */
const endAfter = (now: number, days: number) => Math.floor((now + days * DAY_MS) / 1000) * 1000;

describe("the times of warnings", () => {
  it("are 30, 7 and 1 days before the end, and the end", () => {
    const end = 1000 * DAY_MS;
    expect(firstWarningAt(end)).toBe(970 * DAY_MS);
    const nextAfter = (days: number) => {
      const next = nextWarningAt(end, end - days * DAY_MS + 1);
      return next === null ? null : (end - next) / DAY_MS;
    };
    expect([40, 30, 12, 7, 1, 0.5, 0, -3].map(nextAfter)).toEqual([30, 7, 7, 1, 0, 0, null, null]);
  });
});

onEachDatabase("channels that hear of certificates", (open) => {
  const at = notificationsBench(open, startMailbox);
  const bind = (channels: string[]) =>
    at.udt.ok(ENDPOINTS.triggerCreate, {
      as: at.owner,
      query: at.query,
      body: { buss_type: "certificate", event: "expire-certificate", channels },
    });
  const add = (title: string, expires_at: number) =>
    at.udt.ok(ENDPOINTS.iosCertificateCreate, {
      as: at.owner,
      query: at.query,
      body: formOf({ title, ...filesEnding(expires_at) }),
    });
  const edit = (cert_id: string, fields: Record<string, string | File>) =>
    at.udt.ok(ENDPOINTS.iosCertificateUpdate, {
      as: at.owner,
      query: at.query,
      params: { cert_id },
      body: formOf(fields),
    });
  const heard = () => at.receiver.received.map(({ json }) => (json as { title?: string }).title);
  /** Settled, too: a turn is longer than any claim, and what is not settled by then is sent again. */
  const telling = (titles: string[]) =>
    until(async () => {
      expect(heard()).toEqual(titles);
      expect((await at.log()).map(({ state }) => state)).toEqual(titles.map(() => "delivered"));
    });

  it("are told at each of the days once, and at the end", async () => {
    const channel = await at.make(at.program());
    await bind([channel.id]);
    const { cert_id } = await add("Shop", endAfter(at.udt.clock.now(), 31));
    const told = ["within 30 days: Shop", "within 7 days: Shop", "within a day: Shop"].map(
      (words) => `iOS certificate expires ${words}`,
    );
    for (const [index, days] of [1, 23, 6].entries()) {
      await age(at.udt, at.project, days);
      await telling(told.slice(0, index + 1));
      // Looks that find nothing new.
      for (let hour = 0; hour < 3; hour++) at.udt.clock.turn(HOUR_MS);
    }
    await age(at.udt, at.project, 1);
    await telling([...told, "iOS certificate has expired: Shop"]);
    expect(at.receiver.received.at(-1)?.json).toMatchObject({
      event: "expire-certificate",
      link: `https://udt.example.com/${at.project}/management/ios-certificate/${cert_id}/view`,
      certificate: { cert_id, title: "Shop", within_days: null, ends_first: "profile" },
    });
    for (let day = 0; day < 3; day++) await age(at.udt, at.project, 1);
    await edit(cert_id, { title: "Still over" });
    expect((await at.log()).length).toBe(4);
  });

  it("are told at once of one with few days left, and anew of other files, but not of another title", async () => {
    const channel = await at.make(at.program());
    await bind([channel.id]);
    const { cert_id } = await add("Soon", endAfter(at.udt.clock.now(), 5));
    await telling(["iOS certificate expires within 7 days: Soon"]);
    await edit(cert_id, { title: "Renamed" });
    const mobileprovision = profileFileOf(makeProfile([identity], profileEnding(endAfter(at.udt.clock.now(), 20))));
    await edit(cert_id, { title: "Renewed", mobileprovision });
    await telling(["iOS certificate expires within 7 days: Soon", "iOS certificate expires within 30 days: Renewed"]);
  });

  it("are told once of days that nobody looked at", async () => {
    const channel = await at.make(at.program());
    await bind([channel.id]);
    await add("Slept", endAfter(at.udt.clock.now(), 60));
    await age(at.udt, at.project, 59.5);
    await telling(["iOS certificate expires within a day: Slept"]);
    await age(at.udt, at.project, 1);
    await telling(["iOS certificate expires within a day: Slept", "iOS certificate has expired: Slept"]);
  });

  it("speak their languages: a robot, mail and a program", async () => {
    const languages: UiLanguage[] = ["zh", "en", "ja"];
    const mails = [];
    for (const language of languages) mails.push(await at.make({ ...at.email, name: language, language }));
    const robot = await at.make(at.robot());
    await bind([...mails, robot].map(({ id }) => id));
    await add("商店", endAfter(at.udt.clock.now(), 0.5));
    await until(() => expect([at.mailbox.mails.length, at.receiver.received.length]).toEqual([3, 1]));
    const titles = (await at.log({ event: "expire-certificate" })).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(
      [
        "iOS 证书将在 1 天内到期：商店",
        "iOS 证书将在 1 天内到期：商店",
        "iOS certificate expires within a day: 商店",
        "iOS 証明書の有効期限まで 1 日以内：商店",
      ].toSorted(),
    );
    const said = at.receiver.received[0]?.json.markdown?.content ?? "";
    for (const part of ["iOS 证书将在 1 天内到期：商店", "Example Ltd", "先到期的是描述文件"])
      expect(said).toContain(part);
  });

  it("are those of a rule of its project alone, and such a rule names no task", async () => {
    const channel = await at.make(at.program());
    const call = (body: object) =>
      at.udt.call(ENDPOINTS.triggerCreate, {
        as: at.owner,
        query: at.query,
        body: { buss_type: "certificate", event: "expire-certificate", channels: [channel.id], ...body } as never,
      });
    expect((await call({ event: "end-test" })).text).toContain("trigger_event");
    expect((await call({ job_id: "j1" })).text).toContain("trigger_certificate");
    expect((await call({ buss_type: "device" })).text).toContain("trigger_event");
    const elsewhere = { project: await at.udt.project(`${at.project}-far`, [{ person: at.owner, user_type: 1 }]) };
    const there = { as: at.owner, query: elsewhere };
    const { id } = await at.udt.ok(ENDPOINTS.channelCreate, { ...there, body: at.program() });
    const body = { buss_type: "certificate" as const, event: "expire-certificate" as const, channels: [id] };
    await at.udt.ok(ENDPOINTS.triggerCreate, { ...there, body });
    await at.bind([channel.id]);
    await add("Unheard", endAfter(at.udt.clock.now(), 5));
    const other = formOf({ title: "Heard", ...filesEnding(endAfter(at.udt.clock.now(), 5)) });
    await at.udt.ok(ENDPOINTS.iosCertificateCreate, { ...there, body: other });
    await until(() => expect(heard()).toEqual(["iOS certificate expires within 7 days: Heard"]));
    expect(await at.log()).toEqual([]);
  });
});

onEachDatabase("servers that look at the same certificates", (open) => {
  let udt: TestServer;
  let second: Server | undefined;
  let receiver: Receiver;
  let owner: Person;
  const query = { project: "signing" };

  const begin = () => startServer({ ...udt.settings, port: 0 }, { clock: udt.clock, logLevel: "silent" });
  beforeAll(async () => {
    receiver = await new Receiver().start();
    const secret_key = "the same for all servers, 32 characters";
    const mail = { smtp_url: undefined, mail_from: undefined };
    udt = await TestServer.start(open, { outgoing: { ...mail, outbound_allow: ["127.0.0.0/8"], secret_key } });
    owner = await udt.person("Olga");
    await udt.project("signing", [{ person: owner, user_type: 1 }]);
    // The embedded database has one server.
    if (udt.server.database.kind === "postgresql") second = await begin();
  });
  afterAll(async () => {
    await second?.stop();
    await udt?.dispose();
    await receiver?.stop();
  });

  it("tell each of them once, also by one that begins meanwhile", { timeout: 60_000 }, async () => {
    const body = { name: "CI", kind: "webhook" as const, webhook: receiver.url("certs"), secret: "a secret of length" };
    const channel = await udt.ok(ENDPOINTS.channelCreate, { as: owner, query, body });
    const wish = { buss_type: "certificate" as const, event: "expire-certificate" as const, channels: [channel.id] };
    await udt.ok(ENDPOINTS.triggerCreate, { as: owner, query, body: wish });
    const files = filesEnding(endAfter(udt.clock.now(), 31));
    const COUNT = 8;
    for (let index = 0; index < COUNT; index++)
      await udt.ok(ENDPOINTS.iosCertificateCreate, {
        as: owner,
        query,
        body: formOf({ title: `Team ${index}`, ...files }),
      });
    for (const [round, days] of [1, 23, 6, 1].entries()) {
      await age(udt, query.project, days);
      // A server that begins looks at once, as the others do by the clock.
      const third = second && round === 1 ? await begin() : undefined;
      await until(async () => {
        const { list, total } = await udt.ok(ENDPOINTS.deliveryList, {
          as: owner,
          query: { ...query, page_size: 100 },
        });
        expect([total, [...new Set(list.map(({ state }) => state))]]).toEqual([COUNT * (round + 1), ["delivered"]]);
      });
      await third?.stop();
    }
    const said = receiver.received.map(({ json }) => (json as { title?: string }).title);
    expect([said.length, new Set(said).size]).toEqual([COUNT * 4, COUNT * 4]);
  });
});
