import type { LogLine } from "@udt/contract";
import { expect, it } from "vitest";
import { LogStore } from "./log-store.ts";

const java = (message: string, pid = 7, time = 1): LogLine => [time, "E", "AndroidRuntime", pid, pid, message];
const head = [java("FATAL EXCEPTION: main"), java("Process: a.b:remote, PID: 7")];
const stack = [
  java("java.lang.Error: why"),
  java("\tat a.b.Main.go(Main.kt:1)"),
  java("\tat android.os.Looper.loop()"),
];
const other: LogLine = [1, "I", "Other", 9, 9, "between"];

it("is told once it is known of which app and of what", () => {
  const store = new LogStore();
  store.add([other, ...head]);
  expect(store.crash.get()).toBeUndefined();
  store.add([other, java("Process: x.y, PID: 8", 8), ...stack]);
  expect(store.crash.get()).toMatchObject({ seq: 1, package_name: "a.b", reason: "java.lang.Error: why" });
});

it("is told of one message with all lines, and of a signal in native code", () => {
  const store = new LogStore();
  store.add([java("FATAL EXCEPTION: main\nProcess: a.b, PID: 7\njava.lang.Error: at once\n\tat a.b")]);
  expect(store.crash.get()).toMatchObject({ seq: 0, package_name: "a.b", reason: "java.lang.Error: at once" });
  const signal = "Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0 in tid 77 (main), pid 77 (c.d)";
  store.add([[2, "F", "libc", 77, 77, signal]]);
  expect(store.crash.get()).toMatchObject({ seq: 1, package_name: "c.d", reason: "11 (SIGSEGV)" });
});

it("has the whole name of an app whose signal tells 15 characters of it alone", () => {
  const store = new LogStore();
  const fatal = (tag: string, message: string): LogLine => [2, "F", tag, 9, 9, message];
  store.add([
    fatal("libc", "Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid 78 (RenderThread), pid 77 (ple.a.long.name)"),
    other,
  ]);
  expect(store.crash.get()).toBeUndefined();
  store.add([
    fatal("DEBUG", "*** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***"),
    fatal("DEBUG", "pid: 5, tid: 5, name: main  >>> x.y <<<"),
    fatal("DEBUG", "pid: 77, tid: 78, name: RenderThread  >>> com.example.a.long.name:remote <<<"),
  ]);
  expect(store.crash.get()).toMatchObject({ seq: 0, package_name: "com.example.a.long.name", reason: "6 (SIGABRT)" });
});

it("counts those that came before the latest, since a moment, and no more than 99", () => {
  const store = new LogStore();
  const crashAt = (time: number) => store.add([...head, ...stack].map(([, , , pid, , text]) => java(text, pid, time)));
  crashAt(1);
  expect(store.crashesBetween(0)).toBe(0);
  crashAt(2);
  crashAt(3);
  expect([store.crashesBetween(0), store.crashesBetween(1), store.crashesBetween(3)]).toEqual([2, 1, 0]);
  for (let time = 4; time < 300; time++) crashAt(time);
  expect(store.crashesBetween(0)).toBe(98);
});

it("is none where an app only logs an error of its own", () => {
  const store = new LogStore();
  store.add([java("Error reporting crash"), [1, "E", "Shop", 7, 7, "FATAL EXCEPTION: main"], ...stack]);
  expect(store.crash.get()).toBeUndefined();
});

it("is shown whole, whatever filter hid it", () => {
  const store = new LogStore();
  store.view.filter(([, , tag]) => tag === "Other");
  store.add([other, ...head, other, ...stack, other]);
  store.refreshNow();
  expect(store.view.length).toBe(3);
  store.reveal(store.crash.get()!.seq);
  expect(store.revealed.get()).toEqual({ from: 1, to: 6 });
  expect(store.view.indexOf(1)).toBe(1);
  expect(store.view.indexOf(99)).toBe(-1);
});

it("is none of this session when it was before that, by the device's own clock", () => {
  const store = new LogStore();
  store.began(100);
  const at = (time: number) => java("FATAL EXCEPTION: main\nProcess: a.b, PID: 7\njava.lang.Error: why", 7, time);
  store.add([at(99)]);
  expect(store.crash.get()).toBeUndefined();
  store.add([at(100)]);
  expect(store.crash.get()).toMatchObject({ seq: 1, time: 100 });
});
