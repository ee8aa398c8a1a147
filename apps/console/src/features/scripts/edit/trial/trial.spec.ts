// @vitest-environment happy-dom
import { say, type RunCaseTask, type TrialToBrowser } from "@udt/contract";
import type { StreamState } from "../../../../lib/streams/index.ts";
import { expect, it, vi } from "vitest";
import { firstFailed, isOver, lastBegun, pictureKey, placeIn, stateOf, TrialRun, type BrokenBy } from "./trial.ts";

const task = (case_run_id: number, name: string): RunCaseTask => ({
  case_run_id,
  case_key: `a.test.ts::${name}`,
  name,
  file: "a.test.ts",
  function: name,
  attempt: 1,
});
const told = { cause: "none", started_at: 1, ended_at: null, error: "", reason: null, detail: null } as const;
const begun = (case_run_id: number): TrialToBrowser => ({
  type: "result",
  result: { ...told, case_run_id, state: "executing" },
});
const passed = (case_run_id: number): TrialToBrowser => ({
  type: "result",
  result: { ...told, case_run_id, state: "success", ended_at: 5 },
});

/** A trial whose agent the test speaks for. */
function begin(run = new TrialRun()) {
  const sent: unknown[] = [];
  const close = vi.fn<() => void>();
  const ticket = Promise.withResolvers<string>();
  let on: { onState: (state: StreamState) => void; onMessage: (message: TrialToBrowser) => void } | undefined;
  const started = run.start(
    { file: "a.test.ts", case_keys: null, selection: null, caret: null, breakpoints: [3] },
    {
      ticket: () => ticket.promise,
      open: (handlers) => {
        on = handlers;
        return { send: (message) => sent.push(message) > 0, close };
      },
      refusal: (error) => `refused: ${(error as Error).message}`,
      closed: (reason) => `closed: ${reason}`,
      lost: "lost",
    },
  );
  const opened = async () => {
    ticket.resolve("sealed");
    await started;
    on?.onState({ name: "open" });
    return on ?? expect.fail("not opened");
  };
  return { run, sent, close, ticket, started, opened, shown: () => run.shown.get() ?? expect.fail("nothing shows") };
}

it("asks for its ticket, hands it on, and shows what the agent tells", async () => {
  const { opened, sent, shown, close } = begin();
  expect(shown()).toMatchObject({ file: "a.test.ts", stage: "starting" });
  const { onMessage } = await opened();
  expect(sent).toEqual([
    { type: "run", ticket: "sealed", case_keys: null, selection: null, caret: null, breakpoints: [3] },
  ]);
  onMessage({ type: "phase", phase: "run" });
  onMessage({ type: "cases", cases: [task(1, "one"), task(2, "two"), task(3, "three")] });
  onMessage(begun(1));
  onMessage(passed(1));
  onMessage(begun(2));
  const states = () => shown().cases.map(({ result }) => stateOf(result.get(), shown()));
  expect(states()).toEqual(["success", "executing", "undistributed"]);
  onMessage({ type: "over", outcome: "stopped", error: null, by: null });
  // What ran then, and what waited, came to no end.
  expect(states()).toEqual(["success", "cancelled", "cancelled"]);
  expect(isOver(shown())).toBe(true);
  expect(close).toHaveBeenCalled();
});

it("keeps the last of what is printed, between what the agent says, and counts what it lacks", async () => {
  const { opened, shown } = begin();
  const { onMessage } = await opened();
  onMessage({ type: "log", text: "first\n", left_out: 0 });
  onMessage({ type: "note", said: say("scripts_isolated") });
  onMessage({ type: "log", text: "a", left_out: 7 });
  onMessage({ type: "log", text: `${"b".repeat(100_000)}c`, left_out: 0 });
  const [first, note, last] = shown().log;
  expect([first, note]).toMatchObject([{ text: "first\n" }, { said: { code: "scripts_isolated" } }]);
  expect(last && "text" in last && last.text).toBe(`${"b".repeat(99_999)}c`);
  expect(shown().left_out).toBe(9);
});

it.each([
  [
    "a refusal before it begins",
    "refused: no",
    ({ ticket }: ReturnType<typeof begin>) => ticket.reject(new Error("no")),
  ],
  [
    "a refusal of its stream",
    "closed: trial_replaced",
    async ({ opened }: ReturnType<typeof begin>) =>
      (await opened()).onState({ name: "closed", code: 4409, reason: "trial_replaced" }),
  ],
  [
    "a connection that breaks",
    "lost",
    async ({ opened }: ReturnType<typeof begin>) =>
      (await opened()).onState({ name: "reconnecting", attempt: 1, reason: "" }),
  ],
])("ends with %s, and says so", async (_, error, happens) => {
  const made = begin();
  await happens(made);
  await made.started;
  expect(made.shown()).toMatchObject({ stage: "failed", error });
});

const brokenBy = (on: Awaited<ReturnType<ReturnType<typeof begin>["opened"]>>, by: BrokenBy) => {
  if (by === "connection") on.onState({ name: "reconnecting", attempt: 1, reason: "" });
  else if (by === "session") on.onState({ name: "closed", code: 4409, reason: "test_ended" });
  else on.onMessage({ type: "over", outcome: "failed", error: say("run_failed"), by });
};

it.each(["agent", "device", "connection", "session"] as const)(
  "that breaks off by the %s says so, and keeps what had come until then",
  async (by) => {
    const { opened, shown } = begin();
    const on = await opened();
    on.onMessage({ type: "cases", cases: [task(1, "one"), task(2, "two")] });
    on.onMessage(passed(1));
    brokenBy(on, by);
    expect(shown()).toMatchObject({ stage: "failed", broken_by: by, passed: 1, failed: 0 });
    expect(shown().cases.map(({ result }) => stateOf(result.get(), shown()))).toEqual(["success", "cancelled"]);
    // Where nothing had begun nothing was broken off.
    const early = begin();
    const before = await early.opened();
    before.onMessage({ type: "cases", cases: [task(1, "one")] });
    brokenBy(before, by);
    expect(early.shown()).toMatchObject({ stage: "failed", broken_by: null });
  },
);

it("counts what passed and failed as it comes, and a result changes nothing but its case's own", async () => {
  const { opened, shown } = begin();
  const { onMessage } = await opened();
  const count = 2_000;
  onMessage({ type: "cases", cases: Array.from({ length: count }, (_, at) => task(at + 1, `case ${at}`)) });
  const { cases } = shown();
  let heard = 0;
  cases[1]?.result.subscribe(() => heard++);
  for (let id = 1; id <= count; id++) {
    onMessage(begun(id));
    onMessage(id % 2 === 0 ? { type: "result", result: { ...told, case_run_id: id, state: "failed" } } : passed(id));
  }
  expect(shown()).toMatchObject({ passed: count / 2, failed: count / 2 });
  expect(shown().cases).toBe(cases);
  expect(heard).toBe(2);
  expect(firstFailed(shown())).toBe(cases[1]);
});

it("is told of breakpoints once it runs, goes on where it waits, and is nowhere once it is over", async () => {
  const { run, opened, sent, shown } = begin();
  run.setBreakpoints([4]);
  const { onMessage } = await opened();
  run.setBreakpoints([5]);
  run.goOn("step");
  onMessage({ type: "at", line: 4, is_held: true });
  expect(shown().at).toEqual({ line: 4, is_held: true });
  run.goOn("step");
  onMessage({ type: "at", line: 4, is_held: false });
  run.goOn("continue");
  expect(sent).toEqual([
    expect.objectContaining({ type: "run", breakpoints: [4] }),
    { type: "breakpoints", breakpoints: [5] },
    { type: "step" },
  ]);
  onMessage({ type: "over", outcome: "done", error: null, by: null });
  expect(shown().at).toBeNull();
});

it("is stopped at the agent, and before it came there at once", async () => {
  const late = begin();
  late.run.stop();
  expect(late.shown().stage).toBe("stopped");
  late.ticket.resolve("sealed");
  await late.started;
  expect(late.sent).toEqual([]);

  const { run, opened, sent, shown } = begin();
  const { onMessage } = await opened();
  run.stop();
  expect(sent.at(-1)).toEqual({ type: "stop" });
  onMessage({ type: "phase", phase: "run" });
  expect(shown().stage).toBe("stopping");
});

it("takes nothing from the one before it", async () => {
  const first = begin();
  const { onMessage } = await first.opened();
  const second = begin(first.run);
  expect(first.close).toHaveBeenCalled();
  onMessage({ type: "cases", cases: [task(1, "late")] });
  expect(second.shown().cases).toEqual([]);
});

it.each([
  ["file:///x/tests/a.test.ts:12\nSyntaxError", "tests/a.test.ts", 12],
  ['  File "/x/tests/test_a.py", line 3\n    def', "tests/test_a.py", 3],
  ["cases/a.yaml: line 4", "cases/b.yaml", null],
  ["tests/a.test.ts: no line", "tests/a.test.ts", null],
])("finds the line that a message names", (text, file, line) => {
  expect(placeIn(text, file)).toEqual(line === null ? null : { file, line });
});

it("keeps the pictures of steps by their case, until the next trial", async () => {
  const { run, opened, shown } = begin();
  const { onMessage } = await opened();
  onMessage({ type: "cases", cases: [task(1, "one"), task(2, "two")] });
  expect(lastBegun(shown())).toBeUndefined();
  onMessage(begun(1));
  expect(lastBegun(shown())?.task.name).toBe("one");
  const picture = { type: "picture", name: "a.png", content_type: "image/png" } as const;
  onMessage({ ...picture, case_run_id: 1, base64: "QQ==" });
  onMessage({ ...picture, case_run_id: 2, base64: "Qg==" });
  expect(run.pictures.get().get(pictureKey(1, "a.png"))).toBe("data:image/png;base64,QQ==");
  expect(run.pictures.get().get(pictureKey(2, "a.png"))).toBe("data:image/png;base64,Qg==");
  const again = begin(run);
  expect(run.pictures.get().size).toBe(0);
  await again.opened();
});
