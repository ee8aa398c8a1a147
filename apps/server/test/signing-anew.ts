/** For each test a project with a certificate, an IPA and an agent that has a signing tool, and what is done with them. */
import { createHash } from "node:crypto";
import { buildIpa, machO, type BuildIpaOptions } from "@udt/appfile/testing";
import { ENDPOINTS, type AgentScripts } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { TestDatabase } from "./databases.ts";
import { TestServer, until, type Person, type TestAgent } from "./harness.ts";
import { makeIdentity, signingFiles, type SigningIdentity } from "./ios-signing.ts";
import { packageBytes, Uploader } from "../src/assets/apps/apps.fixture.ts";

const identity = makeIdentity();
export const signing_tool = { name: "zsign", version: "1.1.1" } as const;
export const scripts = (isolation: AgentScripts["isolation"]): AgentScripts => ({
  isolation,
  isolation_reason: null,
  engine: null,
  engine_faults: [],
});

function pairOf(of: SigningIdentity): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries({ title: "Team", ...signingFiles({ identity: of }) }))
    body.append(name, value);
  return body;
}

export function signingAnew(open: () => Promise<TestDatabase>) {
  const its = { count: 0 } as {
    udt: TestServer;
    ada: Person;
    query: { project: string };
    agent: TestAgent;
    cert_id: string;
    app_id: string;
    count: number;
  };
  beforeAll(async () => {
    its.udt = await TestServer.start(open);
    its.ada = await its.udt.person("ada");
  });
  afterAll(() => its.udt.dispose());
  beforeEach(async () => {
    const { udt, ada } = its;
    its.query = { project: await udt.project(`anew-${++its.count}`, [{ person: ada, user_type: 1 }]) };
    its.agent = await udt.agent(`mac-${its.count}`, [its.query.project]);
    const { query } = its;
    const body = pairOf(identity);
    ({ cert_id: its.cert_id } = await udt.ok(ENDPOINTS.iosCertificateCreate, { as: ada, query, body }));
    its.app_id = await upload();
  });

  const ipa = (options: BuildIpaOptions = {}) =>
    buildIpa({
      packageName: "com.example.shop",
      build: String(its.count),
      executable: machO({ entitlements: {} }),
      ...options,
    });
  const upload = async (options: BuildIpaOptions = {}) =>
    (await new Uploader(its.udt, its.ada, its.query.project).upload(packageBytes(ipa(options)), "shop.ipa")).app_id;
  const link = (isolation: AgentScripts["isolation"] = "namespaces", of = its.agent) =>
    of.connect([], { signing_tool, scripts: scripts(isolation) });
  const call = (id = its.app_id) => ({
    as: its.ada,
    query: its.query,
    params: { cert_id: its.cert_id },
    body: { app_id: id },
  });
  const start = () => its.udt.ok(ENDPOINTS.resignStart, call());
  const files = (task_id: string) => ({ bearer: its.agent.token, params: { task_id } });
  const given = async (of = its.agent) => {
    const { task_id } = await start();
    await until(() => expect(of.all("task_start").map(({ task }) => task.task_id)).toContain(task_id));
    return task_id;
  };
  return {
    its,
    ipa,
    upload,
    link,
    call,
    start,
    /** Begins one that an agent has then. */
    given,
    /** One whose agent has been given all that it signs with. */
    async handed() {
      const task_id = await given();
      await its.udt.ok(ENDPOINTS.agentResignFiles, files(task_id));
      return task_id;
    },
    async found(task_id: string) {
      const { list } = await its.udt.ok(ENDPOINTS.resignList, call());
      return list.find((one) => one.task_id === task_id);
    },
    signed: () => Buffer.from(ipa({ executable: machO({ entitlements: {}, certificates: [identity.der] }) })),
    deliver: (task_id: string, body: Buffer) => ({
      bearer: its.agent.token,
      params: { task_id },
      query: { sha256: createHash("sha256").update(body).digest("hex") },
      body,
    }),
    files,
    /** Puts another certificate and key in place of those that are there. */
    renew: () => its.udt.ok(ENDPOINTS.iosCertificateUpdate, { ...call(), body: pairOf(makeIdentity()) }),
    cancel: (task_id: string) => ({ ...call(), params: { cert_id: its.cert_id, task_id } }),
    remove: () => ({
      as: its.ada,
      params: { project_id: its.query.project },
      query: { confirm: its.query.project },
    }),
  };
}
