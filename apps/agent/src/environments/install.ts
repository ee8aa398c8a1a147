import { say } from "@udt/base";
import { spawn } from "node:child_process";
import { EnvironmentFailure } from "./environment.ts";

const TIMEOUT_MS = 10 * 60_000;
const WORDS_MAX = 2_000;

/**
 * Runs an installer of the agent's own, with the operator's settings for indexes and proxies, and none of the agent's secrets.
 * @throws EnvironmentFailure with its last words
 */
export async function install(argv: [string, ...string[]], cwd: string, signal: AbortSignal): Promise<void> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("UDT_")));
  const child = spawn(argv[0], argv.slice(1), {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  const kill = () => child.kill("SIGKILL");
  signal.addEventListener("abort", kill, { once: true });
  if (signal.aborted) kill();
  let words = "";
  let isMissing = false;
  const hear = (piece: Buffer) => (words = (words + piece.toString()).slice(-WORDS_MAX));
  child.stdout.on("data", hear);
  child.stderr.on("data", hear);
  const ended = Promise.withResolvers<number | null>();
  child.on("error", (error: NodeJS.ErrnoException) => {
    isMissing = error.code === "ENOENT";
    words = error.message;
    ended.resolve(127);
  });
  child.on("close", (code) => ended.resolve(code));
  const code = await ended.promise;
  signal.removeEventListener("abort", kill);
  signal.throwIfAborted();
  if (isMissing) throw new EnvironmentFailure(say("environment_no_program", { program: argv[0] }));
  if (code !== 0)
    throw new EnvironmentFailure(say("environment_install", {}, words.trim() || `${argv[0]}: exit code ${code}`));
}
