import { processCommands } from "../commands/processes.ts";
import { aborted } from "../program.ts";
import { type Builtin, type BuiltinContext, complain, say } from "./builtin.ts";
import { exitCodeOf } from "./control.ts";
import { programIo } from "./program-io.ts";
import type { Job } from "./state.ts";

/** `%1`, `%+`, `%name` or a process number. */
function findJob({ scope }: BuiltinContext, text: string): Job | undefined {
  const { jobs } = scope.state;
  if (/^\d+$/.test(text)) return jobs.find(({ task }) => task.pid === Number(text));
  if (text === "%" || text === "%%" || text === "%+") return jobs.at(-1);
  if (text === "%-") return jobs.at(-2);
  if (/^%\d+$/.test(text)) return jobs.find(({ number }) => number === Number(text.slice(1)));
  return text.startsWith("%") ? jobs.findLast((job) => job.text.startsWith(text.slice(1))) : undefined;
}

/** A job's code, or that of the signal that ends the waiting. */
async function codeOf(job: Job, context: BuiltinContext): Promise<number> {
  const { signal, state } = context.scope;
  const code = await Promise.race([job.done, aborted(signal)]);
  if (code === undefined) return exitCodeOf(signal);
  state.jobs = state.jobs.filter((each) => each !== job);
  return code;
}

/** `wait [JOB…]`: without any, for all. */
const wait: Builtin = async (context) => {
  const { state, signal } = context.scope;
  if (context.args.length === 0) {
    await Promise.race([Promise.all(state.jobs.map(({ done }) => done)), aborted(signal)]);
    if (signal.aborted) return exitCodeOf(signal);
    state.jobs = [];
    return 0;
  }
  let code = 0;
  for (const text of context.args) {
    const job = findJob(context, text);
    if (job) code = await codeOf(job, context);
    else code = await complain(context, `${text}: no such job`, 127);
  }
  return code;
};

const jobs: Builtin = async (context) => {
  const { state } = context.scope;
  const isShort = context.args.includes("-p");
  const rows = state.jobs.map(({ number, text, task, code }, index) => {
    if (isShort) return `${task.pid}\n`;
    const mark = index === state.jobs.length - 1 ? "+" : index === state.jobs.length - 2 ? "-" : " ";
    const condition = code === undefined ? "Running" : code === 0 ? "Done" : `Done (${code})`;
    const pid = context.args.includes("-l") ? `${String(task.pid).padEnd(6)} ` : "";
    return `[${number}] ${mark} ${pid}${condition.padEnd(20)} ${text}\n`;
  });
  state.jobs = state.jobs.filter(({ code }) => code === undefined);
  return say(context, rows.join(""));
};

/** `fg [JOB]`: its input stays closed, but the shell waits for it. */
const fg: Builtin = async (context) => {
  const job = findJob(context, context.args[0] ?? "%+");
  if (!job) return complain(context, `${context.args[0] ?? "%+"}: no such job`);
  await say(context, `${job.text}\n`);
  const { signal } = context.scope;
  const stop = () => job.task.signal(2);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await codeOf(job, context);
  } finally {
    signal.removeEventListener("abort", stop);
  }
};

const bg: Builtin = async (context) => {
  const job = findJob(context, context.args[0] ?? "%+");
  return job ? say(context, `[${job.number}] ${job.text}\n`) : complain(context, "no such job");
};

const disown: Builtin = async (context) => {
  const { state } = context.scope;
  const wanted = context.args.length === 0 ? [...state.jobs] : context.args.map((text) => findJob(context, text));
  state.jobs = state.jobs.filter((job) => !wanted.includes(job));
  return 0;
};

/** The phone's `kill`, which knows no jobs, with their numbers put in. */
const kill: Builtin = async (context) => {
  const { scope } = context;
  const args: string[] = [];
  for (const arg of context.args) {
    const job = arg.startsWith("%") ? findJob(context, arg) : undefined;
    if (arg.startsWith("%") && !job) return complain(context, `${arg}: no such job`);
    args.push(job ? String(job.task.pid) : arg);
  }
  const { state, phone } = scope;
  return processCommands.kill({ ...programIo(scope), phone, args, cwd: state.cwd, env: state.environment() });
};

export const jobBuiltins: Record<string, Builtin> = { bg, disown, fg, jobs, kill, wait };
