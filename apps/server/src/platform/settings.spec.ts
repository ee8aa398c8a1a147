import { describe, expect, it } from "vitest";
import { readSettings } from "./settings.ts";

describe("settings", () => {
  it("are complete without any variable", () => {
    const read = readSettings({});
    expect(read).toMatchObject({
      ok: true,
      value: {
        port: 8700,
        host: "127.0.0.1",
        base_path: "",
        admin_email: "admin@udt.local",
        signup: true,
        demo: false,
        inactivity_minutes: 15,
      },
    });
  });

  it("take what is set, and empty as unset", () => {
    const read = readSettings({
      UDT_PORT: "0",
      UDT_PUBLIC_URL: "https://udt.example.com/",
      UDT_OWN_URL: "http://10.0.0.5:8700/udt/",
      UDT_BASE_PATH: "/udt/",
      UDT_DEMO: "1",
      UDT_SIGNUP: "0",
      UDT_INACTIVITY_MINUTES: "0",
      UDT_HOST: "",
      PATH: "/bin",
    });
    expect(read).toMatchObject({
      ok: true,
      value: {
        port: 0,
        public_url: "https://udt.example.com",
        own_url: "http://10.0.0.5:8700/udt",
        base_path: "/udt",
        signup: false,
        demo: true,
        inactivity_minutes: 0,
        host: "127.0.0.1",
      },
    });
  });

  it.each([
    ["UDT_PORT", "80x"],
    ["UDT_PORT", "65536"],
    ["UDT_PORT", "-1"],
    ["UDT_PUBLIC_URL", "udt.example.com"],
    ["UDT_OWN_URL", "ws://10.0.0.5:8700"],
    ["UDT_PUBLIC_URL", "ftp://udt.example.com"],
    ["UDT_DATABASE_URL", "mysql://localhost/udt"],
    ["UDT_BLOB_URL", "s3://bucket"],
    ["UDT_BASE_PATH", "udt"],
    ["UDT_BASE_PATH", "/a/../b"],
    ["UDT_ADMIN_EMAIL", "admin"],
    ["UDT_ADMIN_PASSWORD", "short"],
    ["UDT_DEMO", "yes"],
    ["UDT_AGENT_TOKEN", "short"],
    ["UDT_INACTIVITY_MINUTES", "1441"],
    ["UDT_SMTP_URL", "mail.example.com:25"],
    ["UDT_SMTP_URL", "http://mail.example.com"],
    ["UDT_MAIL_FROM", "nobody"],
    ["UDT_MAIL_FROM", "UDT <udt@example.com>\r\nBcc: a@example.com"],
    ["UDT_OUTBOUND_ALLOW", "10.0.0.0/33"],
    ["UDT_OUTBOUND_ALLOW", "http://hooks.example.com"],
    ["UDT_SECRET_KEY", "x".repeat(31)],
    ["UDT_TRUSTED_PROXIES", "proxy.example.com"],
    ["UDT_ALLOWED_HOSTS", "https://udt.example.com"],
    ["UDT_METRICS_TOKEN", "short"],
    ["UDT_METRICS_TOKEN", "a token of sixteen"],
    ["UDT_ALLOWED_HOSTS", "*.example.com"],
    ["UDT_TRUSTED_PROXIES", "10.0.0.0/33"],
    ["UDT_DIRECT_PATH", "yes"],
    ["UDT_STUN_URLS", "turn.example.com"],
    ["UDT_TURN_URLS", "turn:turn.example.com?transport=sctp"],
    ["UDT_TURN_SECRET", "short"],
    ["UDT_TURN_MINUTES", "0"],
  ])("refuse %s=%s with one sentence that names it", (name, value) => {
    const read = readSettings({ [name]: value });
    expect(read.ok).toBe(false);
    expect(read).toHaveProperty("error", expect.stringMatching(new RegExp(`^${name} .+\\.$`)));
  });

  it("take a mail server with its sender, and not without", () => {
    const UDT_SMTP_URL = "smtps://user:password@mail.example.com";
    expect(readSettings({ UDT_SMTP_URL })).toEqual({
      ok: false,
      error: "UDT_MAIL_FROM must be set when UDT_SMTP_URL is.",
    });
    const read = readSettings({
      UDT_SMTP_URL,
      UDT_MAIL_FROM: "UDT <udt@example.com>",
      UDT_OUTBOUND_ALLOW: "10.0.0.0/8, hooks.internal",
    });
    expect(read).toMatchObject({
      value: { outgoing: { smtp_url: UDT_SMTP_URL, outbound_allow: ["10.0.0.0/8", "hooks.internal"] } },
    });
  });
});
