/** Reads what signing an app anew asks about, in a thread of its own. */
import { createHash, X509Certificate } from "node:crypto";
import { workerData } from "node:worker_threads";
import { readIpaSigning, type SignedBundle } from "@udt/appfile/signing";
import { ok } from "@udt/base";
import { portToParent } from "../../platform/worker-port.ts";
import { readProfile } from "./profile.ts";
import type { GrantedByProfile, ResignInput, ResignReading } from "./resign-reader.ts";

const { path, profile, certificate_pem } = workerData as ResignInput;
const port = portToParent();
const say = (reading: ResignReading) => port.postMessage(reading);

const sha1Of = (der: Uint8Array): string => createHash("sha1").update(der).digest("hex");
const told = profile && readProfile(profile);
const known = told?.ok ? told.value : undefined;
const granted: GrantedByProfile | undefined = known && {
  entitlements: known.entitlements,
  certificate_sha1s: known.certificates.map(sha1Of),
};
const wanted = certificate_pem === null ? undefined : new X509Certificate(certificate_pem).raw;
/** A signature in CMS brings along the certificate that it was made with: that it is there is all that is looked at. */
const isUnnamed = ({ is_encrypted, cms }: SignedBundle): boolean =>
  is_encrypted !== undefined && !(wanted && cms && Buffer.from(cms).includes(wanted));

const signing = await readIpaSigning(path);
if (signing.ok) {
  const { bundles, ...of } = signing.value;
  // The signatures themselves stay here: they may be as large as the executables.
  const unsigned = bundles.map((bundle) => ({ ...bundle, cms: undefined }));
  say(ok({ ...of, bundles: unsigned, granted, unnamed: bundles.find(isUnnamed)?.path ?? null }));
} else say(signing);
