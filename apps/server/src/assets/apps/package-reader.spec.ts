import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildApk } from "@udt/appfile/testing";
import { threadedPackageReader } from "./package-reader.ts";

describe("threadedPackageReader", () => {
  let folder: string;
  let sound: string;
  let bomb: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "udt-packages-"));
    sound = join(folder, "sound.apk");
    bomb = join(folder, "bomb.apk");
    await writeFile(sound, buildApk({ packageName: "dev.udt.sound" }));
    await writeFile(bomb, buildApk({ broken: "bomb" }));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("reads more packages than it has threads", async () => {
    const read = threadedPackageReader();
    const readings = await Promise.all([sound, bomb, sound, sound, sound].map((path) => read(path)));
    expect(readings.map((reading) => (reading.ok ? reading.value.package_name : reading.error.code))).toEqual([
      "dev.udt.sound",
      "hostile",
      "dev.udt.sound",
      "dev.udt.sound",
      "dev.udt.sound",
    ]);
  });

  it("hands the icon over whole", async () => {
    const reading = await threadedPackageReader()(sound);
    const icon = reading.ok ? reading.value.icon : undefined;
    expect(icon?.content_type).toBe("image/png");
    expect(Buffer.from(icon?.bytes.subarray(1, 4) ?? []).toString()).toBe("PNG");
  });

  it("gives up on one that takes too long, and reads the next", async () => {
    const read = threadedPackageReader(1);
    for (const path of [bomb, bomb, bomb]) {
      expect(await read(path)).toMatchObject({
        ok: false,
        error: { code: "hostile", said: expect.objectContaining({ code: "package_read_too_long" }) },
      });
    }
  });

  it("rejects when there is no such file, and reads the next", async () => {
    const read = threadedPackageReader();
    for (let count = 0; count < 3; count++) await expect(read(join(folder, "none.apk"))).rejects.toThrow("ENOENT");
    expect((await read(sound)).ok).toBe(true);
  });
});
