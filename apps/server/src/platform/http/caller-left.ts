import type { FastifyReply } from "fastify";

/** Why work was given up for whose answer nobody waits: nobody hears of it, and it is no fault. */
export class CallerLeft extends Error {
  constructor() {
    super("whoever asked has left");
  }
}

/** @returns what is aborted, with {@link CallerLeft}, once the answer was sent or its caller left before */
export function callerLeft({ raw }: FastifyReply): AbortSignal {
  const abort = new AbortController();
  const leave = () => abort.abort(new CallerLeft());
  // It may have been while something was looked up for it.
  if (raw.closed) leave();
  else raw.once("close", leave);
  return abort.signal;
}
