import { createHash } from "node:crypto";
import { createClient } from "@udt/client";
import { ERRORS, type WantedApp } from "@udt/contract";
import { buildApk } from "@udt/appfile/testing";
import type { ContractServer } from "./contract-server.ts";

/** An application that a tag wants, and its file. */
export function wantedApk(package_name: string, version_code = 1): { app: WantedApp; bytes: Uint8Array } {
  const bytes = buildApk({ packageName: package_name, versionCode: version_code });
  const md5 = createHash("md5").update(bytes).digest("hex");
  const names = { package_name, file_name: `${package_name}.apk`, version_name: `${version_code}.0` };
  return {
    app: { app_id: package_name.replaceAll(".", "-"), ...names, version_code, md5, size_bytes: bytes.length },
    bytes,
  };
}

/** Has the server give these; answers which were asked for. */
export function serveWanted(server: ContractServer, files: readonly ReturnType<typeof wantedApk>[]): string[] {
  const asked: string[] = [];
  const { onHttp } = server;
  server.onHttp = (request, response) => {
    const [, app_id] = /^\/v1\/agent\/devices\/[^/]+\/wanted\/([^/?]+)/.exec(request.url ?? "") ?? [];
    const file = files.find(({ app }) => app.app_id === app_id);
    if (!file) return onHttp(request, response);
    asked.push(file.app.package_name);
    response.setHeader("content-type", "application/octet-stream");
    response.end(file.bytes);
    return true;
  };
  return asked;
}

/** Has the server have none. */
export function refuseWanted(server: ContractServer): void {
  server.onHttp = (request, response) => {
    if (!request.url?.includes("/wanted/")) return false;
    const data = { code: "app_not_found", args: { app_id: "net-gone" } };
    response.writeHead(404, { "content-type": "application/json" });
    response.end(JSON.stringify({ ret: ERRORS.app_not_found.ret, data, msg: "", request_id: "r" }));
    return true;
  };
}

/** A client as an agent of that server has it. */
export const clientOf = (server: ContractServer) =>
  createClient({ baseUrl: server.url, headers: () => ({ authorization: `Bearer ${server.token}` }) });
