import { appendFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@udt/client";
import { expect, test } from "vitest";
import { makeFolder, makeServer } from "../../test/harness.ts";
import { KeptFiles } from "./kept-files.ts";
import { RunApi } from "./run-api.ts";

test("a framework's report is sent once, when it is whole, however long nobody wrote to it", async () => {
  const server = await makeServer();
  const client = createClient({ baseUrl: server.url, headers: () => ({ authorization: `Bearer ${server.token}` }) });
  const files = new KeptFiles(new RunApi(client, { test_id: "t", device_id: "d", lease_token: 1 }), () => undefined);
  const folder = await makeFolder();
  const [report, notes] = [join(folder, "TEST-own.xml"), join(folder, "notes.txt")];
  await writeFile(report, "<testsuites>");
  await writeFile(notes, "one line");
  for (const path of [report, notes]) await utimes(path, 0, 0);
  const { signal } = new AbortController();
  const sent = () =>
    server.resources.map(({ url, bytes }) => [new URL(url, server.url).searchParams.get("name"), bytes.toString()]);

  await files.send(folder, false, signal);
  expect(sent()).toEqual([["notes.txt", "one line"]]);
  await appendFile(report, "</testsuites>");
  await files.send(folder, true, signal);
  expect(sent().slice(1)).toEqual([["TEST-own.xml", "<testsuites></testsuites>"]]);
});
