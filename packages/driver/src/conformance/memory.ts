import { expect, test } from "vitest";
import { streamOf } from "./bytes.ts";
import { capability, type ConformanceTarget, given, soon, TIMEOUT_MS } from "./target.ts";

export function describeMemory(target: () => ConformanceTarget): void {
  test("tells the memory of an app that runs, and that of none that does not", async () => {
    const app = given(target(), "app");
    const apps = capability(target(), "apps");
    const memory = capability(target(), "memory");
    const find = async () => (await memory.processes(soon())).find(({ name }) => name === app.package_name);
    expect(await find()).toBeUndefined();

    await apps.install({ bytes: streamOf(app.bytes), size_bytes: app.bytes.length }, () => undefined, soon());
    await apps.start(app.package_name, soon());
    await expect.poll(find, { timeout: TIMEOUT_MS }).toMatchObject({ is_in_front: true });
    const process = (await find()) ?? expect.fail("the app does not run");
    const files = new Map<string, number>();
    for await (const part of memory.sample(process, { heap: false }, soon())) {
      if ("note" in part) continue;
      let bytes = 0;
      for await (const chunk of part.content) bytes += chunk.length;
      files.set(part.file_name, bytes);
    }
    expect(files.size).toBeGreaterThan(0);
    expect([...files.values()].every((bytes) => bytes > 0)).toBe(true);

    await apps.uninstall(app.package_name, soon());
    await expect.poll(find, { timeout: TIMEOUT_MS }).toBeUndefined();
    const late = memory.sample(process, { heap: false }, soon()).next();
    await expect(late).rejects.toMatchObject({ said: { code: "memory_process_gone" } });
  });
}
