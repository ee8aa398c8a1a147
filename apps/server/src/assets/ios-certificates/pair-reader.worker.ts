/** Reads one pair of files in a thread of its own. */
import { workerData } from "node:worker_threads";
import { portToParent } from "../../platform/worker-port.ts";
import { readPair, type PairFiles, type PairReading } from "./pair.ts";

const port = portToParent();
const say = (reading: PairReading) => port.postMessage(reading);
say(readPair(workerData as PairFiles));
