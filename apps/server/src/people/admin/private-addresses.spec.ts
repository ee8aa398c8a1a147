import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";

const GIVEN = ["10.11.0.0/16"];

onEachDatabase("private addresses", (open) => {
  let udt: TestServer;
  let inside: Server;
  let url: string;
  let admin: Person;
  let member: Person;
  const query = { project: "alpha" };
  const outgoing = { smtp_url: undefined, mail_from: undefined, outbound_allow: GIVEN, secret_key: undefined };
  const list = () => udt.ok(ENDPOINTS.adminAddressList, { as: admin });
  const allow = (address: string) => udt.call(ENDPOINTS.adminAddressAllow, { as: admin, body: { address } });
  const disallow = (address: string) => udt.ok(ENDPOINTS.adminAddressDisallow, { as: admin, query: { address } });
  const why = async () => (await udt.call(ENDPOINTS.libraryCheck, { as: member, query, body: { url } })).text;

  beforeAll(async () => {
    inside = createServer((_, response) => response.writeHead(404).end()).listen(0, "127.0.0.1");
    await new Promise((resolve) => inside.once("listening", resolve));
    url = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/tests.git`;
    udt = await TestServer.start(open, { outgoing });
    admin = await udt.person("root", { udt_admin: true });
    member = await udt.person("member");
    await udt.project("alpha", [{ person: member, user_type: 2 }]);
  });
  afterAll(async () => {
    inside.close();
    await udt.dispose();
  });

  it("are the operator's alone at first, and nobody's to see but administrators'", async () => {
    expect(await list()).toEqual({ given: [{ address: "10.11.0.0/16" }], list: [] });
    for (const call of [
      () => udt.call(ENDPOINTS.adminAddressList, { as: member }),
      () => udt.call(ENDPOINTS.adminAddressAllow, { as: member, body: { address: "127.0.0.1" } }),
      () => udt.call(ENDPOINTS.adminAddressDisallow, { as: member, query: { address: "127.0.0.1" } }),
    ])
      expect(await call()).toMatchObject({ code: "admin_only" });
  });

  it("are refused by their name until one is allowed, and again once it is taken back, with a trace", async () => {
    expect(await why()).toContain("outbound_not_allowed");
    expect(await why()).toContain("127.0.0.1");
    expect(await allow("127.0.0.0/8")).toMatchObject({
      data: { list: [{ address: "127.0.0.0/8", user_name: "root", allowed_at: udt.clock.now() }] },
    });
    // It was asked now, and has no such repository.
    expect(await why()).toContain("repository_unknown");
    await allow("127.0.0.0/8");
    expect((await list()).list).toHaveLength(1);
    await disallow("127.0.0.0/8");
    await disallow("127.0.0.0/8");
    expect(await why()).toContain("outbound_not_allowed");
    const { list: entries } = await udt.ok(ENDPOINTS.auditList, { as: admin, query: { keyword: "127.0.0.0/8" } });
    expect(entries.map(({ action, target }) => [action, target])).toEqual([
      ["address.disallow", "127.0.0.0/8"],
      ["address.allow", "127.0.0.0/8"],
    ]);
  });

  it.each([
    "git.corp.example",
    " GIT.corp.example ",
    "10.0.0.1",
    "10.0.0.0/8",
    "fd00::/8",
    "fd00::1",
    "localhost",
    "7git",
  ])("may be %s", async (address) => {
    expect(await allow(address)).toMatchObject({ ret: 0 });
    await disallow(address);
    expect((await list()).list).toEqual([]);
  });

  it.each([
    "",
    "10.0.0.0/33",
    "0x7f000001",
    "git..corp.example",
    "git.corp.1",
    "fd00::/8.5",
    "http://git.corp.example",
    "git corp",
    "git.corp.example/team",
    "*.corp.example",
    "%",
  ])("may not be %j", async (address) => {
    expect(await allow(address)).toMatchObject({ status: 400, code: "invalid_param" });
  });

  it("cannot be taken from the operator, and outlive the server", async () => {
    await disallow("10.11.0.0/16");
    await allow("127.0.0.1");
    await udt.restart();
    expect(await list()).toMatchObject({ given: [{ address: "10.11.0.0/16" }], list: [{ address: "127.0.0.1" }] });
    expect(await why()).toContain("repository_unknown");
    await disallow("127.0.0.1");
  });

  it("are one for several servers", async ({ skip }) => {
    if (udt.server.database.kind === "pglite") skip("the embedded database has one server");
    const other = await udt.beside();
    const whyThere = async () => (await other.call(ENDPOINTS.libraryCheck, { as: member, query, body: { url } })).text;
    try {
      expect(await whyThere()).toContain("outbound_not_allowed");
      await allow("127.0.0.1");
      await until(async () => expect(await whyThere()).toContain("repository_unknown"));
    } finally {
      await other.dispose();
      await disallow("127.0.0.1");
    }
  });
});
