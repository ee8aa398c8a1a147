/** Alerts of the certificate of the public address, by real TLS on this machine. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, getCACertificates, setDefaultCACertificates, type Server } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import { untilLooked } from "./looks.fixture.ts";

const DAY_MS = 86_400_000;
const CA = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

onEachDatabase("the certificate of the public address", (open) => {
  let folder: string;
  let udt: TestServer;
  let admin: Person;
  let door: Server;
  const before = getCACertificates("default");

  /** Of nobody's authority, but of our own from now on, where it is `trusted`. Its days count from the real today. */
  const make = (name: string, days: number, trusted: boolean) => {
    const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
    const who = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=DNS:localhost"];
    const done = spawnSync("openssl", ["req", ...CA, "-days", String(days), "-keyout", key, "-out", cert, ...who], {
      encoding: "utf8",
    });
    expect(done.status, done.stderr).toBe(0);
    const made = { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
    setDefaultCACertificates(trusted ? [...before, made.cert] : before);
    return made;
  };
  const openNow = async () => (await udt.ok(ENDPOINTS.alertList, { as: admin, query: { state: "open" } })).list;
  /** As long as it takes until somebody has looked at the certificate anew. */
  const look = async () => {
    const asked = async () => (await udt.ok(ENDPOINTS.systemHealth, { as: admin })).certificate;
    const seen = (await asked())?.seen_at;
    // It is looked at anew by the first who looks after ten minutes.
    udt.clock.turn(600_000);
    await until(async () => {
      await untilLooked(udt, { as: admin });
      expect((await asked())?.seen_at).not.toBe(seen);
    });
    return asked();
  };
  /** Ended alerts have been well for two looks at everything, of which one is enough for a new look at this. */
  const settle = async () => {
    await look();
    await look();
    return openNow();
  };
  /** Longer than anybody stays signed in. */
  const pass = async (days: number) => {
    udt.clock.turn(days * DAY_MS);
    admin = { ...admin, ...(await udt.session(admin)) };
  };
  const codes = async () => (await openNow()).map(({ reason }) => reason.code);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "udt-certificate-"));
    door = createServer(() => {});
    await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
    const { port } = door.address() as AddressInfo;
    udt = await TestServer.start(open, { public_url: `https://localhost:${port}` });
    admin = await udt.person("Root", { udt_admin: true });
  });
  afterAll(async () => {
    setDefaultCACertificates(before);
    await udt?.dispose();
    door?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("is told while it is not accepted, soon ends, is over, or is out of sight, and not while it is well", async () => {
    const left = Math.ceil((udt.clock.now() - Date.now()) / DAY_MS);
    door.setSecureContext(make("well", left + 60, true));
    expect(await look()).toMatchObject({ fault: null });
    expect(await openNow()).toEqual([]);
    // One look that fails is no news; two are.
    door.setSecureContext(make("strange", left + 60, false));
    expect(await look()).toMatchObject({
      fault: { code: "alert_certificate_refused", evidence: expect.any(String) as string },
    });
    expect(await openNow()).toEqual([]);
    await look();
    expect(await codes()).toEqual(["alert_certificate_refused"]);
    door.setSecureContext(make("well again", left + 60, true));
    expect(await settle()).toEqual([]);
    // Its days go by.
    await pass(45);
    await look();
    expect(await codes()).toEqual([]);
    await pass(3);
    await look();
    expect(await openNow()).toMatchObject([{ kind: "certificate", reason: { code: "alert_certificate_ends" } }]);
    await pass(14);
    // The day's reminder may have come just before.
    await look();
    await look();
    expect(await codes()).toEqual(["alert_certificate_over"]);
    door.setSecureContext(make("renewed", left + 400, true));
    expect(await settle()).toEqual([]);
    await new Promise((resolve) => door.close(resolve));
    expect(await look()).toMatchObject({ expires_at: null, fault: { code: "alert_certificate_unseen" } });
    expect(await openNow()).toEqual([]);
    await look();
    expect(await codes()).toEqual(["alert_certificate_unseen"]);
  });
});
