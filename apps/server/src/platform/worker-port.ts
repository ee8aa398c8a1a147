import { type MessagePort, parentPort } from "node:worker_threads";

/** The way from a worker to the thread that started it. */
export function portToParent(): MessagePort {
  if (!parentPort) throw new Error("this runs in a worker alone");
  return parentPort;
}
