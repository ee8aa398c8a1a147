import { expect, it } from "vitest";
import { threadedSigningKeyReader } from "./signing-key-reader.ts";

const input = { p12: Buffer.from("no P12"), password: "", certificate_sha1: "" };

it("tells a file that cannot be read from one that there was no time for", { timeout: 60_000 }, async () => {
  expect(await threadedSigningKeyReader()(input)).toEqual({ ok: false, error: "unreadable" });
  await expect(threadedSigningKeyReader(1)(input)).rejects.toMatchObject({ code: "unavailable" });
});
