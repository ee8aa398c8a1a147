import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { embedded } from "../../../test/databases.ts";
import { TestServer, until } from "../../../test/harness.ts";

const WINDOW_MS = 5 * 60_000;
const ACCOUNT_WINDOW_MS = 60 * 60_000;
const PROXY = "127.0.0.1";

/** What was compared with what is kept: how dear each comparison was. */
const compared: string[] = [];
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return {
    ...real,
    verify: (kept: string, ...rest: [string]) => {
      compared.push(kept.split("$").slice(0, 4).join("$"));
      return real.verify(kept, ...rest);
    },
  };
});

async function open(trusted_proxies: string[]) {
  const udt = await TestServer.start(embedded, {
    access: { metrics_token: undefined, allowed_hosts: [], calls_per_minute: 0, trusted_proxies },
  });
  const ada = await udt.person("ada", { email: "ada@example.com", password_hash: await hash("sunny day 1") });
  const login = (from: string, password: string, email = "ada@example.com") =>
    udt.call(ENDPOINTS.userLogin, { body: { email, password }, headers: { "x-forwarded-for": from } });
  return { udt, ada, login };
}

describe("failed sign-ins", () => {
  let { udt, login } = {} as Awaited<ReturnType<typeof open>>;
  beforeAll(async () => ({ udt, login } = await open([PROXY, "10.0.0.0/8"])));
  beforeEach(() => udt.clock.turn(ACCOUNT_WINDOW_MS));
  afterAll(() => udt.dispose());

  /** How many of so many wrong tries were judged by the password at all. */
  async function guess(count: number, from: (index: number) => string, email?: (index: number) => string) {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) => login(from(index), "a guess", email?.(index))),
    );
    return answers.filter((answer) => answer.code === "user_name_or_password").length;
  }

  it("of one address, however many, do not keep the right password out elsewhere", async () => {
    expect(await guess(100, () => "203.0.113.1")).toBe(10);
    expect((await login("203.0.113.1", "sunny day 1")).code).toBe("too_many_attempts");
    expect((await login("203.0.113.2", "sunny day 1")).ret).toBe(0);
  });

  it("are bounded for an account by all addresses together within an hour, known or not", async () => {
    for (const email of ["ada@example.com", "nobody@example.com"]) {
      udt.clock.turn(ACCOUNT_WINDOW_MS);
      const judged = await guess(
        130,
        (index) => `192.0.2.${index % 20}`,
        (index) => (index % 2 === 0 ? email : email.toUpperCase()),
      );
      expect(judged).toBe(100);
      udt.clock.turn(ACCOUNT_WINDOW_MS - 1_000);
      const refused = await login("198.51.100.1", "sunny day 1", email);
      expect(refused).toMatchObject({ code: "too_many_attempts", data: { args: { seconds: 1 } } });
    }
    udt.clock.turn(1_000);
    expect((await login("198.51.100.1", "sunny day 1")).ret).toBe(0);
  });

  it("of others, however many, do not keep the right password out where its owner is signed in", async () => {
    const [home, neighbour] = ["2001:db8:7:7::1", "2001:db8:7:7::2"];
    expect((await login(home, "sunny day 1")).ret).toBe(0);
    expect(await guess(130, (index) => `192.0.2.${index % 20}`)).toBe(100);
    expect((await login("198.51.100.2", "sunny day 1")).code).toBe("too_many_attempts");
    // A neighbour may guess as anybody may.
    expect(await guess(20, () => neighbour)).toBe(10);
    udt.clock.turn(WINDOW_MS);
    expect((await login(neighbour, "sunny day 1")).ret).toBe(0);
    expect((await login("198.51.100.2", "sunny day 1")).code).toBe("too_many_attempts");
  });

  it("of others, however many, do not keep from a password's change who is signed in, wherever that is", async () => {
    const email = "grace@example.com";
    const as = await udt.person("grace", { email, password_hash: await hash("sunny day 1") });
    const judged = await guess(
      130,
      (index) => `192.0.2.${index % 20}`,
      () => email,
    );
    expect(judged).toBe(100);
    const change = (old_password: string, from: string) =>
      udt.call(ENDPOINTS.userPassword, {
        as,
        body: { old_password, new_password: "sunny day 2" },
        headers: { "x-forwarded-for": from },
      });
    // Who has taken over a browser may not guess there without end either.
    for (let tries = 0; tries < 19; tries++)
      expect((await change("a guess", `198.51.100.${tries}`)).code).toBe("wrong_password");
    expect((await change("sunny day 1", "198.51.100.200")).ret).toBe(0);
    for (const expected of ["wrong_password", "too_many_attempts"])
      expect((await change("a guess", "198.51.100.201")).code).toBe(expected);
  });

  it("are counted of who knows the password, too, until they come in", async () => {
    const email = "eve@example.com";
    await udt.person("eve", { email, password_hash: await hash("sunny day 1"), state: "approving" });
    for (let tries = 0; tries < 10; tries++)
      expect((await login("203.0.113.1", "sunny day 1", email)).code).toBe("user_approving");
    expect((await login("203.0.113.1", "sunny day 1", email)).code).toBe("too_many_attempts");
  });

  it("are bounded for an address by all accounts together", async () => {
    const judged = await guess(
      110,
      () => "203.0.113.1",
      (index) => `user${index}@example.com`,
    );
    expect(judged).toBe(100);
    expect((await login("203.0.113.2", "sunny day 1")).ret).toBe(0);
  });

  it("of one network of IPv6 are one address's, and of two are not", async () => {
    expect(await guess(20, (index) => `2001:db8:1:2:${index + 1}::5`)).toBe(10);
    expect((await login("2001:db8:1:3::5", "sunny day 1")).ret).toBe(0);
    expect(await guess(20, (index) => `::ffff:203.0.113.${index + 1}`)).toBe(20);
  });
});

describe("who calls", () => {
  const addressSeen = async (trusted_proxies: string[], from: string) => {
    const { udt, ada, login } = await open(trusted_proxies);
    expect((await login(from, "sunny day 1")).ret).toBe(0);
    const { list } = await udt.ok(ENDPOINTS.sessionList, { as: ada });
    const root = await udt.person("root", { udt_admin: true });
    const { list: entries } = await udt.ok(ENDPOINTS.auditList, { as: root, query: { action: "user.login" } });
    await udt.dispose();
    const session = list.map(({ ip }) => ip).find((ip) => ip !== "");
    expect(entries[0]!.ip).toBe(session);
    return session;
  };

  it.each([
    ["nobody is believed by default", [], "203.0.113.1", PROXY],
    ["a proxy is", [PROXY], "203.0.113.1", "203.0.113.1"],
    ["what the caller wrote before it is not", [PROXY], "192.0.2.9, 203.0.113.1", "203.0.113.1"],
    ["proxies behind one another are", [PROXY, "10.0.0.0/8"], "192.0.2.9, 203.0.113.1, 10.1.2.3", "203.0.113.1"],
    ["what is no address is not", [PROXY], "<b>me</b>", PROXY],
    ["nor behind another proxy", [PROXY, "10.0.0.0/8"], "unknown, 10.1.2.3", "10.1.2.3"],
    ["a zone is not", [PROXY], "fe80::1%me", PROXY],
    ["a port is left away", [PROXY], "203.0.113.1:4711", "203.0.113.1"],
    ["others are not", ["10.0.0.0/8"], "203.0.113.1", PROXY],
  ])("is told by proxies: %s", async (_, proxies, from, seen) => {
    expect(await addressSeen(proxies, from)).toBe(seen);
  });

  it("is told so for agents too", async () => {
    const { udt } = await open([PROXY]);
    const agent = await udt.agent("far");
    await agent.connect([], { headers: { "x-forwarded-for": "192.0.2.9, 203.0.113.7" } });
    const root = await udt.person("root", { udt_admin: true });
    await until(async () =>
      expect((await udt.ok(ENDPOINTS.agentList, { as: root })).list[0]).toMatchObject({ ip: "203.0.113.7" }),
    );
    await udt.dispose();
  });
});

describe("a sign-in that fails", () => {
  it("does the same work, whoever it is about", async () => {
    const { udt, login } = await open([]);
    await udt.person("elsewhere", { email: "elsewhere@example.com" });
    await udt.person("gone", {
      email: "gone@example.com",
      password_hash: await hash("sunny day 1"),
      state: "disabled",
    });
    const statements: string[] = [];
    // The server has work of its own meanwhile, which is about neither people nor what they did.
    udt.server.database.stated.on((name) => {
      if (/ (users|sessions|api_keys|audit)$/.test(name)) statements.push(name);
    });
    const work = async (email: string, password: string) => {
      compared.length = 0;
      statements.length = 0;
      expect((await login("", password, email)).code).toBe("user_name_or_password");
      return { compared: [...compared], statements: [...statements] };
    };
    // In two spellings, because both are tried.
    // Each with an account's and with a registration's.
    for (const [password, comparisons] of [
      ["a guess", 2],
      ["cafe\u0301", 4],
    ] as const) {
      const known = await work("ada@example.com", password);
      expect(known.compared).toHaveLength(comparisons);
      expect(known.compared[0]).toMatch(/^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+$/);
      expect(known.statements).toEqual(["select users", "insert audit"]);
      for (const email of ["nobody@example.com", "elsewhere@example.com", "gone@example.com"]) {
        expect(await work(email, password), email).toEqual(known);
      }
    }
    await udt.dispose();
  });
});
