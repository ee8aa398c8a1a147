/** Settings of the console, of embedding it, and of signing in by a provider. */
import { z } from "zod";
import { UI_LANGUAGES, webConfig } from "@udt/contract";

const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const on = flag.default(true);
const off = flag.default(false);
const webAddress = z
  .string()
  .refine((value) => URL.canParse(value) && ["http:", "https:"].includes(new URL(value).protocol), {
    message: "must be a URL that starts with http:// or https://",
  });
const link = webAddress.default("");
const list = (item: RegExp, message: string) =>
  z
    .string()
    .default("")
    .transform((value) => value.split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim()])))
    .refine((items) => items.every((each) => item.test(each)), message);
const menuItems = list(/^[a-z][a-z0-9/_-]*$/, "must be menu paths such as remote/record, separated by commas");
const languageNames = z.enum(UI_LANGUAGES);
const secret = z.string().min(1).max(500).optional();

/** An exact origin, as browsers write it; no pattern, which a Content-Security-Policy would take for one. */
const isOrigin = (value: string): boolean =>
  /^https?:\/\/[A-Za-z0-9.:[\]-]+$/.test(value) && URL.canParse(value) && new URL(value).origin === value;

export const webVariables = {
  UDT_WEB_COOKIE_NAME: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, "must be letters, digits, dashes and underscores")
    .optional(),
  UDT_WEB_STATION: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,32}$/, "must be letters, digits, dashes and underscores")
    .default(""),
  UDT_WEB_PRIVATE_BUILD: on,
  UDT_WEB_THEME_SWITCH: on,
  UDT_WEB_LANGUAGES: list(/^(zh|en|ja)$/, "must be of zh, en and ja, separated by commas"),
  UDT_WEB_HOST_LANGUAGES: list(
    /^[A-Za-z0-9.-]+=(zh|en|ja)$/,
    "must be hosts with their language, such as udt.example.jp=ja, separated by commas",
  ),
  UDT_WEB_MENU_EXCLUDE: menuItems,
  UDT_WEB_MENU_EXCLUDE_SFV: menuItems,
  UDT_WEB_MENU_EXCLUDE_CAR: menuItems,
  UDT_WEB_MENU_EXCLUDE_LOAD: menuItems,
  UDT_WEB_MENU_EXCLUDE_NORMAL: menuItems,
  UDT_WEB_LOW_CODE: off,
  UDT_WEB_CLOUD_GAME: off,
  UDT_WEB_PLATFORM_SYNC: off,
  UDT_WEB_LOGIN_URL: link,
  UDT_WEB_IFRAME_HIDE_NAV: on,
  UDT_WEB_QUALITY_BOARD_URL: link,
  UDT_WEB_DOCS_URL: link,
  UDT_WEB_RELEASE: on,
  UDT_WEB_ANALYTICS_URL: link,
  UDT_WEB_DESKTOP_SCHEME: z
    .string()
    .regex(
      /^(?!(https?|javascript|data|file|blob|vbscript)$)[a-z][a-z0-9+.-]{1,40}$/,
      "must be a scheme of an app's own",
    )
    .default(""),
  UDT_EMBED_ORIGINS: z
    .string()
    .default("")
    .transform((value) => value.split(",").flatMap((each) => (each.trim() === "" ? [] : [each.trim()])))
    .refine(
      (origins) => origins.every(isOrigin),
      "must be origins such as https://portal.example.com, separated by commas",
    ),
};

export const signInVariables = {
  UDT_OIDC_ISSUER: webAddress.optional(),
  UDT_OIDC_CLIENT_ID: secret,
  UDT_OIDC_CLIENT_SECRET: secret,
  UDT_OIDC_NAME: z.string().max(40, "must have at most 40 characters").default(""),
  UDT_WEWORK_CORP_ID: secret,
  UDT_WEWORK_AGENT_ID: secret,
  UDT_WEWORK_SECRET: secret,
  UDT_WEWORK_LOGIN_URL: webAddress.default("https://login.work.weixin.qq.com"),
  UDT_WEWORK_API_URL: webAddress.default("https://qyapi.weixin.qq.com"),
  UDT_QQ_APP_ID: secret,
  UDT_QQ_APP_KEY: secret,
  UDT_QQ_API_URL: webAddress.default("https://graph.qq.com"),
  UDT_WECHAT_APP_ID: secret,
  UDT_WECHAT_APP_SECRET: secret,
  UDT_WECHAT_LOGIN_URL: webAddress.default("https://open.weixin.qq.com"),
  UDT_WECHAT_API_URL: webAddress.default("https://api.weixin.qq.com"),
};

/** Of each kind all of these or none. */
const TOGETHER = [
  ["UDT_OIDC_ISSUER", "UDT_OIDC_CLIENT_ID", "UDT_OIDC_CLIENT_SECRET"],
  ["UDT_WEWORK_CORP_ID", "UDT_WEWORK_AGENT_ID", "UDT_WEWORK_SECRET"],
  ["UDT_QQ_APP_ID", "UDT_QQ_APP_KEY"],
  ["UDT_WECHAT_APP_ID", "UDT_WECHAT_APP_SECRET"],
] as const;

const both = z.object({ ...webVariables, ...signInVariables });
type Variables = z.output<typeof both>;

/** The first variable that another one needs and that is not set; undefined when all is well. */
export function missingPartner(value: Variables): { path: string; message: string } | undefined {
  for (const names of TOGETHER) {
    const given = names.find((name) => value[name] !== undefined);
    const missing = names.find((name) => value[name] === undefined);
    if (given && missing) return { path: missing, message: `must be set, because ${given} is` };
  }
  return undefined;
}

/**
 * What the settings say of the console. The ways to sign in follow from {@link SignInSettings}, whether there is mail and where
 * passkeys work from others, the rest from the database.
 */
const ofSettings = webConfig.omit({
  sign_in: true,
  password_mail: true,
  passkey_origin: true,
  notification_auth_types: true,
  signup_open: true,
  signup_approval: true,
  strong_passwords: true,
});
export type WebSettings = z.output<typeof ofSettings>;

/**
 * Document 1 §9: the name from the config, else `udt_session_id` and the station's. Behind https browsers keep a prefixed name
 * for what was set over https (`__Secure-`) and, where all of the site is ours, by this very host (`__Host-`).
 * https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#name-cookie-name-prefixes
 */
function cookieName(value: Variables, at: { secure: boolean; base_path: string }): string {
  if (value.UDT_WEB_COOKIE_NAME !== undefined) return value.UDT_WEB_COOKIE_NAME;
  const prefix = at.base_path === "" ? "__Host-" : "__Secure-";
  return `${at.secure ? prefix : ""}udt_session_id${value.UDT_WEB_STATION}`;
}

/** The sentence for a cookie's name that browsers would not keep from here; undefined when all is well. */
export function cookieFault(
  { UDT_WEB_COOKIE_NAME: name = "" }: Variables,
  at: { secure: boolean; base_path: string },
): string | undefined {
  if (/^__(Host|Secure)-/i.test(name) && !at.secure)
    return "UDT_WEB_COOKIE_NAME must not begin with __Host- or __Secure- unless UDT_PUBLIC_URL is https.";
  if (/^__Host-/i.test(name) && at.base_path !== "")
    return "UDT_WEB_COOKIE_NAME must not begin with __Host- below a base path; __Secure- may stand there.";
  return undefined;
}

/** @param at Whether browsers reach the server by https, and the path that it is served below. */
export function webSettings(value: Variables, at: { secure: boolean; base_path: string }): WebSettings {
  return ofSettings.parse({
    cookie_name: cookieName(value, at),
    station: value.UDT_WEB_STATION,
    private_build: value.UDT_WEB_PRIVATE_BUILD,
    theme_switch: value.UDT_WEB_THEME_SWITCH,
    ...(value.UDT_WEB_LANGUAGES.length > 0 && { languages: value.UDT_WEB_LANGUAGES }),
    host_languages: Object.fromEntries(
      value.UDT_WEB_HOST_LANGUAGES.map((pair) => {
        const [host = "", language] = pair.split("=");
        return [host.toLowerCase(), languageNames.parse(language)];
      }),
    ),
    menu_exclude: {
      general: value.UDT_WEB_MENU_EXCLUDE,
      sfv: value.UDT_WEB_MENU_EXCLUDE_SFV,
      car: value.UDT_WEB_MENU_EXCLUDE_CAR,
      load: value.UDT_WEB_MENU_EXCLUDE_LOAD,
      normal: value.UDT_WEB_MENU_EXCLUDE_NORMAL,
    },
    low_code: value.UDT_WEB_LOW_CODE,
    cloud_game: value.UDT_WEB_CLOUD_GAME,
    platform_sync: value.UDT_WEB_PLATFORM_SYNC,
    login_url: value.UDT_WEB_LOGIN_URL,
    iframe_hide_nav: value.UDT_WEB_IFRAME_HIDE_NAV,
    quality_board_url: value.UDT_WEB_QUALITY_BOARD_URL,
    docs_url: value.UDT_WEB_DOCS_URL,
    web_release: value.UDT_WEB_RELEASE,
    analytics_url: value.UDT_WEB_ANALYTICS_URL,
    desktop_scheme: value.UDT_WEB_DESKTOP_SCHEME,
    embed_origins: value.UDT_EMBED_ORIGINS,
  });
}

/** The providers that are set up. */
export interface SignInSettings {
  oidc?: { issuer: string; client_id: string; client_secret: string; name: string };
  wework?: { corp_id: string; agent_id: string; secret: string; login_url: string; api_url: string };
  qq?: { app_id: string; app_key: string; api_url: string };
  wechat?: { app_id: string; app_secret: string; login_url: string; api_url: string };
}

export function signInSettings(value: Variables): SignInSettings {
  return {
    ...(value.UDT_OIDC_ISSUER !== undefined && {
      oidc: {
        issuer: value.UDT_OIDC_ISSUER,
        client_id: value.UDT_OIDC_CLIENT_ID ?? "",
        client_secret: value.UDT_OIDC_CLIENT_SECRET ?? "",
        name: value.UDT_OIDC_NAME,
      },
    }),
    ...(value.UDT_WEWORK_CORP_ID !== undefined && {
      wework: {
        corp_id: value.UDT_WEWORK_CORP_ID,
        agent_id: value.UDT_WEWORK_AGENT_ID ?? "",
        secret: value.UDT_WEWORK_SECRET ?? "",
        login_url: value.UDT_WEWORK_LOGIN_URL,
        api_url: value.UDT_WEWORK_API_URL,
      },
    }),
    ...(value.UDT_QQ_APP_ID !== undefined && {
      qq: { app_id: value.UDT_QQ_APP_ID, app_key: value.UDT_QQ_APP_KEY ?? "", api_url: value.UDT_QQ_API_URL },
    }),
    ...(value.UDT_WECHAT_APP_ID !== undefined && {
      wechat: {
        app_id: value.UDT_WECHAT_APP_ID,
        app_secret: value.UDT_WECHAT_APP_SECRET ?? "",
        login_url: value.UDT_WECHAT_LOGIN_URL,
        api_url: value.UDT_WECHAT_API_URL,
      },
    }),
  };
}
