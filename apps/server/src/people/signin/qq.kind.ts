import { say } from "@udt/contract";
import { z } from "zod";
import type { OauthKind, ProvedPerson, SignInFlow } from "./oauth-kind.ts";
import { addressOf, askProvider, codeOf, failed } from "./provider-call.ts";

export interface QqSettings {
  app_id: string;
  app_key: string;
  api_url: string;
}

const tokenAnswer = z.object({ access_token: z.string() });
const meAnswer = z.object({ client_id: z.string(), openid: z.string().min(1) });
const infoAnswer = z.object({ ret: z.int(), nickname: z.string().default("") });

/**
 * QQ Connect's server-side flow. https://wiki.connect.qq.com/使用authorization_code获取access_token and
 * https://wiki.connect.qq.com/获取用户openid_oauth2-0
 */
export class QqKind implements OauthKind {
  readonly kind = "qq";
  readonly name = "";
  readonly issuer: string;
  readonly #settings: QqSettings;
  constructor(settings: QqSettings) {
    this.#settings = settings;
    // An open id is made for each app: another app's is another person's.
    this.issuer = settings.app_id;
  }

  async authUrl(flow: SignInFlow): Promise<string> {
    const { app_id, api_url } = this.#settings;
    return addressOf(api_url, "/oauth2.0/authorize", {
      response_type: "code",
      client_id: app_id,
      redirect_uri: flow.redirect_uri,
      state: flow.state,
      scope: "get_user_info",
    }).href;
  }

  async identify(callback: URL, flow: SignInFlow): Promise<ProvedPerson> {
    const { app_id, app_key, api_url } = this.#settings;
    const ask = <T extends z.ZodType>(step: string, path: string, query: Record<string, string>, schema: T) =>
      askProvider(step, addressOf(api_url, path, query), schema);
    const { access_token } = await ask(
      "asking for a token",
      "/oauth2.0/token",
      {
        grant_type: "authorization_code",
        client_id: app_id,
        client_secret: app_key,
        code: codeOf(callback),
        redirect_uri: flow.redirect_uri,
        // Without it the answer is not JSON but a form.
        fmt: "json",
      },
      tokenAnswer,
    );
    const me = await ask("asking who came back", "/oauth2.0/me", { access_token, fmt: "json" }, meAnswer);
    // A token that another app got must not sign in here.
    if (me.client_id !== app_id) throw failed(say("sign_in_other_app"));
    const info = await ask(
      "asking for the name",
      "/user/get_user_info",
      { access_token, oauth_consumer_key: app_id, openid: me.openid },
      infoAnswer,
    );
    return { subject: me.openid, name: info.ret === 0 ? info.nickname : "", verified_email: undefined };
  }
}
