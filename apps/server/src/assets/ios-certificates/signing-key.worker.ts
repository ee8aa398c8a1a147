/** Opens one P12 in a thread of its own. */
import { workerData } from "node:worker_threads";
import { portToParent } from "../../platform/worker-port.ts";
import { readSigningKey, type SigningKeyInput, type SigningKeyReading } from "./signing-key.ts";

const port = portToParent();
const say = (reading: SigningKeyReading) => port.postMessage(reading);
say(readSigningKey(workerData as SigningKeyInput));
