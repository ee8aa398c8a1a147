import { z } from "zod";
import type { OauthKind, ProvedPerson, SignInFlow } from "./oauth-kind.ts";
import { addressOf, askProvider, codeOf } from "./provider-call.ts";

export interface WechatSettings {
  app_id: string;
  app_secret: string;
  /** Where people scan the code. */
  login_url: string;
  api_url: string;
}

// A refusal is `{errcode, errmsg}` and so does not fit.
const tokenAnswer = z.object({ access_token: z.string(), openid: z.string().min(1) });
const infoAnswer = z.object({ openid: z.string(), nickname: z.string().default("") });

/**
 * WeChat's sign-in of a website.
 * https://developers.weixin.qq.com/doc/oplatform/Website_App/WeChat_Login/Wechat_Login.html
 */
export class WechatKind implements OauthKind {
  readonly kind = "wechat";
  readonly name = "";
  readonly issuer: string;
  readonly #settings: WechatSettings;
  constructor(settings: WechatSettings) {
    this.#settings = settings;
    // An open id is made for each app: another app's is another person's.
    this.issuer = settings.app_id;
  }

  async authUrl(flow: SignInFlow): Promise<string> {
    const { app_id, login_url } = this.#settings;
    const url = addressOf(login_url, "/connect/qrconnect", {
      appid: app_id,
      redirect_uri: flow.redirect_uri,
      response_type: "code",
      scope: "snsapi_login",
      state: flow.state,
    });
    return `${url.href}#wechat_redirect`;
  }

  async identify(callback: URL): Promise<ProvedPerson> {
    const { app_id, app_secret, api_url } = this.#settings;
    const { access_token, openid } = await askProvider(
      "asking for a token",
      addressOf(api_url, "/sns/oauth2/access_token", {
        appid: app_id,
        secret: app_secret,
        code: codeOf(callback),
        grant_type: "authorization_code",
      }),
      tokenAnswer,
    );
    const { nickname } = await askProvider(
      "asking for the name",
      addressOf(api_url, "/sns/userinfo", { access_token, openid }),
      infoAnswer,
    );
    return { subject: openid, name: nickname, verified_email: undefined };
  }
}
