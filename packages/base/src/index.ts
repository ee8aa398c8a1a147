export { type Result, ok, fail } from "./result.ts";
export { type Clock, systemClock, delay } from "./time.ts";
export { type Deferred, deferred } from "./deferred.ts";
export { backoffMs } from "./backoff.ts";
export { batched } from "./batched.ts";
export { Emitter, type Unsubscribe } from "./emitter.ts";
