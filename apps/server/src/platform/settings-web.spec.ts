import { describe, expect, it } from "vitest";
import { webConfig } from "@udt/contract";
import { readSettings } from "./settings.ts";

function read(env: Record<string, string>) {
  const settings = readSettings(env);
  if (!settings.ok) throw new Error(settings.error);
  return settings.value;
}

describe("the console's settings", () => {
  it("are the contract's defaults when nothing is set, and no provider is", () => {
    const others = [
      "sign_in",
      "password_mail",
      "passkey_origin",
      "notification_auth_types",
      "signup_open",
      "signup_approval",
      "strong_passwords",
    ];
    const defaults = Object.fromEntries(Object.entries(webConfig.parse({})).filter(([name]) => !others.includes(name)));
    expect(read({}).web).toEqual(defaults);
    expect(read({}).sign_in).toEqual({});
  });

  it("each set its field", () => {
    expect(
      read({
        UDT_WEB_STATION: "sz",
        UDT_WEB_PRIVATE_BUILD: "0",
        UDT_WEB_THEME_SWITCH: "0",
        UDT_WEB_LANGUAGES: "en, ja",
        UDT_WEB_HOST_LANGUAGES: "UDT.example.jp=ja,udt.example.com=en",
        UDT_WEB_MENU_EXCLUDE: "remote/record",
        UDT_WEB_MENU_EXCLUDE_SFV: "a",
        UDT_WEB_MENU_EXCLUDE_CAR: "b,c",
        UDT_WEB_MENU_EXCLUDE_LOAD: "d",
        UDT_WEB_MENU_EXCLUDE_NORMAL: "e",
        UDT_WEB_LOW_CODE: "1",
        UDT_WEB_CLOUD_GAME: "1",
        UDT_WEB_PLATFORM_SYNC: "1",
        UDT_WEB_LOGIN_URL: "https://sso.example.com/",
        UDT_WEB_IFRAME_HIDE_NAV: "0",
        UDT_WEB_QUALITY_BOARD_URL: "https://board.example.com/",
        UDT_WEB_DOCS_URL: "https://docs.example.com/",
        UDT_WEB_RELEASE: "0",
        UDT_WEB_ANALYTICS_URL: "https://stats.example.com/v",
        UDT_WEB_DESKTOP_SCHEME: "udt-desk",
        UDT_EMBED_ORIGINS: "https://portal.example.com, http://127.0.0.1:8080",
      }).web,
    ).toEqual({
      cookie_name: "udt_session_idsz",
      station: "sz",
      private_build: false,
      theme_switch: false,
      languages: ["en", "ja"],
      host_languages: { "udt.example.jp": "ja", "udt.example.com": "en" },
      menu_exclude: { general: ["remote/record"], sfv: ["a"], car: ["b", "c"], load: ["d"], normal: ["e"] },
      low_code: true,
      cloud_game: true,
      platform_sync: true,
      login_url: "https://sso.example.com/",
      iframe_hide_nav: false,
      quality_board_url: "https://board.example.com/",
      docs_url: "https://docs.example.com/",
      web_release: false,
      analytics_url: "https://stats.example.com/v",
      desktop_scheme: "udt-desk",
      embed_origins: ["https://portal.example.com", "http://127.0.0.1:8080"],
    });
  });

  it("name the cookie themselves before the station does", () => {
    expect(read({ UDT_WEB_COOKIE_NAME: "sid", UDT_WEB_STATION: "sz" }).web.cookie_name).toBe("sid");
  });

  it("set up a provider by all that it needs", () => {
    const { sign_in } = read({
      UDT_OIDC_ISSUER: "https://id.example.com",
      UDT_OIDC_CLIENT_ID: "udt",
      UDT_OIDC_CLIENT_SECRET: "secret",
      UDT_QQ_APP_ID: "1",
      UDT_QQ_APP_KEY: "key",
    });
    expect(sign_in).toEqual({
      oidc: { issuer: "https://id.example.com", client_id: "udt", client_secret: "secret", name: "" },
      qq: { app_id: "1", app_key: "key", api_url: "https://graph.qq.com" },
    });
  });

  it.each([
    ["UDT_OIDC_CLIENT_SECRET", { UDT_OIDC_ISSUER: "https://id.example.com", UDT_OIDC_CLIENT_ID: "udt" }],
    ["UDT_WEWORK_CORP_ID", { UDT_WEWORK_AGENT_ID: "1", UDT_WEWORK_SECRET: "s" }],
    ["UDT_WECHAT_APP_SECRET", { UDT_WECHAT_APP_ID: "1" }],
    ["UDT_QQ_APP_ID", { UDT_QQ_APP_KEY: "k" }],
  ])("ask for %s with what goes with it", (name, env) => {
    expect(readSettings(env)).toMatchObject({
      ok: false,
      error: expect.stringMatching(new RegExp(`^${name} must be set, because \\w+ is\\.$`)) as string,
    });
  });

  it.each([
    ["__Host-sid", "", true],
    ["__Secure-sid", "/udt", true],
    ["__Host-sid", "/udt", false],
  ])("take the cookie's name %s below %s/ behind https: %s", (UDT_WEB_COOKIE_NAME, UDT_BASE_PATH, ok) => {
    const env = { UDT_PUBLIC_URL: `https://udt.example.com${UDT_BASE_PATH}`, UDT_BASE_PATH, UDT_WEB_COOKIE_NAME };
    expect(readSettings(env).ok).toBe(ok);
  });

  it.each([
    ["UDT_WEB_COOKIE_NAME", "a b"],
    ["UDT_WEB_COOKIE_NAME", "x".repeat(65)],
    ["UDT_WEB_COOKIE_NAME", "__Host-sid"],
    ["UDT_WEB_COOKIE_NAME", "__secure-sid"],
    ["UDT_WEB_STATION", "深圳"],
    ["UDT_WEB_LANGUAGES", "fr"],
    ["UDT_WEB_HOST_LANGUAGES", "udt.example.jp"],
    ["UDT_WEB_HOST_LANGUAGES", "udt.example.jp=jp"],
    ["UDT_WEB_MENU_EXCLUDE", "/remote/record"],
    ["UDT_WEB_LOGIN_URL", "javascript:alert(1)"],
    ["UDT_WEB_QUALITY_BOARD_URL", "board"],
    ["UDT_WEB_THEME_SWITCH", "no"],
    ["UDT_WEB_DESKTOP_SCHEME", "javascript"],
    ["UDT_WEB_DESKTOP_SCHEME", "https"],
    ["UDT_EMBED_ORIGINS", "*"],
    ["UDT_EMBED_ORIGINS", "portal.example.com"],
    ["UDT_EMBED_ORIGINS", "https://portal.example.com/"],
    ["UDT_EMBED_ORIGINS", "https://*.example.com"],
    ["UDT_EMBED_ORIGINS", "https://a.example.com;script-src *"],
    ["UDT_EMBED_ORIGINS", "null"],
    ["UDT_OIDC_ISSUER", "id.example.com"],
  ])("refuse %s=%s with one sentence that names it", (name, value) => {
    expect(readSettings({ [name]: value })).toMatchObject({
      ok: false,
      error: expect.stringMatching(new RegExp(`^${name} .+\\.$`)) as string,
    });
  });
});
