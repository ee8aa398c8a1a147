import type { Launched } from "../isolation/workplace.ts";

const SAID_MAX = 64 * 1024;

/** Gathers what a program says, and kills it when the signal comes. */
export function listen(launched: Launched, signal: AbortSignal, onText?: (text: string) => void): () => string {
  let said = "";
  launched.output.on("data", (piece: Buffer) => {
    const text = piece.toString();
    said = (said + text).slice(-SAID_MAX);
    onText?.(text);
  });
  const kill = () => launched.kill();
  signal.addEventListener("abort", kill, { once: true });
  if (signal.aborted) kill();
  void launched.exited.then(() => signal.removeEventListener("abort", kill));
  return () => said;
}
