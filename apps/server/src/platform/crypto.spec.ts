import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSecretBox, SecretKeyLost, SecretUnreadable } from "./crypto.ts";

describe("the secret box", () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "udt-crypto-"))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("gives back what was sealed, in its place alone, and never seals the same twice alike", async () => {
    const box = await openSecretBox({ secret_key: "k".repeat(32) });
    const sealed = box.seal("密码 ✓", "channel/1/webhook");
    expect(sealed).not.toContain("密码");
    expect(box.open(sealed, "channel/1/webhook")).toBe("密码 ✓");
    expect(box.open(box.seal("", "a"), "a")).toBe("");
    expect(box.seal("密码 ✓", "channel/1/webhook")).not.toBe(sealed);
    expect(() => box.open(sealed, "channel/2/webhook")).toThrow(SecretUnreadable);
  });

  it("refuses what was changed, cut, of another key or of no box", async () => {
    const box = await openSecretBox({ secret_key: "k".repeat(32) });
    const other = await openSecretBox({ secret_key: "l".repeat(32) });
    const sealed = box.seal("secret", "a");
    const bytes = Buffer.from(sealed.split(".")[2]!, "base64url");
    bytes[14]! ^= 1;
    const flipped = [...sealed.split(".").slice(0, 2), bytes.toString("base64url")].join(".");
    for (const bad of [flipped, sealed.slice(0, -8), "v1.00000000.AAAA", "", "plain"]) {
      expect(() => box.open(bad, "a"), bad).toThrow(SecretUnreadable);
    }
    expect(() => other.open(sealed, "a")).toThrow("another key");
  });

  it("makes its key file once, for the owner's eyes alone, also when two start at one moment", async () => {
    const file = join(folder, "made", "secret.key");
    const boxes = await Promise.all(Array.from({ length: 8 }, () => openSecretBox({ file })));
    const sealed = boxes[0]!.seal("x", "a");
    for (const box of [...boxes, await openSecretBox({ file })]) expect(box.open(sealed, "a")).toBe("x");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, "made"))).toEqual(["secret.key"]);
  });

  it("neither makes a key where one was lost nor takes one that opens nothing", async () => {
    const file = join(folder, "lost", "secret.key");
    const first = await openSecretBox({ file });
    const sealed = new Map([[first.keyName, 3]]);
    expect((await openSecretBox({ file }, sealed)).keyName).toBe(first.keyName);
    await rm(file);
    const lost = openSecretBox({ file }, sealed);
    await expect(lost).rejects.toThrow(SecretKeyLost);
    await expect(lost).rejects.toThrow(`The secret key is missing: ${file} is not there`);
    expect(await readdir(join(folder, "lost"))).toEqual([]);
    const other = { secret_key: "k".repeat(32) };
    await expect(openSecretBox(other, sealed)).rejects.toThrow("UDT_SECRET_KEY is not the secret key");
    // Some are its own: those of another are unreadable, and their places say so.
    const { keyName } = await openSecretBox(other);
    expect((await openSecretBox(other, new Map([...sealed, [keyName, 1]]))).keyName).toBe(keyName);
  });

  it("does not start with a damaged key: everything it seals would be lost with it", async () => {
    const file = join(folder, "damaged.key");
    await writeFile(file, "short\n");
    await expect(openSecretBox({ file })).rejects.toThrow(
      /is damaged .*`udt forget-secrets` .*See "A lost secret key" in docs/,
    );
  });
});
