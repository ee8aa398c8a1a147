/** Reads what signing an app anew asks about, in a thread of its own. */
import { createHash } from "node:crypto";
import { workerData } from "node:worker_threads";
import { readIpaSigning } from "@udt/appfile/signing";
import { ok } from "@udt/base";
import { portToParent } from "../../platform/worker-port.ts";
import { readProfile } from "./profile.ts";
import type { GrantedByProfile, ResignInput, ResignReading } from "./resign-reader.ts";

const { path, profile } = workerData as ResignInput;
const port = portToParent();
const say = (reading: ResignReading) => port.postMessage(reading);

function granted(content: Uint8Array): GrantedByProfile | undefined {
  const told = readProfile(content);
  if (!told.ok) return undefined;
  const { entitlements, certificates } = told.value;
  const sha1s = certificates.map((der) => createHash("sha1").update(der).digest("hex"));
  return { entitlements, certificate_sha1s: sha1s };
}

const bundles = await readIpaSigning(path);
say(bundles.ok ? ok({ bundles: bundles.value, granted: profile && granted(profile) }) : bundles);
