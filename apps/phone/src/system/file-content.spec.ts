import { describe, expect, it } from "vitest";
import { PhoneFiles } from "./files.ts";

const MIB = 1024 * 1024;
const startFiles = () => new PhoneFiles({ capacityBytes: 1024 * MIB, clock: { now: () => 0 }, isFull: () => false });

/** As a stream brings them: windows on a buffer that is larger. */
const incoming = new Uint8Array(128 * 1024).map((_byte, index) => index % 251);
const part = incoming.subarray(0, 64 * 1024);

describe("the content of files", () => {
  it("takes no memory when it is large, and gives back what it took", () => {
    const files = startFiles();
    const before = process.memoryUsage().arrayBuffers;
    const writer = files.writer("/big");
    for (let written = 0; written < 192 * MIB; written += part.length) writer.append(part);
    expect(files.usedBytes).toBe(192 * MIB);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MIB);
    files.remove("/big");
    expect(files.usedBytes).toBe(0);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MIB);
  });

  it.each([
    ["small", 10],
    ["just in memory", 256 * 1024],
    ["just not", 256 * 1024 + 1],
    ["large", 3 * MIB + 7],
  ])("is what was written: %s", (_name, size) => {
    const files = startFiles();
    const bytes = new Uint8Array(size).map((_byte, index) => (index * 31) % 256);
    const writer = files.writer("/file");
    for (let at = 0; at < size; at += 50_001) writer.append(bytes.subarray(at, at + 50_001));
    expect(files.stat("/file").size).toBe(size);
    expect(Buffer.compare(files.read("/file"), bytes)).toBe(0);
    files.append("/file", Uint8Array.of(1, 2));
    expect(files.read("/file").subarray(size)).toEqual(Uint8Array.of(1, 2));
    files.write("/file", "short");
    expect(Buffer.from(files.read("/file")).toString()).toBe("short");
  });

  it("is whole for whoever reads it while it is removed", () => {
    const files = startFiles();
    const writer = files.writer("/file");
    for (let index = 0; index < 64; index++) writer.append(part);
    let length = 0;
    for (const chunk of files.chunks("/file")) {
      if (length === 0) files.remove("/file");
      length += chunk.length;
    }
    expect(length).toBe(64 * part.length);
  });
});
