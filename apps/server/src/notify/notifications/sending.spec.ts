import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { until } from "../../../test/harness.ts";
import { startMailbox } from "@udt/testkit";
import { notificationsBench, SECRET } from "../../../test/notifications-bench.ts";
import { testNotice } from "./notice.fixture.ts";
import { okay, robotSays } from "./receiver.fixture.ts";
import { RETRY_AFTER_MS } from "./retry.ts";

onEachDatabase("a message", (open) => {
  const at = notificationsBench(open, startMailbox);
  const { email, robot, program, make, job, bind, tell, log, settled, test } = at;

  describe("a mail channel", () => {
    it("mails all recipients about an ended test, in its language, with a link to the report", async () => {
      const channel = await make(email);
      expect(channel).toMatchObject({
        recipients: "anna@example.com;bob@example.com",
        webhook_hint: "",
        has_secret: false,
      });
      await bind([channel.id]);
      await tell({ test: { job_name: "Checkout <b>flow</b>" } });
      expect(await settled("delivered")).toMatchObject({
        event: "end-test",
        transport: "email",
        test_id: "t1",
        reason: "",
      });
      const [mail, ...others] = at.mailbox.mails;
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ from: "udt@example.com", to: ["anna@example.com", "bob@example.com"] });
      expect(mail!.raw).toMatch(/^From: UDT <udt@example.com>\r$/m);
      expect(mail!.raw).toContain("Checkout <b>flow</b>");
      expect(mail!.raw).toContain("&lt;b&gt;flow&lt;/b&gt;");
      expect(mail!.raw.replace(/=\r\n/g, "")).toContain(`https://udt.example.com/${at.project}/auto/job/j1/test/t1`);
    });

    it("says which of several recipients the mail server did not take, and repeats nothing", async () => {
      at.mailbox.refuse("gone@example.com");
      const channel = await make({ ...email, recipients: "gone@example.com;bob@example.com" });
      expect(await test(channel.id)).toMatchObject({
        state: "delivered",
        reason: "some_recipients_refused",
        detail: "gone@example.com",
      });
      const alone = await make({ ...email, recipients: "gone@example.com" });
      expect(await test(alone.id)).toMatchObject({ state: "failed", reason: "mail_refused" });
    });

    it("tries again when the mail server is busy, and not when it says no", async () => {
      const channel = await make(email);
      await bind([channel.id]);
      at.mailbox.answerWith(451, "try later");
      await tell();
      expect(await settled("queued")).toMatchObject({
        reason: "mail_refused",
        detail: expect.stringContaining("try later") as string,
        next_attempt_at: at.udt.clock.now() + RETRY_AFTER_MS[0],
      });
      at.mailbox.answerWith(undefined);
      at.udt.clock.turn(RETRY_AFTER_MS[0]);
      await settled("delivered", 2);
      at.mailbox.answerWith(554, "spam");
      at.udt.clock.turn(1);
      await tell();
      await settled("failed");
      at.mailbox.answerWith(undefined);
    });
  });

  describe("a robot", () => {
    it("gets markdown, then a text that mentions; errcode 0 is success", async () => {
      const channel = await make(robot({ mention_all: true, mention_users: "lilei;han.meimei" }));
      await bind([channel.id]);
      await tell({ test: { job_name: "支付 <@all> [x](http://evil)" } });
      await settled("delivered");
      const [markdown, text, ...others] = at.receiver.received;
      expect(others).toEqual([]);
      expect(markdown!.json.msgtype).toBe("markdown");
      expect(markdown!.json.markdown!.content).toContain("用例成功率");
      // What people named things is no mention and no link.
      expect(markdown!.json.markdown!.content).not.toMatch(/<@|\]\(http:\/\/evil/);
      expect(text!.json).toMatchObject({ msgtype: "text", text: { mentioned_list: ["lilei", "han.meimei", "@all"] } });
    });

    it("that says no with HTTP 200 has not taken the message", async () => {
      at.receiver.answer = robotSays(93000, "invalid webhook url");
      const channel = await make(robot());
      expect(await test(channel.id)).toMatchObject({
        state: "failed",
        reason: "errcode",
        detail: "93000 invalid webhook url",
      });
      at.receiver.answer = { status: 200, body: "<html>hello</html>" };
      expect(await test(channel.id)).toMatchObject({ state: "failed", reason: "bad_answer" });
      at.receiver.answer = robotSays(45009, "api freq out of limit");
      await bind([channel.id]);
      at.udt.clock.turn(1);
      await tell();
      await settled("queued");
      at.receiver.answer = okay;
      at.udt.clock.turn(RETRY_AFTER_MS[0]);
      await settled("delivered", 2);
    });

    it("is not told the first part again when the second failed", async () => {
      const channel = await make(robot({ mention_all: true }));
      await bind([channel.id]);
      at.receiver.answerOnce = [okay, { status: 500, body: "" }];
      await tell();
      expect(await settled("queued")).toMatchObject({ reason: "http_status", detail: "500" });
      at.udt.clock.turn(RETRY_AFTER_MS[0]);
      await settled("delivered", 2);
      expect(at.receiver.received.map(({ json }) => json.msgtype)).toEqual(["markdown", "text", "text"]);
    });

    it("gets twenty messages a minute, through whichever channel; the others wait, and all arrive", async () => {
      const [one, two] = [await make(robot()), await make(robot())];
      await bind([one.id]);
      for (let index = 0; index < 5; index++) await tell({ test: { test_id: `a${index}` } });
      await bind([two.id]);
      for (let index = 0; index < 10; index++) await tell({ test: { test_id: `b${index}` } });
      await until(() => expect(at.receiver.received).toHaveLength(20));
      await until(async () => {
        const waiting = await log({ state: "queued" });
        expect(waiting.map(({ reason, attempts }) => ({ reason, attempts }))).toEqual(
          Array.from({ length: 5 }, () => ({ reason: "rate_limit", attempts: 0 })),
        );
      });
      at.udt.clock.turn(59_000);
      expect(at.receiver.received).toHaveLength(20);
      at.udt.clock.turn(1_000);
      await until(() => expect(at.receiver.received).toHaveLength(25));
      await until(async () => expect(await log({ state: "delivered" })).toHaveLength(25));
      at.udt.clock.turn(60_000);
    });
  });

  describe("a webhook", () => {
    it("is signed so that its receiver can tell it from a forgery", async () => {
      const channel = await make(program());
      await bind([channel.id], "start-test");
      await tell({ event: "start-test" });
      const delivery = await settled("delivered");
      const { headers, body } = at.receiver.received[0]!;
      const timestamp = String(headers["x-udt-timestamp"]);
      expect(timestamp).toBe(String(Math.floor(at.udt.clock.now() / 1000)));
      expect(headers["x-udt-signature"]).toBe(
        `v1=${createHmac("sha256", SECRET).update(`${timestamp}.${body}`).digest("hex")}`,
      );
      expect(headers).toMatchObject({ "x-udt-event": "start-test", "x-udt-delivery": delivery.delivery_id });
      expect(JSON.parse(body)).toMatchObject({
        event: "start-test",
        project_id: at.project,
        delivery_id: delivery.delivery_id,
        test: { test_id: "t1", totals: { total: 10 } },
      });
    });

    it("arrives once its receiver is up again, with the same delivery id", async () => {
      const channel = await make(program());
      await bind([channel.id]);
      await at.receiver.stop();
      await tell();
      expect(await settled("queued")).toMatchObject({ reason: "unreachable" });
      at.udt.clock.turn(RETRY_AFTER_MS[0]);
      await settled("queued", 2);
      await at.receiver.start();
      at.udt.clock.turn(RETRY_AFTER_MS[1]);
      await settled("delivered", 3);
      expect(at.receiver.received).toHaveLength(1);
    });

    it("is given up after the last attempt, and tried again by hand", async () => {
      const channel = await make(program());
      await bind([channel.id]);
      at.receiver.answer = { status: 503, body: "{}" };
      await tell();
      for (const [index, pause] of RETRY_AFTER_MS.entries()) {
        await settled("queued", index + 1);
        at.udt.clock.turn(pause);
      }
      const failed = await settled("failed", RETRY_AFTER_MS.length + 1);
      expect(failed).toMatchObject({ reason: "http_status", detail: "503", next_attempt_at: null });
      at.receiver.answer = { status: 204, body: "" };
      const params = { delivery_id: failed.delivery_id };
      await at.udt.refused(ENDPOINTS.deliveryRetry, { as: at.member, query: at.query, params }, "no_permission");
      await at.udt.ok(ENDPOINTS.deliveryRetry, { as: at.owner, query: at.query, params });
      await settled("delivered");
      await at.udt.refused(ENDPOINTS.deliveryRetry, { as: at.owner, query: at.query, params }, "delivery_state");
    });

    it("follows no redirect and repeats no refusal", async () => {
      const channel = await make(program());
      at.receiver.answer = { status: 302, body: "", headers: { location: at.receiver.url(at.project) } };
      expect(await test(channel.id)).toMatchObject({ state: "failed", reason: "http_status", detail: "302" });
      expect(at.receiver.received).toHaveLength(1);
      at.receiver.answer = { status: 404, body: "{}" };
      await bind([channel.id]);
      at.udt.clock.turn(1);
      await tell();
      await settled("failed");
    });

    it("does not call what is private, by whatever name", async () => {
      for (const webhook of [
        "http://10.0.0.1/hook",
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]:8700/",
        "http://[::ffff:10.0.0.1]/",
        "http://2130706434/",
        "http://0x7f.0.0.2/",
      ]) {
        const channel = await make(program({ webhook }));
        expect(await test(channel.id), webhook).toMatchObject({ state: "failed", reason: "address_refused" });
      }
    });
  });

  it("goes to whom triggers say, each channel once, and only for their job", async () => {
    const [first, second] = [await make(program({ name: "one" })), await make(program({ name: "two" }))];
    await bind([first.id, second.id]);
    await bind([first.id]);
    const [mine, other] = [`${at.project}-mine`, `${at.project}-other`];
    await job(mine);
    await job(other);
    await bind([second.id], "end-test", other);
    expect(await bind([second.id], "start-test", mine)).toMatchObject({ job_id: mine, job_name: `Job ${mine}` });
    await tell({ job_id: mine });
    await until(async () => expect((await log()).map((each) => each.state)).toEqual(["delivered", "delivered"]));
    expect((await log()).map((each) => each.channel_name).toSorted()).toEqual(["one", "two"]);
    await tell({ event: "start-test", job_id: null });
    await tell({ event: "start-test", job_id: other });
    await tell({ event: "start-test", job_id: mine });
    await until(async () => expect(await log({ event: "start-test" })).toMatchObject([{ state: "delivered" }]));
  });

  it("is queued exactly if the caller's transaction is committed", async () => {
    const channel = await make(program());
    await bind([channel.id]);
    const failing = at.udt.server.database.transaction(async (tx) => {
      await at.udt.server.services.notifications.enqueue(tx, testNotice(at.project));
      throw new Error("the test was moved by somebody else");
    });
    await expect(failing).rejects.toThrow("somebody else");
    await tell();
    await settled("delivered");
    expect(at.receiver.received).toHaveLength(1);
  });

  it("is not sent above the threshold, where what was skipped was not to pass, and what was cancelled did not", async () => {
    const channel = await make(program({ threshold: 80 }));
    await bind([channel.id]);
    await bind([channel.id], "start-test");
    const totals = { success: 8, failed: 2, skipped: 5, total: 15 };
    await tell({ test: { totals } });
    expect(await settled("skipped", 0)).toMatchObject({ reason: "above_threshold", next_attempt_at: null });
    at.udt.clock.turn(1);
    await tell({ test: { totals: { ...totals, failed: 1, cancelled: 2, total: 16 } } });
    await settled("delivered");
    at.udt.clock.turn(1);
    await tell({ test: { totals: { success: 0, failed: 0, undistributed: 20, total: 20 } } });
    await until(async () => expect(await log({ state: "delivered" })).toHaveLength(2));
    at.udt.clock.turn(1);
    await tell({ event: "start-test", test: { totals } });
    await until(async () => expect(await log({ state: "delivered" })).toHaveLength(3));
  });

  it("is made by the clock as a digest of what went on, once, also after a time without a server", async () => {
    const schedule = { days: "weekdays", time: "09:30", time_zone: "Asia/Shanghai" } as const;
    const channel = await make({ ...email, name: "Digest", kind: "scheduled", target: "email", schedule });
    expect(new Date(channel.next_at!).toISOString()).toMatch(/T01:30:00\.000Z$/);
    await at.udt.refused(
      ENDPOINTS.triggerCreate,
      { as: at.owner, query: at.query, body: { buss_type: "gce", event: "end-test", channels: [channel.id] } },
      "channel_scheduled",
    );
    at.udt.clock.turn(channel.next_at! - at.udt.clock.now() - 1);
    expect(await log()).toEqual([]);
    at.udt.clock.turn(1);
    const delivery = await settled("delivered");
    expect(delivery).toMatchObject({ event: "digest", transport: "email" });
    expect(at.mailbox.mails[0]!.raw).toContain("There were no tests in this time.");
    await at.udt.server.stop();
    at.udt.clock.turn(10 * 86_400_000);
    await at.udt.restart();
    await until(async () => expect(await log({ state: "delivered" })).toHaveLength(2));
    const { list } = await at.udt.ok(ENDPOINTS.channelList, { as: at.owner, query: at.query, body: {} });
    expect(list[0]!.next_at).toBeGreaterThan(at.udt.clock.now());
    await at.udt.ok(ENDPOINTS.channelDelete, { as: at.owner, query: at.query, params: { id: channel.id } });
  });
});
