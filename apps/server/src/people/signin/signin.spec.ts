import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS, fillPath, LIMITS, XHR_HEADER, type SignInKind, type UserInfo } from "@udt/contract";
import {
  SOCIAL_APP,
  startIdentityProvider,
  startSocialStandIn,
  type IdentityProvider,
  type SocialStandIn,
} from "@udt/testkit";
import { embedded } from "../../../test/databases.ts";
import { TestServer } from "../../../test/harness.ts";
import { findUserByEmail, updateUser } from "../users/users.repository.ts";

interface Page {
  url: URL;
  text: string;
  headers: Headers;
}

/** A browser without scripts: cookies of each site, redirections, forms. */
class Browser {
  readonly #jars = new Map<string, Map<string, string>>();

  async open(address: string, init: RequestInit = {}): Promise<Page> {
    let url = new URL(address);
    let request = init;
    for (let hops = 0; hops < 12; hops++) {
      const jar = this.cookies(url.origin);
      const headers = new Headers(request.headers);
      headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));
      const response = await fetch(url, { ...request, headers, redirect: "manual" });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
      const next = response.headers.get("location");
      if (!next) return { url, text: await response.text(), headers: response.headers };
      url = new URL(next, url);
      request = {};
    }
    throw new Error(`redirected for ever: ${url.href}`);
  }

  cookies(origin: string): Map<string, string> {
    const jar = this.#jars.get(origin) ?? new Map<string, string>();
    this.#jars.set(origin, jar);
    return jar;
  }
}

describe("signing in by a provider", () => {
  let idp: IdentityProvider;
  let social: SocialStandIn;
  let udt: TestServer;
  const origin = () => udt.server.url;

  beforeAll(async () => {
    idp = await startIdentityProvider((login) => ({
      name: login.split("@")[0]!,
      email: login.replace("unverified-", ""),
      email_verified: !login.startsWith("unverified-"),
    }));
    social = await startSocialStandIn();
    const { id, secret, agent_id } = SOCIAL_APP;
    udt = await TestServer.start(embedded, {
      sign_in: {
        oidc: { issuer: idp.issuer, client_id: idp.client_id, client_secret: idp.client_secret, name: "Acme" },
        wework: { corp_id: id, agent_id, secret, login_url: social.url, api_url: social.url },
        wechat: { app_id: id, app_secret: secret, login_url: social.url, api_url: social.url },
        qq: { app_id: id, app_key: secret, api_url: social.url },
      },
    });
    idp.allow(origin() + fillPath(ENDPOINTS.signInCallback.path, { kind: "oidc" }));
  });
  afterAll(async () => {
    await udt?.dispose();
    await idp?.[Symbol.asyncDispose]();
    await social?.[Symbol.asyncDispose]();
  });

  /** Presses the button: where the browser is sent. */
  async function begin(browser: Browser, kind: SignInKind, body: object = {}): Promise<string> {
    const page = await browser.open(origin() + fillPath(ENDPOINTS.signInAuthUrl.path, { kind }), {
      method: "POST",
      headers: { ...XHR_HEADER, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = JSON.parse(page.text) as { ret: number; data: { auth_url: string } };
    expect(answer.ret, page.text).toBe(0);
    return answer.data.auth_url;
  }

  /** Goes through the OpenID provider's two forms, and back here. */
  async function throughProvider(browser: Browser, auth_url: string, login: string): Promise<Page> {
    let page = await browser.open(auth_url);
    for (const prompt of ["login", "consent"]) {
      if (page.url.origin === origin()) break;
      const action = new URL(/<form[^>]*action="([^"]+)"/.exec(page.text)![1]!, page.url);
      const body = new URLSearchParams({ prompt, login, password: "any" });
      page = await browser.open(action.href, { method: "POST", body });
    }
    return page;
  }

  /** Where the stand-in's page leads whoever scans. */
  async function scanned(browser: Browser, auth_url: string): Promise<string> {
    const { text } = await browser.open(auth_url);
    return /href="([^"]+)"/.exec(text)![1]!.replaceAll("&amp;", "&");
  }
  const throughSocial = async (browser: Browser, kind: SignInKind, body?: object) =>
    browser.open(await scanned(browser, await begin(browser, kind, body)));

  const outcome = ({ url }: Page) => ({ path: url.pathname, ...Object.fromEntries(url.searchParams) });
  const refused = (error: string, redirect = "/home") => ({ path: "/oauth/success", redirect, error });
  const came = (redirect = "/home") => ({ path: "/oauth/success", redirect });

  async function whoIs(browser: Browser): Promise<UserInfo | undefined> {
    const page = await browser.open(origin() + ENDPOINTS.userInfo.path);
    const answer = JSON.parse(page.text) as { ret: number; data: UserInfo };
    return answer.ret === 0 ? answer.data : undefined;
  }
  async function approve(email: string): Promise<void> {
    const user = await findUserByEmail(udt.server.database.db, email);
    await updateUser(udt.server.database.db, user!.user_id, { state: "approved" });
  }

  it("tells the console which kinds there are", async () => {
    const { text } = await udt.call(ENDPOINTS.webConfig);
    expect(JSON.parse(text)).toMatchObject({
      sign_in: [
        { kind: "oidc", name: "Acme" },
        { kind: "wework", name: "" },
        { kind: "wechat", name: "" },
        { kind: "qq", name: "" },
      ],
    });
  });

  describe("OpenID Connect", () => {
    it("waits for an administrator at first, then lets in, and leads to the page that was wanted", async () => {
      const browser = new Browser();
      const wanted = { redirect: "/demo/remote/list?state=idle" };
      const auth_url = await begin(browser, "oidc", wanted);
      const asked = new URL(auth_url).searchParams;
      expect(asked.get("code_challenge_method")).toBe("S256");
      for (const name of ["state", "nonce", "code_challenge"]) expect(asked.get(name)!.length).toBeGreaterThan(40);
      const first = await throughProvider(browser, auth_url, "lin@example.com");
      expect(outcome(first)).toEqual(refused("user_approving", wanted.redirect));
      expect(await whoIs(browser)).toBeUndefined();

      await approve("lin@example.com");
      const second = await throughProvider(browser, await begin(browser, "oidc", wanted), "lin@example.com");
      expect(outcome(second)).toEqual(came(wanted.redirect));
      expect(await whoIs(browser)).toMatchObject({ user_name: "lin", email: "lin@example.com", auth_type: 3 });
    });

    it("takes an answer only in the browser that asked, and only once", async () => {
      const victim = new Browser();
      const attacker = new Browser();
      // The attacker stops right before the way back, and hands its address to somebody else.
      let page = await attacker.open(await begin(attacker, "oidc"));
      const post = async (prompt: string) => {
        const action = new URL(/<form[^>]*action="([^"]+)"/.exec(page.text)![1]!, page.url);
        const body = new URLSearchParams({ prompt, login: "mallory@example.com", password: "any" });
        return { action, body };
      };
      const login = await post("login");
      page = await attacker.open(login.action.href, { method: "POST", body: login.body });
      const consent = await post("consent");
      const cookie = [...attacker.cookies(idp.issuer)].map(([name, value]) => `${name}=${value}`).join("; ");
      let at = consent.action.href;
      let init: RequestInit = { method: "POST", body: consent.body };
      while (!at.startsWith(origin())) {
        const response = await fetch(at, { ...init, headers: { cookie }, redirect: "manual" });
        at = new URL(response.headers.get("location")!, at).href;
        init = {};
      }
      await begin(victim, "oidc");
      expect(outcome(await victim.open(at))).toEqual(refused("sign_in_state"));
      expect(await whoIs(victim)).toBeUndefined();
      expect(outcome(await attacker.open(at))).toEqual(refused("user_approving"));
      expect(outcome(await attacker.open(at))).toEqual(refused("sign_in_state"));
    });

    it.each(["", "?state=made-up&code=made-up", "?error=access_denied"])(
      "refuses %j as no valid jump state",
      async (search) => {
        const browser = new Browser();
        await begin(browser, "oidc");
        const back = origin() + fillPath(ENDPOINTS.signInCallback.path, { kind: "oidc" }) + search;
        expect(outcome(await browser.open(back))).toEqual(refused("sign_in_state"));
      },
    );

    it("forgets a sign-in after ten minutes", async () => {
      const browser = new Browser();
      const auth_url = await begin(browser, "oidc");
      udt.clock.turn(LIMITS.sign_in_flow_ms);
      expect(outcome(await throughProvider(browser, auth_url, "late@example.com"))).toEqual(refused("sign_in_state"));
    });

    it("does not hand the account of a password's owner to who has its address elsewhere", async () => {
      await udt.person("owner", { email: "owner@example.com" });
      const browser = new Browser();
      const page = await throughProvider(browser, await begin(browser, "oidc"), "owner@example.com");
      expect(outcome(page)).toEqual(refused("mailbox_exists"));
      expect(await whoIs(browser)).toBeUndefined();
    });

    it("believes no address that the provider did not verify", async () => {
      const browser = new Browser();
      const page = await throughProvider(browser, await begin(browser, "oidc"), "unverified-victim@example.com");
      expect(outcome(page)).toEqual(refused("user_approving"));
      expect(await findUserByEmail(udt.server.database.db, "victim@example.com")).toBeUndefined();
    });

    it("knows somebody again who came by another provider with the same verified address", async () => {
      const person = await udt.person("mia", { email: "mia@example.com" });
      await updateUser(udt.server.database.db, person.user_id, { auth_type: 3 });
      const browser = new Browser();
      await throughProvider(browser, await begin(browser, "oidc"), "mia@example.com");
      expect(await whoIs(browser)).toMatchObject({ user_id: person.user_id });
    });

    it("does not let a mailbox that was handed on inherit the account", async () => {
      const browser = new Browser();
      // Another subject, the same verified address as mia's, who is known to this provider already.
      const page = await throughProvider(browser, await begin(browser, "oidc"), "MIA@example.com");
      expect(outcome(page)).toEqual(refused("mailbox_exists"));
    });
  });

  describe("WeCom", () => {
    const letIn = async (person: { id: string; name: string }) => {
      social.person = person;
      const page = await throughSocial(new Browser(), "wework");
      expect(outcome(page)).toEqual(refused("user_approving"));
      const { list } = await udt.ok(ENDPOINTS.adminUserList, {
        as: await udt.person("root", { udt_admin: true }),
        query: { keyword: person.name, state: "approving" },
      });
      await updateUser(udt.server.database.db, list[0]!.user_id, { state: "approved" });
      return list[0]!;
    };

    it("sends to its sign-in page with the company, the app and the way back", async () => {
      const url = new URL(await begin(new Browser(), "wework"));
      expect(url.pathname).toBe("/wwlogin/sso/login");
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        login_type: "CorpApp",
        appid: SOCIAL_APP.id,
        agentid: SOCIAL_APP.agent_id,
        redirect_uri: `${origin()}/v1/plat/user/login/wework/callback`,
      });
    });

    it("lets a member of the company in, and asks for a new token when the old one is no longer taken", async () => {
      const made = await letIn({ id: "zhangsan", name: "张三" });
      expect(made).toMatchObject({ user_name: "张三", email: "", auth_type: 3 });
      social.expireTokens();
      const browser = new Browser();
      expect(outcome(await throughSocial(browser, "wework", { redirect: "/overview" }))).toEqual(came("/overview"));
      expect(await whoIs(browser)).toMatchObject({ user_id: made.user_id });
      expect(social.calls.filter((path) => path === "/cgi-bin/gettoken")).toHaveLength(2);
    });

    it("tells two people of one name apart", async () => {
      expect(await letIn({ id: "zhangsan2", name: "张三" })).toMatchObject({ user_name: "张三 2" });
    });

    it("refuses who is no member of the company, and who says no", async () => {
      social.person = { id: "guest-1", name: "guest" };
      expect(outcome(await throughSocial(new Browser(), "wework"))).toEqual(refused("sign_in_failed"));
      social.person = undefined;
      expect(outcome(await throughSocial(new Browser(), "wework"))).toEqual(refused("sign_in_failed"));
    });

    it("does not sign in with a password that nobody has", async () => {
      for (const password of ["", "none", "password1"]) {
        const answer = await udt.call(ENDPOINTS.userLogin, { body: { email: "", password } });
        expect(answer.code).toBe("invalid_param");
      }
      const body = { email: "mia@example.com", password: "anything" };
      await udt.refused(ENDPOINTS.userLogin, { body: { ...body, email: "lin@example.com" } }, "user_name_or_password");
    });
  });

  describe.each(["wechat", "qq"] as const)("%s", (kind) => {
    it("proves who somebody is, and that alone: the same id elsewhere is another person", async () => {
      social.person = { id: "zhangsan", name: "阿三" };
      expect(outcome(await throughSocial(new Browser(), kind))).toEqual(refused("user_approving"));
    });

    it("refuses a code that was used", async () => {
      social.person = { id: "open-2", name: "two" };
      const browser = new Browser();
      const used = await scanned(browser, await begin(browser, kind));
      await browser.open(used);
      const again = new URL(await scanned(browser, await begin(browser, kind)));
      again.searchParams.set("code", new URL(used).searchParams.get("code")!);
      expect(outcome(await browser.open(again.href))).toEqual(refused("sign_in_failed"));
    });
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    "home",
    "",
  ])("does not lead to %j afterwards", async (redirect) => {
    const params = { kind: "wework" };
    await udt.refused(ENDPOINTS.signInAuthUrl, { params, body: { redirect } }, "invalid_param");
  });

  it("needs the header that other sites cannot send to begin", async () => {
    const headers = { "x-requested-with": "form" };
    await udt.refused(ENDPOINTS.signInAuthUrl, { params: { kind: "oidc" }, headers }, "xhr_header_required");
  });

  it("gives a new session whatever cookie was planted before, and ends the one that was there", async () => {
    const planted = await udt.session(await udt.person("planted"));
    const browser = new Browser();
    browser.cookies(origin()).set("udt_session_id", planted.token);
    await throughProvider(browser, await begin(browser, "oidc"), "lin@example.com");
    expect(browser.cookies(origin()).get("udt_session_id")).not.toBe(planted.token);
    expect(await whoIs(browser)).toMatchObject({ email: "lin@example.com" });
    const old = await udt.call(ENDPOINTS.userInfo, { headers: { cookie: planted.cookie } });
    expect(old.code).toBe("invalid_session");
  });

  it("limits how often one address may begin", async () => {
    const begin = () => udt.call(ENDPOINTS.signInAuthUrl, { params: { kind: "qq" }, body: {} });
    let answer = await begin();
    for (let tries = 0; tries < 100 && answer.ret === 0; tries++) answer = await begin();
    expect(answer).toMatchObject({ status: 429, code: "too_many_attempts" });
  });
});

it("refuses a kind that is not set up", async () => {
  const udt = await TestServer.start();
  await udt.refused(ENDPOINTS.signInAuthUrl, { params: { kind: "oidc" }, body: {} }, "sign_in_kind");
  await udt.refused(ENDPOINTS.signInAuthUrl, { params: { kind: "github" }, body: {} }, "invalid_param");
  await udt.dispose();
});
