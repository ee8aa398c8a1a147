import { describe, expect, it, vi } from "vitest";
import { startShell } from "../../../test/shell-harness.ts";
import { Shell } from "../executor.ts";
import { InputQueue } from "../input-queue.ts";
import { evaluate } from "./arithmetic.ts";
import { ShellError } from "./control.ts";

/** What a line prints; its errors come behind. */
async function output(line: string, input = ""): Promise<string> {
  const { run, system } = startShell();
  system.files.write("/data/local/tmp/lines", "x\ny\n");
  const { stdout, stderr } = await run(line, input);
  return stdout + stderr;
}

/** A shell whose output is seen as it comes, and whose input can be fed. */
function startLive() {
  const { phone, system } = startShell();
  const shell = new Shell(phone);
  const stop = new AbortController();
  const stdin = new InputQueue();
  const seen = { text: "" };
  const write = async (part: Uint8Array | string) => {
    seen.text += typeof part === "string" ? part : Buffer.from(part).toString();
  };
  const io = { stdin, stdout: write, stderr: write, signal: stop.signal };
  const showing = (text: string) => vi.waitFor(() => expect(seen.text).toBe(text), { timeout: 60_000 });
  return { shell, system, io, stdin, stop, seen, showing };
}

describe("the language of the shell", () => {
  it.each([
    ["x=1; echo \"$x ${y:-z} ${x:+set} '$x'\"", "1 z set '1'\n"],
    ["x=/a/b.c; echo ${x##*/} ${x%.*} ${x/b/Z} ${#x} ${x:3:1}", "b.c /a/b /a/Z.c 6 b\n"],
    ["if false; then\n echo a\nelif true; then\n echo b\nelse\n echo c\nfi", "b\n"],
    ["for i in 1 'b c' {3..4}; do echo \"<$i>\"; done", "<1>\n<b c>\n<3>\n<4>\n"],
    ["i=0; while [ $i -lt 9 ]; do i=$((i+1)); [ $i = 2 ] && continue; [ $i = 4 ] && break; echo $i; done", "1\n3\n"],
    ["case abc in b*) echo b;; a*|z) echo a;; *) echo other;; esac", "a\n"],
    ["f() { local v=$1; echo in $v $#; return 3; }; v=out; f q r; echo $? $v", "in q 2\n3 out\n"],
    ["cat <<EOF\nhi $((1 + 1))\nEOF\necho after", "hi 2\nafter\n"],
    ["cat <<-'EOF'\n\t$x\n\tEOF", "$x\n"],
    ["echo $((1+2*3)) $((2147483647+1)) $((7/2)) $((5>3?1:0))", "7 -2147483648 3 1\n"],
    ["a=(1 2 3); a[5]=6; echo ${a[1]} ${#a[@]} ${a[@]}", "2 4 1 2 3 6\n"],
    ['set -- a \'b c\'; for x in "$@"; do echo "<$x>"; done; shift; echo $# $1', "<a>\n<b c>\n1 b c\n"],
    ['x=$(echo hi; echo there); echo "$x" `echo back`', "hi\nthere back\n"],
    ["read a b <<< '1 2 3'; echo \"$a-$b\"", "1-2 3\n"],
    ['IFS=:; x=a:b::c; for i in $x; do echo "[$i]"; done', "[a]\n[b]\n[]\n[c]\n"],
    ["cd /sdcard; echo D*; echo 'D*' \\D\\*", "DCIM Documents Download\nD* D*\n"],
    ['echo a | while read l; do v=$l; done; echo "[$v]"', "[]\n"],
    ["{ echo a; echo b >&2; } > /data/local/tmp/g 2>&1; cat /data/local/tmp/g", "a\nb\n"],
    ["exec 3>/data/local/tmp/h; echo three >&3; cat /data/local/tmp/h", "three\n"],
    ["(exit 4) || echo $?; ! true; echo $?", "4\n1\n"],
    ["set -e; echo a; false; echo b", "a\n"],
    ["sh -c 'echo $0 $1' name arg; env A=1 sh -c 'echo $A'", "name arg\n1\n"],
    ["while getopts ab:c o -a -b x -c; do echo $o $OPTARG; done", "a\nb x\nc x\n"],
    ["set -- -ab; getopts abc o; echo $o; set -- -a -c; getopts abc o; echo $o", "a\nc\n"],
    ["command exec; echo $?", "0\n"],
    ["[[ abc == a* && 1 -lt 2 ]] && echo yes", "yes\n"],
    ["echo 'a b  c' | xargs -n1 echo -", "- a\n- b\n- c\n"],
    ["echo a; echo b | grep c || echo none; nosuch", "a\nnone\n/system/bin/sh: nosuch: inaccessible or not found\n"],
    ["echo before\ndone", "before\n/system/bin/sh: syntax error: unexpected 'done'\n"],
    ["f() { f; }; f", "/system/bin/sh: f: too many calls within calls\n"],
    ["timeout 0.05 sleep 60; echo $?", "124\n"],
    ["x=x; echo $((x)); echo after", "/system/bin/sh: x: expression recurses on parameter 'x'\n"],
    ["x='y + 1'; y=x; echo $((x))", "/system/bin/sh: x: expression recurses on parameter 'x'\n"],
    ["x=y; y=z; z=3; echo $((x + x * y))", "12\n"],
    [
      "for b in [z-a] [!z-a] [a\\&b] '[\\p]' [a-[:digit:]] [[:digit:]-z]; do case - in $b) echo yes;; *) echo no;; esac; done",
      "no\nyes\nno\nno\nyes\nyes\n",
    ],
    [
      "case '&' in [a'&'b]) echo yes;; esac; case p in [\\p]) echo yes;; esac; case f in [!a-e]) echo yes;; esac",
      "yes\nyes\nyes\n",
    ],
    [
      "false; x=CommandSubst; echo $?; y=$(exit 4); echo $?; x=$y z=$((1 + $(echo 1; exit 3))); echo $? $z",
      "0\n4\n3 2\n",
    ],
    ["trap 'echo bye' HUP; nohup true; trap", "trap -- 'echo bye' HUP\n"],
    [
      'SECONDS=5000; for s in $SECONDS $(sh -c "echo \\$SECONDS") $(echo $SECONDS); do echo $((s / 4000)); done',
      "1\n0\n1\n",
    ],
    ["/data/local/tmp/lines", "/system/bin/sh: /data/local/tmp/lines: can't execute: Permission denied\n"],
  ])("%s", async (line, expected) => {
    expect(await output(line)).toBe(expected);
  });

  it.each(["- ".repeat(9_999), "!".repeat(9_999), "(".repeat(9_999), "x=".repeat(9_999), "1**".repeat(9_999)])(
    "refuses an expression that stands too deep in itself",
    (start) => {
      const numbers = { get: () => undefined, set: () => undefined };
      expect(() => evaluate(`${start}1`, numbers)).toThrow(ShellError);
    },
  );

  it("makes a new file or folder of its own with mktemp", async () => {
    const { run, system } = startShell();
    const file = (await run("mktemp")).stdout.trim();
    expect(file).toMatch(/^\/data\/local\/tmp\/tmp\.\w{10}$/);
    expect(system.files.stat(file)).toMatchObject({ kind: "file", size: 0 });
    const folder = (await run("mktemp -d -p /sdcard job.XXXXXX")).stdout.trim();
    expect(folder).toMatch(/^\/sdcard\/job\.\w{6}$/);
    expect(system.files.stat(folder).kind).toBe("directory");
    expect((await run("mktemp -p /system x.XXXXXX")).code).toBe(1);
  });

  it("ends an endless loop when its reader has enough, or goes", async () => {
    expect(await output("while :; do echo y; done | head -2")).toBe("y\ny\n");
    const { shell, io, stop } = startLive();
    const running = shell.run("while :; do :; done", io);
    stop.abort();
    expect(await running).toBe(130);
  });
});

describe("a script on stdin", () => {
  it("is read a command at a time, and leaves the rest to the commands", async () => {
    const { shell, io, stdin, seen } = startLive();
    const script =
      'for i in a b; do\n  echo $i\ndone\ncat <<EOF\n  here\nEOF\nread line\nfor the reader\necho "[$line]"\nexit 7\necho no\n';
    await stdin.push(Buffer.from(script));
    stdin.end();
    expect(await shell.runStdin(io)).toBe(7);
    expect(seen.text).toBe("a\nb\n  here\n[for the reader]\n");
  });
});

describe("streaming", () => {
  it.each([
    "for i in 1 2; do echo $i; read go; done",
    "{ echo 1; read go; echo 2; read go; }",
    "if true; then echo 1; read go; echo 2; read go; fi",
    "while [ -z $done ]; do echo $((n += 1)); [ $n = 2 ] && done=1; read go; done",
    "f() { echo 1; read go; echo 2; read go; }; f",
    "(echo 1; read go; echo 2; read go) | cat",
    "(echo 1; read go; echo 2; read go) | while read l; do echo $l; done | grep -v no",
  ])("%s", async (line) => {
    const { shell, io, stdin, showing } = startLive();
    const running = shell.run(line, io);
    // The line goes on only when its output so far was seen.
    await showing("1\n");
    await stdin.push(Buffer.from("\n"));
    await showing("1\n2\n");
    await stdin.push(Buffer.from("\n"));
    await running;
  });
});

describe("jobs", () => {
  it("run beside the shell, are waited for, and leave their exit code", async () => {
    const { shell, io, stdin, showing } = startLive();
    const running = shell.run("(read never; exit 3) & pid=$!; echo started; wait $pid; echo $?; jobs", io);
    await showing("started\n3\n");
    stdin.end();
    expect(await running).toBe(0);
  });

  it("stand in ps under the number of $!, and end by kill, pkill and killall", async () => {
    const { run, system } = startShell();
    const { stdout } = await run("sleep 600 & echo $!; ps -o PID,ARGS | grep 'sleep 600' | grep -v grep | wc -l");
    const pid = Number(stdout.split("\n")[0]);
    expect(stdout).toBe(`${pid}\n2\n`);
    const ended = () => vi.waitFor(() => expect(system.tasks.list()).toEqual([]), { timeout: 60_000 });
    expect(await run(`kill ${pid}; wait ${pid}; echo $?`)).toEqual({ stdout: "143\n", stderr: "", code: 0 });
    await ended();
    const sleeping = () =>
      vi.waitFor(() => expect(system.tasks.list().map(({ words }) => words[0])).toContain("sleep"), {
        timeout: 20_000,
      });
    await run("nohup sleep 600 > /dev/null 2>&1 &");
    await sleeping();
    expect((await run("pgrep sleep")).code).toBe(0);
    expect((await run("pkill -9 -f 'sleep 600'")).code).toBe(0);
    await ended();
    await run("sleep 600 &");
    await sleeping();
    expect((await run("killall sleep")).code).toBe(0);
    await ended();
    expect((await run("pkill sleep")).code).toBe(1);
    expect(await run("kill 12345")).toMatchObject({ stderr: "kill: 12345: No such process\n", code: 1 });
    expect(await run("kill 1")).toMatchObject({ stderr: "kill: 1: Operation not permitted\n", code: 1 });
  });

  it("outlive the shell, whose reader waits only for those that have its output open", async () => {
    const { shell, io, system, seen } = startLive();
    await shell.run("(sleep 0.05; echo late) & sleep 600 > /dev/null 2>&1 &", io);
    await shell.finish(io);
    expect(seen.text).toBe("late\n");
    expect(system.tasks.list().some(({ words }) => words.join(" ") === "sleep 600")).toBe(true);
    for (const task of system.tasks.list()) task.signal(9);
  });

  it("are hung up with their terminal, but for nohup's", async () => {
    const { shell, io, system } = startLive();
    await shell.run("sleep 600 & nohup sleep 700 &", io);
    await vi.waitFor(() => expect(system.tasks.list().filter(({ words }) => words[0] === "sleep")).toHaveLength(2));
    shell.hangUp();
    await vi.waitFor(() =>
      expect(system.tasks.list().flatMap(({ words }) => (words[0] === "sleep" ? [words[1]] : []))).toEqual(["700"]),
    );
    for (const task of system.tasks.list()) task.signal(9);
  });
});
