/** What the console is told at run time: `/static/data/config.json`, made by the server from its settings. */
import { z } from "zod";

export const UI_LANGUAGES = ["zh", "en", "ja"] as const;
export type UiLanguage = (typeof UI_LANGUAGES)[number];
/** The cookie in which the console keeps the chosen language. */
export const LANGUAGE_COOKIE = "udt_lang";

/** Ways to sign in that prove who somebody is elsewhere; the `{kind}` of their calls. */
export const SIGN_IN_KINDS = ["oidc", "wework", "qq", "wechat"] as const;
export type SignInKind = (typeof SIGN_IN_KINDS)[number];

/** Menu items by their path below the project, such as `remote/record`. */
const menuItems = z.array(z.string()).default([]);

/** Every field has a default, so that a console whose config cannot be fetched still works. */
export const webConfig = z.object({
  /** Of the session cookie, which scripts cannot read; signing out names it. */
  cookie_name: z.string().default("udt_session_id"),
  station: z.string().default(""),
  /** False on a public host: who is not signed in sees a welcome at `/home` rather than sign-in. */
  private_build: z.boolean().default(true),
  theme_switch: z.boolean().default(true),
  /** The languages to choose from; with one there is no choice. */
  languages: z
    .array(z.enum(UI_LANGUAGES))
    .min(1)
    .default([...UI_LANGUAGES]),
  /** Host name → the language of who has not chosen one. */
  host_languages: z.record(z.string(), z.enum(UI_LANGUAGES)).default({}),
  /** Menu items left out: everywhere, and in projects of a kind. */
  menu_exclude: z
    .object({ general: menuItems, sfv: menuItems, car: menuItems, load: menuItems, normal: menuItems })
    .prefault({}),
  /** The types of accounts whose menu has notifications; document 1 §6's own rule where nothing is said. */
  notification_auth_types: z.array(z.literal([1, 2, 3])).default([1]),
  /** Whether anybody may register, and whether an administrator approves before the first sign-in. */
  signup_open: z.boolean().default(true),
  signup_approval: z.boolean().default(true),
  /** Which rule new passwords must keep: the longer one, or document 2's. */
  strong_passwords: z.boolean().default(false),
  /** Whether the server mails links: to who forgot their password, and to who registers, to confirm their address. */
  password_mail: z.boolean().default(false),
  /** The one origin at which passkeys work; empty where the server has no address at which browsers allow them. */
  passkey_origin: z.string().default(""),
  low_code: z.boolean().default(false),
  cloud_game: z.boolean().default(false),
  platform_sync: z.boolean().default(false),
  /** Where to sign in instead of `/login`; empty for none. */
  login_url: z.string().default(""),
  iframe_hide_nav: z.boolean().default(true),
  /** Addresses of links in the header; empty for none. */
  quality_board_url: z.string().default(""),
  docs_url: z.string().default(""),
  web_release: z.boolean().default(true),
  /** Takes page views; empty for none. */
  analytics_url: z.string().default(""),
  /** Origins of the pages that may embed the console. */
  embed_origins: z.array(z.string()).default([]),
  /** Scheme of the desktop app's links; empty when there is no such app. */
  desktop_scheme: z.string().default(""),
  /** A button each on the sign-in page. An empty name is the console's own word for the kind. */
  sign_in: z.array(z.object({ kind: z.enum(SIGN_IN_KINDS), name: z.string() })).default([]),
});
export type WebConfig = z.output<typeof webConfig>;
