import { afterEach, describe, expect, it } from "vitest";
import { hash } from "@node-rs/argon2";
import { ENDPOINTS, LIMITS, webConfig } from "@udt/contract";
import { embedded } from "../../../test/databases.ts";
import { readSettings } from "../settings.ts";
import { TestServer, type Answer } from "../../../test/harness.ts";

const EMBED = ["https://portal.example.com"];

describe("the session cookie", () => {
  let udt: TestServer | undefined;
  afterEach(() => udt?.dispose());

  async function cookieOf(public_url: string | undefined, embed_origins: string[], cookie_name?: string) {
    const web = webConfig.parse({ embed_origins, ...(cookie_name !== undefined && { cookie_name }) });
    udt = await TestServer.start(embedded, { public_url, web });
    await udt.person("ada", { email: "ada@example.com", password_hash: await hash("password1") });
    const body = { email: "ada@example.com", password: "password1" };
    const answer = await udt.call(ENDPOINTS.userLogin, { body });
    expect(answer.ret).toBe(0);
    return { cookie: String(answer.headers["set-cookie"]), answer };
  }
  const attributes = (cookie: string) => cookie.split("; ").slice(3);

  it("is Lax, and Secure behind https, where nobody embeds the console", async () => {
    const { cookie } = await cookieOf("https://udt.example.com", []);
    expect(attributes(cookie)).toEqual(["HttpOnly", "SameSite=Lax", "Secure"]);
  });

  it("goes into frames of other sites, kept apart for each, where they may embed it behind https", async () => {
    const { cookie, answer } = await cookieOf("https://udt.example.com", EMBED);
    expect(attributes(cookie)).toEqual(["HttpOnly", "SameSite=None", "Secure", "Partitioned"]);
    expect(answer.headers["content-security-policy"]).toContain(`frame-ancestors 'self' ${EMBED[0]}`);
  });

  it("stays Lax without https, where browsers would refuse anything else", async () => {
    const { cookie } = await cookieOf("http://udt.example.com", EMBED);
    expect(attributes(cookie)).toEqual(["HttpOnly", "SameSite=Lax"]);
  });

  it("is called as the settings say, in and out", async () => {
    const { cookie } = await cookieOf(undefined, [], "udt_session_idsz");
    const [pair = ""] = cookie.split(";");
    expect(pair).toMatch(/^udt_session_idsz=/);
    const call = (cookie: string) => udt!.call(ENDPOINTS.userInfo, { headers: { cookie } });
    expect((await call(pair)).ret).toBe(0);
    expect((await call(pair.replace("idsz", "id"))).code).toBe("need_login");
    const wrong = { headers: { cookie: pair }, body: { session_name: "udt_session_id" } };
    await udt!.refused(ENDPOINTS.userLogout, wrong, "invalid_param");
    const right = { headers: { cookie: pair }, body: { session_name: "udt_session_idsz" } };
    expect(String((await udt!.call(ENDPOINTS.userLogout, right)).headers["set-cookie"])).toMatch(
      /^udt_session_idsz=; Max-Age=0/,
    );
    expect((await call(pair)).code).toBe("invalid_session");
  });
});

describe("behind https", () => {
  it.each([
    ["__Host-udt_session_id", { UDT_PUBLIC_URL: "https://udt.example.com" }],
    ["__Host-udt_session_idsz", { UDT_PUBLIC_URL: "https://udt.example.com", UDT_WEB_STATION: "sz" }],
    ["__Host-udt_session_id", { UDT_PUBLIC_URL: "https://udt.example.com", UDT_EMBED_ORIGINS: EMBED[0] }],
    ["__Secure-udt_session_id", { UDT_PUBLIC_URL: "https://udt.example.com/udt", UDT_BASE_PATH: "/udt/" }],
    ["sid", { UDT_PUBLIC_URL: "https://udt.example.com", UDT_WEB_COOKIE_NAME: "sid" }],
    ["udt_session_id", { UDT_PUBLIC_URL: "http://udt.example.com" }],
    ["udt_session_id", {}],
  ])("the cookie is called %s with %j, and signs in and out by that name", async (name, env) => {
    const settings = readSettings(env);
    if (!settings.ok) throw new Error(settings.error);
    const { public_url, base_path, web } = settings.value;
    const udt = await TestServer.start(embedded, { public_url, base_path, web });
    await udt.person("ada", { email: "ada@example.com", password_hash: await hash("password1") });
    const answer = await udt.call(ENDPOINTS.userLogin, { body: { email: "ada@example.com", password: "password1" } });
    const [cookie = "", ...attributes] = String(answer.headers["set-cookie"]).split("; ");
    expect(cookie.split("=")[0]).toBe(name);
    expect(attributes).toContain(`Path=${base_path}/`);
    expect(attributes.includes("Secure")).toBe(public_url?.startsWith("https:") ?? false);
    const told = await udt.server.app.inject({ url: base_path + ENDPOINTS.webConfig.path });
    expect(told.json()).toMatchObject({ cookie_name: name });
    const out = { headers: { cookie }, body: { session_name: name } };
    await udt.ok(ENDPOINTS.userLogout, out);
    expect((await udt.call(ENDPOINTS.userInfo, { headers: { cookie } })).code).toBe("invalid_session");
    await udt.dispose();
  });

  it("browsers are to stay there, for a year", async () => {
    for (const [public_url, told] of [
      ["https://udt.example.com", "max-age=31536000"],
      ["http://udt.example.com", undefined],
      [undefined, undefined],
    ] as const) {
      const udt = await TestServer.start(embedded, { public_url });
      for (const url of ["/", "/v1/openapi.json", "/v1/plat/user/info"]) {
        const { headers } = await udt.server.app.inject({ url });
        expect(headers["strict-transport-security"], `${public_url} ${url}`).toBe(told);
      }
      await udt.dispose();
    }
  });
});

it("keeps no refusal in any cache, nor any answer", async () => {
  const udt = await TestServer.start();
  const ada = await udt.person("ada");
  const info = { method: "GET", url: ENDPOINTS.userInfo.path } as const;
  for (const request of [
    info,
    { ...info, headers: { cookie: ada.cookie } },
    { ...info, url: "/v1/no/such/call" },
    { ...info, url: "/v1/plat/user/nobody/head_image", headers: { cookie: ada.cookie } },
    { ...info, url: "/v1/%zz" },
    { method: "POST", url: ENDPOINTS.userLogin.path, payload: "{", headers: { "content-type": "application/json" } },
  ] as const) {
    const { headers } = await udt.server.app.inject(request);
    expect(headers["cache-control"], `${request.method} ${request.url}`).toBe("no-store");
  }
  await udt.dispose();
});

describe("a session cookie that is refused", () => {
  let udt: TestServer;
  const start = async (public_url: string | undefined, embed_origins: string[] = []) => {
    udt = await TestServer.start(embedded, { public_url, web: webConfig.parse({ embed_origins }) });
    await udt.person("ada", { email: "ada@example.com", password_hash: await hash("password1") });
  };
  afterEach(() => udt.dispose());
  const info = (cookie: string, headers: Record<string, string> = {}) =>
    udt.call(ENDPOINTS.userInfo, { headers: { cookie, ...headers } });
  const signIn = async (cookie?: string) => {
    const body = { email: "ada@example.com", password: "password1" };
    const answer = await udt.call(ENDPOINTS.userLogin, { body, ...(cookie !== undefined && { headers: { cookie } }) });
    expect(answer.ret).toBe(0);
    return String(answer.headers["set-cookie"]).split(";")[0]!;
  };
  const told = (answer: Answer) => answer.headers["set-cookie"];
  const end = async (cookie: string) =>
    expect((await udt.call(ENDPOINTS.userLogout, { headers: { cookie } })).ret).toBe(0);

  it.each([
    ["http://udt.example.com", [], "HttpOnly; SameSite=Lax"],
    ["https://udt.example.com", [], "HttpOnly; SameSite=Lax; Secure"],
    ["https://udt.example.com", EMBED, "HttpOnly; SameSite=None; Secure; Partitioned"],
  ])("is forgotten with the attributes that it was made with: %s, embedded by %j", async (url, origins, attributes) => {
    await start(url, origins);
    const cookie = await signIn();
    await end(cookie);
    const answer = await info(cookie);
    expect(answer).toMatchObject({ status: 401, ret: 7 });
    expect(told(answer)).toBe(`udt_session_id=; Max-Age=0; Path=/; ${attributes}`);
  });

  it("is forgotten wherever it is refused, before what the call asks for is looked at", async () => {
    await start(undefined);
    const headers = { cookie: "udt_session_id=made-up" };
    const answer = await udt.call(ENDPOINTS.jobList, { query: { project: "none" }, headers });
    expect(answer).toMatchObject({ status: 401, ret: 7 });
    expect(told(answer)).toContain("Max-Age=0");
    expect(told(await info("udt_session_id="))).toContain("Max-Age=0");
    expect(told(await info("other=1"))).toBeUndefined();
  });

  it("stays when it is not what is refused: an API key, a project's token, a ticket", async () => {
    await start(undefined);
    const cookie = await signIn();
    const basic = Buffer.from("wrong:key").toString("base64");
    for (const authorization of [`Basic ${basic}`, "Bearer udtp_wrong"]) {
      const answer = await info(cookie, { authorization });
      expect(answer).toMatchObject({ status: 401, ret: 7 });
      expect(told(answer)).toBeUndefined();
    }
    await udt.refused(ENDPOINTS.userInfo, { query: { ticket: "made-up" }, headers: { cookie } }, "sign_in_ticket");
    expect((await info(cookie)).ret).toBe(0);
  });

  it("is forgotten once, so that an answer that is late does not take the session after it", async () => {
    await start(undefined);
    const cookie = await signIn();
    await end(cookie);
    const [first, second] = [await info(cookie), await info(cookie)];
    expect([first.ret, second.ret]).toEqual([7, 7]);
    expect([first, second].map((answer) => told(answer) !== undefined)).toEqual([true, false]);
    // Whoever still sends it when no answer can be late any more has not been told.
    udt.clock.turn(LIMITS.request_timeout_ms);
    expect(told(await info(cookie))).toContain("Max-Age=0");
  });

  it("is not forgotten while another one takes its place", async () => {
    await start(undefined);
    const old = await signIn();
    const cookie = await signIn(old);
    const late = await info(old);
    expect(late).toMatchObject({ status: 401, ret: 7 });
    expect(told(late)).toBeUndefined();
    expect((await info(cookie)).ret).toBe(0);
  });
});

describe("pages", () => {
  it("keep pages of other sites that opened them at a distance, but for those of a sign-in window", async () => {
    const udt = await TestServer.start();
    const policy = async (url: string) => (await udt.server.app.inject({ url })).headers["cross-origin-opener-policy"];
    for (const path of ["/", "/login", "/home", "/oauth", "/finished", "/demo/finish"]) {
      expect(await policy(path), path).toBe("same-origin-allow-popups");
    }
    for (const path of ["/oauth/start?kind=oidc", "/oauth/success", "/finish", "/v1/plat/user/login/oidc/callback"]) {
      expect(await policy(path), path).toBe("unsafe-none");
    }
    await udt.dispose();
  });
});
