/** Reads one package in a thread of its own: what it costs to unpack somebody's file costs no other caller. */
import { workerData } from "node:worker_threads";
import { readAppFile } from "@udt/appfile";
import { portToParent } from "../../platform/worker-port.ts";
import type { PackageReading } from "./package-reader.ts";

const { path } = workerData as { path: string };
const port = portToParent();
const say = (reading: PackageReading) => port.postMessage(reading);
say(await readAppFile(path));
