import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildIpa } from "@udt/appfile/testing";
import type { UdtError } from "@udt/contract";
import { expect, it, onTestFinished } from "vitest";
import { quickFolder } from "../../../test/quick-folder.ts";
import { ASKED, threadedResignReader } from "./resign-reader.ts";

it("opens what it reads when its turn has come, has few wait of each project, and no project before another", async () => {
  const folder = await quickFolder("udt-resign-");
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "shop.ipa");
  await writeFile(path, buildIpa());
  const read = threadedResignReader(ASKED);
  const begins = Promise.withResolvers<void>();
  const opened: string[] = [];
  const ask = (project_id: string) =>
    read(async () => {
      opened.push(project_id);
      await begins.promise;
      return { path, profile: null, certificate_pem: null };
    }, project_id).then(
      ({ ok }) => ok,
      (error: UdtError) => error.code,
    );
  const many = Array.from({ length: 7 }, () => ask("p-1"));
  const other = ask("p-2");
  expect(await Promise.all(many.slice(5))).toEqual(["reading_busy", "reading_busy"]);
  expect(opened).toEqual(["p-1"]);
  begins.resolve();
  expect(await Promise.all([...many.slice(0, 5), other])).toEqual(Array(6).fill(true));
  expect(opened).toEqual(["p-1", "p-1", "p-2", "p-1", "p-1", "p-1"]);
});

it("gives its turn to the next where there is nothing to open", async () => {
  const read = threadedResignReader(ASKED);
  await expect(read(() => Promise.reject(new Error("hung up")), "p-1")).rejects.toThrow("hung up");
  expect(await read(async () => ({ path: "/dev/null", profile: null, certificate_pem: null }), "p-1")).toMatchObject({
    ok: false,
  });
});
