import { afterEach, describe, expect, it } from "vitest";
import { hash } from "@node-rs/argon2";
import { ENDPOINTS, webConfig } from "@udt/contract";
import { embedded } from "../../../test/databases.ts";
import { TestServer } from "../../../test/harness.ts";

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
