/** UDT behind the reverse proxies whose configurations come with it, over TLS. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { request as dialHttp, type IncomingMessage } from "node:http";
import { request as dial } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { ENDPOINTS, fillPath, SOCKETS, XHR_HEADER } from "@udt/contract";
import { freePortRun } from "@udt/testkit";
import { readSettings } from "../src/platform/settings.ts";
import { Tap, TestServer, until } from "./harness.ts";
import { makeCertificate, PROXY_NAME, startProxy, whyNot } from "./reverse-proxies.ts";

/** Where the caller sits: not where the proxy does. */
const CALLER = "127.0.0.2";

interface Answer {
  body: { ret: number; data: Record<string, unknown> };
}

describe.each(["nginx", "caddy"] as const)("behind %s", (name) => {
  const reason = whyNot(name);
  if (reason !== undefined) console.warn(`SKIPPED: UDT behind ${name}, because ${reason}`);
  describe.skipIf(reason !== undefined)("over TLS", () => {
    let folder: string;
    let udt: TestServer;
    let proxy: Awaited<ReturnType<typeof startProxy>>;
    let https: number;
    let http: number;
    let cookie = "";
    const at = () => ({
      host: "127.0.0.1",
      port: https,
      servername: PROXY_NAME,
      ca: readFileSync(join(folder, "cert.pem")),
      localAddress: CALLER,
    });
    const call = async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body ?? {}));
      const headers = {
        ...XHR_HEADER,
        host: `${PROXY_NAME}:${https}`,
        ...(cookie !== "" && { cookie }),
        ...(body !== undefined && {
          "content-type": Buffer.isBuffer(body) ? "application/octet-stream" : "application/json",
          "content-length": String(bytes.length),
        }),
        ...more,
      };
      const calling = dial({ ...at(), method, path, headers, agent: false });
      calling.end(body === undefined ? undefined : bytes);
      const [response] = (await once(calling, "response")) as [IncomingMessage];
      const answer = (await json(response)) as Answer["body"];
      return { status: response.statusCode, headers: response.headers, body: answer };
    };

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "udt-proxy-"));
      makeCertificate(folder);
      https = await freePortRun(2);
      http = https + 1;
      const public_url = `https://${PROXY_NAME}:${https}`;
      const settings = readSettings({ UDT_PUBLIC_URL: public_url, UDT_TRUSTED_PROXIES: "127.0.0.1" });
      if (!settings.ok) return expect.fail(settings.error);
      udt = await TestServer.start(undefined, {
        public_url,
        web: settings.value.web,
        access: settings.value.access,
      });
      proxy = await startProxy(name, { folder, https, http, server: udt.server.port });
      await until(async () => expect((await call("GET", "/healthz")).status, proxy.said()).toBe(200));
    });
    afterAll(async () => {
      await proxy?.stop();
      await udt?.dispose();
      await rm(folder, { recursive: true, force: true });
    });

    it("takes a sign-in with a cookie for https alone, and notes the caller's address, not one that the caller wrote", async () => {
      const { admin_email: email, admin_password: password } = udt.settings;
      const forged = { "x-forwarded-for": "203.0.113.9" };
      const answer = await call("POST", ENDPOINTS.userLogin.path, { email, password }, forged);
      expect(answer.body).toMatchObject({ ret: 0 });
      const set = answer.headers["set-cookie"]!.join();
      expect(set).toMatch(/^__Host-udt_session_id=.*; HttpOnly; SameSite=Lax; Secure$/);
      cookie = set.split(";")[0]!;
      // Once, from whom it is left to.
      expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000");
      const { data } = (await call("GET", `${ENDPOINTS.auditList.path}?action=user.login`)).body;
      expect(data).toMatchObject({ list: [{ action: "user.login", ip: CALLER }], total: 1 });
      const me = (await call("GET", ENDPOINTS.userInfo.path)).body.data as { user_id: string };
      await udt.project("alpha", [{ person: { ...me, user_name: "", cookie: "", token: "" }, user_type: 1 }]);
    });

    it("hands sockets on", async () => {
      const origin = `https://${PROXY_NAME}:${https}`;
      const headers = { cookie, origin, host: `${PROXY_NAME}:${https}` };
      const url = `wss://127.0.0.1:${https}${SOCKETS.events.path}?project=alpha`;
      const tap = new Tap(new WebSocket(url, { ...at(), headers }));
      await tap.opened;
      expect(tap.socket.readyState).toBe(WebSocket.OPEN);
      await call("PUT", ENDPOINTS.noticeSet.path, { text: "behind a proxy", level: "info" });
      await until(() => expect(JSON.stringify(tap.json)).toContain("notice.changed"));
      tap.socket.terminate();
    });

    it("lets a package through, whose parts are larger than proxies take by themselves", async () => {
      const bytes = randomBytes(9_000_000);
      const md5 = createHash("md5").update(bytes).digest("hex");
      const body = { file_name: "a.apk", size_bytes: bytes.length, md5 };
      const made = (await call("POST", `${ENDPOINTS.uploadCreate.path}?project=alpha`, body)).body.data;
      const { upload_id, chunk_size } = made as { upload_id: string; chunk_size: number };
      const count = Math.ceil(bytes.length / chunk_size);
      for (let chunk = 1; chunk <= count; chunk++) {
        const path = fillPath(ENDPOINTS.uploadChunk.path, { upload_id, chunk });
        const part = bytes.subarray((chunk - 1) * chunk_size, chunk * chunk_size);
        expect(await call("PUT", `${path}?project=alpha`, part)).toMatchObject({ status: 200, body: { ret: 0 } });
      }
      const seen = await call("GET", `${fillPath(ENDPOINTS.uploadGet.path, { upload_id })}?project=alpha`);
      expect(seen.body.data).toMatchObject({ received: Array.from({ length: count }, (_, index) => index + 1) });
    });

    it("leads http to https", async () => {
      const calling = dialHttp({ host: "127.0.0.1", port: http, path: "/a?b=c", headers: { host: PROXY_NAME } });
      calling.end();
      const [response] = (await once(calling, "response")) as [IncomingMessage];
      response.resume();
      const { statusCode: status, headers } = response;
      const { location } = headers;
      expect(status).toBeOneOf([301, 308]);
      expect(location).toMatch(new RegExp(String.raw`^https://udt\.example\.com(:\d+)?/a\?b=c$`));
    });
  });
});
