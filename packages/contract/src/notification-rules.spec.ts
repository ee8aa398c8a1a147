import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { LIMITS } from "./limits.ts";
import * as rules from "./notification-rules.ts";
import { isBelowThreshold } from "./notifications.ts";

const broken = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(" "));
const FAMILY = "👨‍👩‍👧";
const RTL = "مرحبا";
const SQL = "'; drop table users; --";
const HTML = "<script>alert(1)</script>";

describe("the name of a channel", () => {
  it.each([
    ["blanks around it", " 团队 "],
    ["the most characters", "x".repeat(LIMITS.name_max)],
    ["emoji, each one character", FAMILY.repeat(20)],
    ["right-to-left text", RTL],
    ["SQL", SQL],
    ["HTML", HTML],
  ])("may have %s", (_, name) => expect(rules.channelName.parse(name)).toBe(name.trim()));
  it("is there, and not too long", () => {
    expect(broken(rules.channelName, " \u3000 ")).toEqual(["channel_name_required"]);
    expect(broken(rules.channelName, "x".repeat(LIMITS.name_max + 1))).toEqual(["channel_name_length"]);
    expect(broken(rules.channelName, "a\0b")).toBeDefined();
  });
});

describe("recipients", () => {
  it("are separated by semicolons of either width, with blanks and repeats taken out", () => {
    expect(rules.recipients.parse(" a@example.com ; b@example.com；a@example.com;; ")).toBe(
      "a@example.com;b@example.com",
    );
    expect(rules.recipients.parse("")).toBe("");
  });
  it.each(["nobody", "a@example.com,b@example.com", "李雷@", HTML, "a b@example.com", "a@example.com\nBcc: b"])(
    "name the one that is wrong: %s",
    (bad) => {
      expect(broken(rules.recipients, `ok@example.com; ${bad}`)).toEqual([`recipient_format:${rules.parts(bad)[0]}`]);
    },
  );
  it("are not more than one can look through", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@example.com`).join(";");
    expect(broken(rules.recipients, many(LIMITS.notification_recipients_max))).toBeUndefined();
    expect(broken(rules.recipients, many(LIMITS.notification_recipients_max + 1))).toEqual(["list_too_long"]);
  });
});

describe("a webhook's address", () => {
  it.each([
    "http://a",
    "https://hooks.example.com/x?key=1",
    "HTTPS://EXAMPLE.com",
    " https://example.com ",
    "http://[::1]:8/",
  ])("may be %s", (url) => expect(broken(rules.webhook, url)).toBeUndefined());
  it.each(["ftp://a", "example.com", "http:/a", "http://", "//example.com", "javascript:alert(1)", "https://a b"])(
    "is no %s",
    (url) => expect(broken(rules.webhook, url)).toEqual(["webhook_http"]),
  );
});

describe("the other fields", () => {
  it("have a comment of at most 50 characters as people count them", () => {
    expect(broken(rules.channelComment, FAMILY.repeat(50))).toBeUndefined();
    expect(broken(rules.channelComment, FAMILY.repeat(51))).toEqual(["comment_length"]);
    expect(rules.channelComment.parse(`  ${"字".repeat(50)}  `)).toBe("字".repeat(50));
    expect(broken(rules.channelComment, "字".repeat(51))).toEqual(["comment_length"]);
  });
  it.each([1, 50, 100])("have a threshold of %d", (value) => expect(broken(rules.threshold, value)).toBeUndefined());
  it.each([0, 101, -1, 1.5, Number.NaN, "50", null])("have no threshold of %j", (value) => {
    expect(broken(rules.threshold, value)).toEqual(["threshold_range"]);
  });
  it("mention ids, not names or everybody", () => {
    expect(rules.mentionUsers.parse("lilei; han.meimei；a_b-c@d")).toBe("lilei;han.meimei;a_b-c@d");
    for (const bad of ["李雷", "@all", "a b", "<@x>", "x".repeat(65)]) {
      expect(broken(rules.mentionUsers, bad)).toEqual([`mention_format:${bad}`]);
    }
  });
  it("have a secret that is worth it", () => {
    expect(broken(rules.webhookSecret, "x".repeat(LIMITS.webhook_secret_min))).toBeUndefined();
    expect(broken(rules.webhookSecret, "x".repeat(LIMITS.webhook_secret_min - 1))).toEqual(["webhook_secret_length"]);
    expect(broken(rules.webhookSecret, "x".repeat(LIMITS.webhook_secret_max + 1))).toBeDefined();
  });
  it("have a time and a place", () => {
    const schedule = { days: "daily", time: "09:30", time_zone: "Asia/Shanghai" };
    expect(broken(rules.digestSchedule, schedule)).toBeUndefined();
    for (const time of ["24:00", "9:30", "09:60", "09:30:00", ""]) {
      expect(broken(rules.digestSchedule, { ...schedule, time })).toEqual(["time digest_time"]);
    }
    for (const time_zone of ["Mars/Olympus", "", "+08:00", HTML]) {
      expect(broken(rules.digestSchedule, { ...schedule, time_zone })).toEqual(["time_zone time_zone"]);
    }
  });
});

describe("a channel", () => {
  const name = "a";
  it.each([
    [{ name, kind: "email" }, ["recipients recipients_required"]],
    [{ name, kind: "email", recipients: " ; " }, ["recipients recipients_required"]],
    [{ name, kind: "wework" }, ["webhook webhook_required"]],
    [{ name, kind: "webhook" }, ["webhook webhook_required", "secret webhook_secret_required"]],
    [{ name, kind: "scheduled" }, ["recipients recipients_required", "schedule schedule_required"]],
    [{ name, kind: "scheduled", target: "wework" }, ["webhook webhook_required", "schedule schedule_required"]],
    [{ name: "", kind: "email", recipients: "x" }, ["name channel_name_required", "recipients recipient_format:x"]],
  ])("says all that %j lacks", (channel, problems) => {
    expect(broken(rules.newChannel, channel)).toEqual(problems);
  });

  it("keeps its address and secret when a change does not say them, but never loses its recipients", () => {
    expect(broken(rules.changedChannel, { name, kind: "webhook" })).toBeUndefined();
    expect(broken(rules.changedChannel, { name, kind: "email" })).toEqual(["recipients recipients_required"]);
  });
});

describe("the share of cases that passed", () => {
  it("is told below the threshold, and when there is none to compare", () => {
    const below = (success: number, total: number, threshold: number | null, skipped = 0) =>
      isBelowThreshold({ success, total, skipped }, threshold);
    expect(below(79, 100, 80)).toBe(true);
    expect(below(80, 100, 80)).toBe(false);
    // As numbers of a computer, 100 * (29 / 100) is less than 29.
    expect(below(29, 100, 29)).toBe(false);
    expect(below(999_999, 1_000_000, 100)).toBe(true);
    expect(below(5, 5, 100)).toBe(false);
    // What was cancelled did not pass; what was skipped was not to.
    expect(below(5, 10, 80)).toBe(true);
    expect(below(5, 10, 80, 5)).toBe(false);
    expect(below(0, 0, 1)).toBe(true);
    expect(below(5, 5, null)).toBe(true);
  });
});
