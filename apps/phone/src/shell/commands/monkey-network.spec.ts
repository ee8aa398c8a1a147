import { describe, expect, it, vi } from "vitest";
import { startShell } from "../../../test/shell-harness.ts";

/** A monkey that listens, and a client's connection to it. */
async function startMonkey() {
  const { run, system, screen } = startShell();
  const running = run("monkey --port 1080");
  await vi.waitFor(() => expect(system.sockets.isTaken("tcp:1080")).toBe(true));
  const dial = async () => {
    const stream = await system.sockets.connectTo("tcp:1080");
    const reader = stream.readable.getReader();
    let received = "";
    const answer = async (): Promise<string> => {
      while (!received.includes("\n")) {
        const { value, done } = await reader.read();
        if (done) return "";
        received += new TextDecoder().decode(value);
      }
      const [first = "", ...rest] = received.split("\n");
      received = rest.join("\n");
      return first;
    };
    /** Sends a line and answers the next line that comes back. */
    const ask = async (line: string): Promise<string> => {
      await stream.write(new TextEncoder().encode(`${line}\n`));
      return answer();
    };
    return { ask, answer, stream };
  };
  return { running, system, screen, dial };
}

describe("monkey --port", () => {
  it("sends what its clients say and nothing of its own", async () => {
    const { running, screen, system, dial } = await startMonkey();
    const { ask, stream } = await dial();
    expect(await ask("touch down 10 20")).toBe("OK");
    expect(await ask("touch move 11 22")).toBe("OK");
    expect(await ask("touch up 11 22")).toBe("OK");
    expect(await ask("# a comment\ntap 3 4")).toBe("OK");
    expect(await ask("press KEYCODE_HOME")).toBe("OK");
    expect(await ask("key down menu")).toBe("OK");
    expect(await ask('type "two words"')).toBe("OK");
    expect(await ask("getvar build.version.sdk")).toBe("OK:34");
    expect(await ask("getvar display.width")).toBe("OK:720");
    expect(await ask("listvar")).toMatch(/^OK:am\.current\.comp\.class .* monkey\.version $/);
    expect(await ask("getvar nothing")).toBe("ERROR:unknown var");
    expect(await ask("touch sideways 1 2")).toBe("ERROR:Invalid Argument");
    expect(await ask("press NO_SUCH_KEY")).toBe("ERROR:Invalid Argument");
    expect(await ask("getrootview")).toMatch(/^ERROR:Failed to connect to AccessibilityService/);
    expect(screen.calls).toEqual([
      "wake",
      "touch down 0 10,20",
      "touch move 0 11,22",
      "touch up 0 11,22",
      "touch down 0 3,4",
      "touch up 0 3,4",
      "key down 3 0",
      "key up 3 0",
      "key down 82 0",
      "text two words",
    ]);

    // `done` lets the next client in, `quit` ends the program.
    await stream.write(new TextEncoder().encode("done\n"));
    await stream.closed;
    const next = await dial();
    expect(await next.ask("quit")).toBe("OK");
    expect(await running).toMatchObject({ stdout: "Events injected: 9\n" });
    expect(system.sockets.isTaken("tcp:1080")).toBe(false);
  });

  it("answers a deferred command when the screen has changed", async () => {
    const { running, screen, dial } = await startMonkey();
    const { ask, answer } = await dial();
    expect(await ask("deferreturn screenchange 60000 press HOME")).toBe("OK");
    const answered = answer();
    screen.start("com.udt.launcher", "other");
    expect(await answered).toBe("OK");
    expect(await ask("quit")).toBe("OK");
    await running;
  });

  it.each([
    ["monkey --port", "is not a number"],
    ["monkey --no-such-option 500", "Unknown option: --no-such-option"],
    ["monkey -f /sdcard/script.txt 500", "runs no monkey scripts"],
  ])("refuses %j without an event", async (line, why) => {
    const { run, screen } = startShell();
    const { stderr, code } = await run(line);
    expect(stderr).toContain(why);
    expect(code).toBe(255);
    expect(screen.calls).toEqual([]);
  });
});
