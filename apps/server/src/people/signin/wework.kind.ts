import { say } from "@udt/contract";
import { z } from "zod";
import type { OauthKind, ProvedPerson, SignInFlow } from "./oauth-kind.ts";
import { addressOf, askProvider, codeOf, failed } from "./provider-call.ts";

export interface WeworkSettings {
  corp_id: string;
  agent_id: string;
  secret: string;
  /** Where people scan the code. */
  login_url: string;
  api_url: string;
}

/** Every answer has it; 0 is success, whatever the HTTP status. */
const answer = z.object({ errcode: z.int(), errmsg: z.string().default("") });
const tokenAnswer = answer.extend({ access_token: z.string().optional(), expires_in: z.int().optional() });
const userAnswer = answer.extend({ userid: z.string().optional() });
const detailAnswer = answer.extend({ name: z.string().optional() });
/** `access_token` is invalid, or has expired. https://developer.work.weixin.qq.com/document/path/90313 */
const TOKEN_ERRORS = [40014, 42001];
/** A token is asked for again before it ends. */
const MARGIN_MS = 300_000;

/**
 * WeCom's web sign-in of an app of one's own company.
 * https://developer.work.weixin.qq.com/document/path/98152 (sign-in page), /98176 (who came back), /91039 (token)
 */
export class WeworkKind implements OauthKind {
  readonly kind = "wework";
  readonly name = "";
  readonly issuer: string;
  readonly #settings: WeworkSettings;
  readonly #now: () => number;
  #token: { value: string; until: number } | undefined;

  constructor(settings: WeworkSettings, now: () => number) {
    this.#settings = settings;
    this.#now = now;
    this.issuer = settings.corp_id;
  }

  async authUrl(flow: SignInFlow): Promise<string> {
    return addressOf(this.#settings.login_url, "/wwlogin/sso/login", {
      login_type: "CorpApp",
      appid: this.#settings.corp_id,
      agentid: this.#settings.agent_id,
      redirect_uri: flow.redirect_uri,
      state: flow.state,
    }).href;
  }

  async identify(callback: URL): Promise<ProvedPerson> {
    const { userid } = await this.#ask("asking who came back", "/cgi-bin/auth/getuserinfo", userAnswer, {
      code: codeOf(callback),
    });
    // Guests of the company have an open id only.
    if (userid === undefined || userid === "") throw failed(say("sign_in_company_only"));
    const { name } = await this.#ask("asking for the name", "/cgi-bin/user/get", detailAnswer, { userid });
    return { subject: userid, name: name ?? userid, verified_email: undefined };
  }

  /** One call with the company's token, which is made anew once when WeCom no longer takes it. */
  async #ask<T extends typeof answer>(
    step: string,
    path: string,
    schema: T,
    query: Record<string, string>,
  ): Promise<z.output<T>> {
    for (let isAgain = false; ; isAgain = true) {
      const access_token = await this.#accessToken();
      const url = addressOf(this.#settings.api_url, path, { access_token, ...query });
      const said = await askProvider(step, url, schema);
      if (said.errcode === 0) return said;
      if (isAgain || !TOKEN_ERRORS.includes(said.errcode))
        throw failed(say("sign_in_refused", {}, `${step}: ${said.errcode}`));
      this.#token = undefined;
    }
  }

  async #accessToken(): Promise<string> {
    if (this.#token && this.#token.until > this.#now()) return this.#token.value;
    const { corp_id, secret, api_url } = this.#settings;
    const url = addressOf(api_url, "/cgi-bin/gettoken", { corpid: corp_id, corpsecret: secret });
    const said = await askProvider("asking for a token", url, tokenAnswer);
    if (said.errcode !== 0 || said.access_token === undefined)
      throw failed(say("sign_in_refused", {}, `asking for a token: ${said.errcode}`));
    this.#token = { value: said.access_token, until: this.#now() + (said.expires_in ?? 0) * 1000 - MARGIN_MS };
    return said.access_token;
  }
}
