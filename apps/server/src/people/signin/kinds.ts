import type { SignInSettings } from "../../platform/settings-web.ts";
import type { OauthKind } from "./oauth-kind.ts";
import { OidcKind } from "./oidc.kind.ts";
import { QqKind } from "./qq.kind.ts";
import { WechatKind } from "./wechat.kind.ts";
import { WeworkKind } from "./wework.kind.ts";

/** The providers that the settings set up, in the order of their buttons. */
export const oauthKinds = (settings: SignInSettings, now: () => number): OauthKind[] => [
  ...(settings.oidc ? [new OidcKind(settings.oidc)] : []),
  ...(settings.wework ? [new WeworkKind(settings.wework, now)] : []),
  ...(settings.wechat ? [new WechatKind(settings.wechat)] : []),
  ...(settings.qq ? [new QqKind(settings.qq)] : []),
];
