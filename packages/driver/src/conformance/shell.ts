import { expect, test } from "vitest";
import { readText } from "./bytes.ts";
import { capability, type ConformanceTarget, soon, TIMEOUT_MS } from "./target.ts";

export function describeShell(target: () => ConformanceTarget): void {
  test("runs words as they are, and tells exit code and both outputs", async () => {
    const shell = capability(target(), "shell");
    const word = `a b  $HOME '"\\ * ; | & <x> \`y\``;
    expect(await shell.run(["echo", word], soon())).toEqual({ exit_code: 0, stdout: `${word}\n`, stderr: "" });
    const failed = await shell.run(["ls", "/no/such/place"], soon());
    expect(failed.exit_code).not.toBe(0);
    expect(failed.stdout).toBe("");
    expect(failed.stderr).toContain("/no/such/place");
  });

  test("tells output as it comes, and ends a command that is given up", async () => {
    const shell = capability(target(), "shell");
    const leaving = new AbortController();
    let said = "";
    const running = shell.run(["logcat", "-b", "main", "-T", "1"], leaving.signal, (text) => (said += text));
    await shell.run(["log", "-t", "streaming", "streamed"], soon());
    await expect.poll(() => said, { timeout: TIMEOUT_MS }).toContain("streamed");
    leaving.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
  });

  test("opens terminals beside each other, each with its exit code", async () => {
    const shell = capability(target(), "shell");
    const size = { cols: 90, rows: 30 };
    const [one, two] = await Promise.all([shell.terminal(size, soon()), shell.terminal(size, soon())]);
    const bytes = (text: string) => new TextEncoder().encode(text);
    await one.resize(120, 40);
    // The words that prove it are put together by the shell, so that their echo does not count.
    await one.write(bytes('echo "fir""st"\n'));
    await two.write(bytes('echo "sec""ond"\n'));
    expect(await readText(one.output, (text) => text.includes("first"))).toContain("first");
    expect(await readText(two.output, (text) => text.includes("second"))).toContain("second");
    await one.write(bytes("exit 7\n"));
    await readText(one.output, () => false);
    expect(await one.exit).toBe(7);
    await two.dispose();
  });
}

export function describeAdb(target: () => ConformanceTarget): void {
  test("opens its services by name", async () => {
    const adb = capability(target(), "adb");
    expect(adb.about().features).toContain("shell_v2");
    const stream = await adb.open("exec:echo by name", soon());
    expect(await readText(stream.readable, (text) => text.includes("\n"))).toBe("by name\n");
    stream.close();
    await expect(adb.open("no-such-service:", soon())).rejects.toThrow();
  });
}
