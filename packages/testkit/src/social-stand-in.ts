import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export const SOCIAL_APP = { id: "app-1", secret: "app-secret-1", agent_id: "1000002" } as const;

/** WeCom, QQ and WeChat as far as signing in goes, by their published calls, on one free port. */
export interface SocialStandIn extends AsyncDisposable {
  readonly url: string;
  /** Who "scans the code" next; undefined: they refuse. */
  person: { id: string; name: string } | undefined;
  /** Makes every token so far invalid. */
  expireTokens(): void;
  /** Paths that were called, in order. */
  readonly calls: string[];
}

/** As WeCom answers: https://developer.work.weixin.qq.com/document/path/90313 */
const INVALID_CODE = { errcode: 40029, errmsg: "invalid code" };
const INVALID_TOKEN = { errcode: 42001, errmsg: "access_token expired" };
const WRONG_SECRET = { errcode: 40001, errmsg: "invalid credential" };

export async function startSocialStandIn(): Promise<SocialStandIn> {
  const codes = new Map<string, { id: string; name: string }>();
  /** Of WeCom the company's, of the others one person's. */
  const tokens = new Map<string, { id: string; name: string } | undefined>();
  const issue = (person?: { id: string; name: string }) => {
    const token = randomBytes(8).toString("hex");
    tokens.set(token, person);
    return token;
  };
  /** A code is good once. */
  const takeCode = (query: URLSearchParams) => {
    const code = query.get("code") ?? "";
    const person = codes.get(code);
    codes.delete(code);
    return person;
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://stand-in");
    standIn.calls.push(pathname);
    const say = (answer: unknown) =>
      void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    const token = query.get("access_token") ?? "";
    const owner = tokens.get(token);
    const isOurs = (id: string, secret: string) =>
      query.get(id) === SOCIAL_APP.id && query.get(secret) === SOCIAL_APP.secret;
    switch (pathname) {
      case "/wwlogin/sso/login":
      case "/connect/qrconnect":
      case "/oauth2.0/authorize": {
        const back = new URL(query.get("redirect_uri") ?? "");
        back.searchParams.set("state", query.get("state") ?? "");
        if (standIn.person) {
          const code = randomBytes(8).toString("hex");
          codes.set(code, standIn.person);
          back.searchParams.set("code", code);
        }
        const link = back.href.replaceAll("&", "&amp;");
        return void response
          .writeHead(200, { "content-type": "text/html; charset=utf-8" })
          .end(`<!doctype html><title>Scan</title><a href="${link}">Scan the code</a>`);
      }
      case "/cgi-bin/gettoken":
        if (!isOurs("corpid", "corpsecret")) return say(WRONG_SECRET);
        return say({ errcode: 0, errmsg: "ok", access_token: issue(), expires_in: 7200 });
      case "/cgi-bin/auth/getuserinfo": {
        if (!tokens.has(token)) return say(INVALID_TOKEN);
        const person = takeCode(query);
        if (!person) return say(INVALID_CODE);
        // Who does not belong to the company has an open id and no user id.
        const who = person.id.startsWith("guest-") ? { openid: person.id } : { userid: person.id };
        return say({ errcode: 0, errmsg: "ok", ...who });
      }
      case "/cgi-bin/user/get":
        if (!tokens.has(token)) return say(INVALID_TOKEN);
        return say({ errcode: 0, errmsg: "ok", userid: query.get("userid"), name: standIn.person?.name });
      case "/sns/oauth2/access_token": {
        const person = isOurs("appid", "secret") ? takeCode(query) : undefined;
        if (!person) return say(INVALID_CODE);
        return say({ access_token: issue(person), expires_in: 7200, openid: person.id, scope: "snsapi_login" });
      }
      case "/sns/userinfo":
        return say(owner ? { openid: owner.id, nickname: owner.name } : INVALID_TOKEN);
      case "/oauth2.0/token": {
        const person = isOurs("client_id", "client_secret") ? takeCode(query) : undefined;
        if (!person) return say({ error: 100020, error_description: "code is invalid" });
        return say({ access_token: issue(person), expires_in: "7776000" });
      }
      case "/oauth2.0/me":
        return say(owner ? { client_id: SOCIAL_APP.id, openid: owner.id } : { error: 100016 });
      case "/user/get_user_info":
        return say(owner ? { ret: 0, msg: "", nickname: owner.name } : { ret: -1, msg: "token" });
      default:
        return void response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const standIn: SocialStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: undefined,
    expireTokens: () => tokens.clear(),
    calls: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return standIn;
}
