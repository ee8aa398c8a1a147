import { describe, expect, it } from "vitest";
import { assert, property, string, integer } from "fast-check";
import {
  ALERT_EVENTS,
  alertRemedy,
  LIMITS,
  saidText,
  say as said,
  UI_LANGUAGES,
  type AlertEvent,
  type OrderTrigger,
} from "@udt/contract";
import { testNotice } from "../notice.fixture.ts";
import type { DeliveryFacts } from "../facts.ts";
import { mailOf } from "../../../platform/mail-message.ts";
import { WORDS_OF } from "../../../platform/words.ts";
import { messageOf } from "./message.ts";
import { truncateBytes, weworkMarkdown, weworkMention } from "./wework.ts";

const bytes = (text: string) => Buffer.byteLength(text);
const aboutTest = (change: Parameters<typeof testNotice>[1] = {}): DeliveryFacts => {
  const { event, job_id, test } = testNotice("demo", change);
  return { event, project_name: "Demo", job_id, test };
};
const say = (facts: DeliveryFacts, language: (typeof UI_LANGUAGES)[number] = "en", comment = "") =>
  messageOf(facts, { language, comment, base_url: "https://udt.example.com" });

describe("truncateBytes", () => {
  it("keeps what fits, to the byte", () => {
    expect(truncateBytes("abcdef", 6)).toBe("abcdef");
    expect(truncateBytes("abcdef", 5)).toBe("ab…");
    expect(truncateBytes("测试", 6)).toBe("测试");
    expect(truncateBytes("测试测", 8)).toBe("测…");
  });

  it("cuts no character in two, however it is made", () => {
    // Four bytes each, and an emoji of several characters that joiners hold together.
    expect(truncateBytes("😀😀😀", 11)).toBe("😀😀…");
    expect(truncateBytes("a👨‍👩‍👧b", 12)).toBe("a…");
    expect(truncateBytes("e\u0301e\u0301", 5)).toBe("…");
  });

  it("never exceeds its bytes and stays well-formed, whatever the text", () => {
    assert(
      property(string({ unit: "grapheme", maxLength: 200 }), integer({ min: 3, max: 300 }), (text, max) => {
        const cut = truncateBytes(text, max);
        expect(bytes(cut)).toBeLessThanOrEqual(max);
        expect(cut.isWellFormed()).toBe(true);
        if (bytes(text) <= max) expect(cut).toBe(text);
      }),
    );
  });
});

it("tells a run by its number, where it has one", () => {
  const jobOf = (run_number?: number) => say(aboutTest({ test: { ...(run_number && { run_number }) } })).rows[1]?.value;
  expect([jobOf(12), jobOf()]).toEqual(["Checkout #12", "Checkout"]);
});

it("tells what besides its cases made a run fail, in each language", () => {
  const reason = said("memory_over_budget", { module: "Images", size: "38.0 MB", budget: "10.0 MB" });
  for (const language of UI_LANGUAGES) {
    const values = say(aboutTest({ test: { reason } }), language).rows.map(({ value }) => value);
    expect(values).toContain(saidText(reason, WORDS_OF[language]));
  }
  const plain = say(aboutTest({ test: { reason: null } })).rows.map(({ label }) => label);
  expect(plain).not.toContain("Reason");
});

describe("a work order", () => {
  const order: Extract<DeliveryFacts, { event: OrderTrigger }>["order"] = {
    number: 7,
    device_id: "d1",
    device_name: "Pixel 8",
    serial: "8A1X",
    source: "self_check",
    step: "storage",
    error: said("check_disk_low", { free: "0.2 GB", total: "64 GB", least: "0.5 GB" }, "df /data"),
    text: "",
    reporter_name: null,
    reported_at: Date.UTC(2030, 0, 1),
    closed_at: null,
    closer_name: null,
    open_besides: 0,
    url: "/demo/management/device/d1/issue?number=7",
  };
  const about = (change: Partial<typeof order> = {}, event: OrderTrigger = "open-order") =>
    ({
      event,
      project_name: "Demo",
      order: { ...order, ...change },
    }) as const;
  const values = (facts: DeliveryFacts, language?: "zh" | "ja") => say(facts, language).rows.map(({ value }) => value);

  it("tells what a self-check found, with the device's own words beside it", () => {
    const found = saidText(order.error!, WORDS_OF.zh);
    expect(values(about(), "zh")).toEqual(expect.arrayContaining(["Pixel 8 · 8A1X", "#7", found, "df /data", "自检"]));
    expect(say(about(), "ja")).toMatchObject({ title: "デバイスの故障：Pixel 8", tone: "bad" });
    expect(values(about({ error: null }))).toContain("A step of the self-check failed");
  });

  it("tells what found the fault and what found it mended, where no person did", () => {
    const closed = { closed_at: order.reported_at + 1, open_besides: 0 };
    const peopleOf = (change: Partial<typeof order>, language?: "zh" | "ja") =>
      say(about({ ...closed, ...change }, "close-order"), language)
        .rows.filter(({ label }) => PEOPLE.includes(label))
        .map(({ value }) => value);
    const PEOPLE = ["Reported by", "Closed by", "上报人", "处理人", "報告者", "処理者"];
    const hot = { source: "battery", step: "battery_temperature", closed_by: "battery" } as const;
    expect(peopleOf(hot)).toEqual(["Battery watch", "Battery watch"]);
    expect(peopleOf(hot, "zh")).toEqual(["电池监测", "电池监测"]);
    const left = { source: "handover", step: "handover", closed_by: "person", closer_name: "Olga" } as const;
    expect(peopleOf(left)).toEqual(["Hand-over", "Olga"]);
    expect(peopleOf(left, "ja")).toEqual(["引き渡し", "Olga"]);
    expect(peopleOf({ closed_by: "self_check" })).toEqual(["Self-check", "Self-check"]);
    // Queued before messages told it.
    expect(peopleOf({})).toEqual(["Self-check", "Self-check"]);
  });

  it("tells who is to see to it", () => {
    const facts = about({ step: null, error: null, text: "No touch", assignee_name: "Olga" }, "assign-order");
    expect(say(facts)).toMatchObject({ title: "Work order assigned: Pixel 8", tone: "bad" });
    expect(say(facts).rows).toContainEqual({ label: "Seen to by", value: "Olga" });
    expect(values(about())).not.toContain("Olga");
  });

  it("tells what a person reported, who closed it, and how long that took", () => {
    const closed = { step: null, error: null, text: "No touch", reporter_name: "Mei", closer_name: "Olga" };
    const facts = about({ ...closed, closed_at: order.reported_at + 5_400_000 }, "close-order");
    expect(values(facts)).toEqual(expect.arrayContaining(["No touch", "Mei", "Olga", "1 hr 30 mins"]));
    expect(say(facts)).toMatchObject({ title: "Device mended: Pixel 8", tone: "good" });
    // Another order of the device is open: it is not well yet.
    const one = about({ ...closed, closed_at: order.reported_at - 1, open_besides: 2 }, "close-order");
    expect(say(one)).toMatchObject({ title: "Work order closed: Pixel 8", tone: "plain" });
    expect(say(one).rows.slice(-2)).toMatchObject([{ value: "0 ms" }, { label: "Open besides", value: "2" }]);
  });
});

describe("a robot's markdown", () => {
  it("has at most 4096 bytes, and leads to the report even when it is cut", () => {
    for (const length of [1_000, 1_300, 1_400, 5_000]) {
      const { content } = weworkMarkdown(say(aboutTest({ test: { job_name: "测".repeat(length) } }), "zh")).markdown;
      expect(bytes(content)).toBeLessThanOrEqual(LIMITS.wework_markdown_max_bytes);
      expect(content.isWellFormed()).toBe(true);
    }
    const cut = weworkMarkdown(say(aboutTest({ test: { initiator: "测".repeat(5_000) } }), "zh")).markdown.content;
    expect(bytes(cut)).toBeGreaterThan(LIMITS.wework_markdown_max_bytes - 6);
    expect(cut).toContain("](https://udt.example.com/demo/auto/job/j1/test/t1)");
  });

  it("mentions whom it should in a text of its own, and nobody when there is nobody", () => {
    const message = say(aboutTest({ test: { job_name: "x".repeat(5_000) } }));
    expect(weworkMention(message, { mention_all: false, mention_users: "" })).toBeUndefined();
    const text = weworkMention(message, { mention_all: true, mention_users: "a;b" })!;
    expect(text.text.mentioned_list).toEqual(["a", "b", "@all"]);
    expect(bytes(text.text.content)).toBeLessThanOrEqual(LIMITS.wework_text_max_bytes);
  });
});

describe.each(UI_LANGUAGES)("a message in %s", (language) => {
  it("says how a test came out, by its state when that tells more than the verdict", () => {
    const titles = [
      aboutTest({ test: { verdict: "passed" } }),
      aboutTest({ test: { verdict: "failed" } }),
      aboutTest({ test: { verdict: "incomplete" } }),
      aboutTest({ test: { verdict: "failed", execution: "timed_out" } }),
      aboutTest({ test: { verdict: null, execution: "user_cancelled" } }),
      aboutTest({ event: "start-test", test: { verdict: null, execution: "testing", ended_at: null } }),
    ].map((facts) => say(facts, language).title);
    expect(new Set(titles).size).toBe(titles.length);
    for (const title of titles) expect(title).not.toMatch(/undefined|null|\{/);
  });

  it("is good news only when the test passed to its end", () => {
    expect(say(aboutTest({ test: { verdict: "passed" } }), language).tone).toBe("good");
    expect(say(aboutTest({ test: { verdict: "passed", execution: "timed_out" } }), language).tone).toBe("bad");
    expect(say(aboutTest({ event: "start-test" }), language).tone).toBe("plain");
  });

  it("never rounds a ratio up to a hundred", () => {
    const { rows } = say(aboutTest({ test: { totals: { success: 9_999, failed: 1, total: 10_000 } } }), language);
    const values = rows.map(({ value }) => value).join("\n");
    expect(values).toContain("99.9");
    expect(values).not.toContain("100%");
  });

  it("counts skipped cases apart from those that succeeded", () => {
    const totals = { success: 6, skipped: 3, failed: 2, total: 12 };
    const { rows } = say(aboutTest({ test: { totals } }), language);
    const numbers = rows.map(({ value }) =>
      (value.match(/\d+/g) ?? [])
        .map(Number)
        .toSorted((a, b) => a - b)
        .join(),
    );
    expect(numbers).toContain("1,2,3,6,12");
    expect(rows.map(({ value }) => value).join()).toContain("66.6%");
  });

  it("tells an alert from its reminder and its end, with what to do while it is open", () => {
    const alert = { alert_id: "a1", subject: "g1", since: 0 };
    const reason = said("alert_agent_away", { agent_name: "rack 7", minutes: 10 }, "ECONNRESET");
    const about = (event: AlertEvent, count = 1): DeliveryFacts => ({
      event,
      kind: "agents",
      count,
      alerts: [{ ...alert, reason, until: event === "alert-ended" ? 60_000 : null }],
      url: "/admin/health",
    });
    const all = ALERT_EVENTS.map((event) => say(about(event), language));
    expect(new Set(all.map(({ title }) => title)).size).toBe(ALERT_EVENTS.length);
    expect(all.map(({ tone }) => tone)).toEqual(["bad", "bad", "good"]);
    for (const { title, rows, link } of all) {
      expect(title).toContain("rack 7");
      expect(JSON.stringify([title, rows])).not.toMatch(/undefined|null|[{]\w+[}]/);
      expect(link.url).toBe("https://udt.example.com/admin/health");
    }
    const remedy = saidText({ code: alertRemedy("agents", reason), args: {} }, WORDS_OF[language]);
    expect(all.map(({ rows }) => rows.some(({ value }) => value === remedy))).toEqual([true, true, false]);
    expect(say(about("alert-opened", 12), language).title).toContain("(+11)");
  });

  it("says what to do by what is wrong, each once", () => {
    const codes = ["alert_files_low", "alert_database_low", "alert_files_silent", "alert_files_unwritable"] as const;
    const alerts = codes.map((code) => {
      const reason = said(code, { bound: 10, free_gb: 1, percent: 5, seconds: 10 });
      return { alert_id: code, subject: code, since: 0, until: null, reason };
    });
    const { rows } = say({ event: "alert-opened", kind: "disk", count: 4, alerts, url: "/admin/health" }, language);
    const remedies = (["alert_remedy_disk", "alert_remedy_silent_disk", "alert_remedy_unwritable_disk"] as const).map(
      (code) => saidText({ code, args: {} }, WORDS_OF[language]),
    );
    expect(rows.map(({ value }) => value).filter((value) => remedies.includes(value))).toEqual(remedies);
  });

  it("carries the comment, and a digest tells what went on", () => {
    expect(JSON.stringify(say(aboutTest(), language, "每晚回归").rows)).toContain("每晚回归");
    const digest = say(
      {
        event: "digest",
        project_name: "Demo",
        from: 0,
        to: 86_400_000,
        time_zone: "Asia/Tokyo",
        summary: {
          runs: { total: 12, passed: 9, failed: 2, incomplete: 1 },
          cases: { total: 106, success: 90, skipped: 6, failed: 10 },
          failing_jobs: [{ job_name: "Checkout", failed: 7 }],
          debug_sessions: 34,
          people: 5,
          devices: 8,
          lost: 1,
        },
        url: "/demo/remote/record",
      },
      language,
    );
    const text = JSON.stringify(digest);
    for (const part of ["12", "106", "90", "Checkout", "34", "1970"]) expect(text).toContain(part);
    expect(text).not.toMatch(/undefined|NaN/);
  });
});

describe("a mail", () => {
  it("escapes what people wrote, and its subject is one line", () => {
    const message = say(aboutTest({ test: { job_name: "a\r\nBcc: x@example.com <img src=\"x\" onerror='y'>" } }));
    const mail = mailOf(message, "footer");
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).not.toContain("<img");
    expect(mail.html).toContain("&lt;img src=&quot;x&quot; onerror=&#39;y&#39;&gt;");
  });
});
