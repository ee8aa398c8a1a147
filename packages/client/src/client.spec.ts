import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { ApiError, createClient } from "./client.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const user = {
  user_id: "u1",
  user_name: "Lin",
  email: "lin@example.com",
  head_image: "",
  auth_type: 1,
  user_role: { udt_admin: false },
};
const failure = async (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.fail("the call succeeded"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError);
      return error as ApiError;
    },
  );

describe("client", () => {
  it("sends path, query, body and the XMLHttpRequest header, and answers the data", async () => {
    const seen: Record<string, unknown> = {};
    const baseUrl = await serve((request, response) => {
      Object.assign(seen, { method: request.method, url: request.url, xhr: request.headers["x-requested-with"] });
      let text = "";
      request.on("data", (chunk) => (text += chunk));
      request.on("end", () => {
        seen["body"] = JSON.parse(text);
        response.end(
          JSON.stringify({ ret: 0, data: { deadline: 5, duration_minutes: 45 }, msg: "", request_id: "r1" }),
        );
      });
    });
    const data = await createClient({ baseUrl }).call(ENDPOINTS.testExtend, {
      params: { test_id: "t/1" },
      query: { project: "demo" },
      body: { minutes: 15 },
    });
    expect(data).toEqual({ deadline: 5, duration_minutes: 45 });
    expect(seen).toEqual({
      method: "POST",
      url: "/v1/api/tests/t%2F1/extension?project=demo",
      xhr: "XMLHttpRequest",
      body: { minutes: 15 },
    });
  });

  it("tells a refusal by its row, with arguments and request id", async () => {
    const heard: ApiError[] = [];
    const baseUrl = await serve((_, response) => {
      response.writeHead(409).end(
        JSON.stringify({
          ret: 10034,
          data: { code: "device_busy", args: { device_id: "d1", user_name: "Lin" } },
          msg: "device d1 is in use by Lin",
          request_id: "r2",
        }),
      );
    });
    const error = await failure(createClient({ baseUrl, onError: (e) => heard.push(e) }).call(ENDPOINTS.userInfo, {}));
    expect(error).toMatchObject({
      kind: "refused",
      code: "device_busy",
      ret: 10034,
      status: 409,
      request_id: "r2",
      args: { user_name: "Lin" },
      method: "GET",
      path: ENDPOINTS.userInfo.path,
    });
    expect(heard).toEqual([error]);
  });

  it("tells what was sent", async () => {
    const baseUrl = await serve((_, response) => response.writeHead(502).end());
    const client = createClient({ baseUrl });
    const call = { params: { test_id: "t1" }, query: { project: "demo" }, body: { minutes: 15 } };
    expect((await failure(client.call(ENDPOINTS.testExtend, call))).sent).toEqual(call);
  });

  it("refuses an answer that does not fit the contract", async () => {
    const baseUrl = await serve((_, response) =>
      response.end(JSON.stringify({ ret: 0, data: { ...user, auth_type: 9 }, msg: "", request_id: "r3" })),
    );
    expect(await failure(createClient({ baseUrl }).call(ENDPOINTS.userInfo, {}))).toMatchObject({
      kind: "bad_answer",
      request_id: "r3",
    });
  });

  it.each([200, 403])("tells a connection that breaks within an answer of %i as what it is", async (status) => {
    const baseUrl = await serve((_, response) => {
      response.writeHead(status, { "content-length": 500 }).write('{"ret": 0, "data": {');
      setImmediate(() => response.destroy());
    });
    const broken = await failure(createClient({ baseUrl }).call(ENDPOINTS.userInfo, {}));
    expect([broken.kind, broken.status]).toEqual(["network", 0]);
  });

  it("takes a gateway's HTML page for what it is", async () => {
    const baseUrl = await serve((_, response) => response.writeHead(502).end("<html>bad gateway</html>"));
    expect(await failure(createClient({ baseUrl }).call(ENDPOINTS.userInfo, {}))).toMatchObject({
      kind: "bad_answer",
      status: 502,
    });
  });

  it("tells a timeout from a dead network and from the caller's own abort", async () => {
    const baseUrl = await serve(() => undefined);
    const client = createClient({ baseUrl, timeoutMs: 50 });
    expect(await failure(client.call(ENDPOINTS.userInfo, {}))).toMatchObject({ kind: "timeout" });
    expect(
      await failure(createClient({ baseUrl }).call(ENDPOINTS.userInfo, { signal: AbortSignal.abort() })),
    ).toMatchObject({ kind: "aborted" });
    server!.closeAllConnections();
    await new Promise((resolve) => server!.close(resolve));
    expect(await failure(createClient({ baseUrl }).call(ENDPOINTS.userInfo, {}))).toMatchObject({ kind: "network" });
  });
});
