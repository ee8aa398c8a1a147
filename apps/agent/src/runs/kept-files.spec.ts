import { mkdirSync, writeFileSync } from "node:fs";
import { appendFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@udt/client";
import { expect, test } from "vitest";
import { nest } from "../../test/deep-tree.ts";
import { makeFolder, makeServer } from "../../test/harness.ts";
import { removeTree } from "../remove-tree.ts";
import { KeptFiles } from "./kept-files.ts";
import { RunApi } from "./run-api.ts";

/** What scripts keep is in this folder, and no picture is the agent's own. */
const placeOf = (results: string) => ({ results, pictures: join(results, "none") });

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

  await files.send(placeOf(folder), false, signal);
  expect(sent()).toEqual([["notes.txt", "one line"]]);
  await appendFile(report, "</testsuites>");
  await files.send(placeOf(folder), true, signal);
  expect(sent().slice(1)).toEqual([["TEST-own.xml", "<testsuites></testsuites>"]]);
});

test("what a script nests too deep to be named hides nothing else", async () => {
  const server = await makeServer();
  const client = createClient({ baseUrl: server.url, headers: () => ({ authorization: `Bearer ${server.token}` }) });
  const files = new KeptFiles(new RunApi(client, { test_id: "t", device_id: "d", lease_token: 1 }), () => undefined);
  const folder = await makeFolder();
  nest(join(folder, "deep"));
  await writeFile(join(folder, "notes.txt"), "one line");
  await files.send(placeOf(folder), true, new AbortController().signal);
  const names = server.resources.map(({ url }) => new URL(url, server.url).searchParams.get("name"));
  expect(names).toContain("notes.txt");
  await removeTree(folder);
});

test("a folder of more files than a call takes arguments hides nothing else", { timeout: 60_000 }, async () => {
  const server = await makeServer();
  const client = createClient({ baseUrl: server.url, headers: () => ({ authorization: `Bearer ${server.token}` }) });
  const files = new KeptFiles(new RunApi(client, { test_id: "t", device_id: "d", lease_token: 1 }), () => undefined);
  const folder = await makeFolder();
  mkdirSync(join(folder, "many"));
  // Pictures that no step has named yet wait.
  for (let count = 0; count < 130_000; count++) writeFileSync(join(folder, `many/${count}.png`), "");
  await writeFile(join(folder, "notes.txt"), "one line");
  await utimes(join(folder, "notes.txt"), 0, 0);
  await files.send(placeOf(folder), false, new AbortController().signal);
  expect(server.resources.map(({ bytes }) => bytes.toString())).toEqual(["one line"]);
});
