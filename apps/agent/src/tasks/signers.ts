/**
 * Programs that sign iOS apps, as their own documents tell their command lines:
 * https://github.com/zhlynn/zsign/blob/d6e929c97b5b564c2cc1f82afe226a44da7149a0/README.md#usage
 * https://github.com/indygreg/apple-platform-rs/blob/607b3c1d952b06c0affa12106f9d6bad2ffbc44a/apple-codesign/tests/cmd/sign.trycmd
 */
import { execFile } from "node:child_process";
import { SIGNERS, type AgentSigner, type SignerName } from "@udt/contract";

/** What lies in a task's folder, by the names that signers are told. None of their words is a secret: these are files. */
export const FILES = {
  app: "app.ipa",
  signed: "signed.ipa",
  /** The private key and its certificate. */
  identity: "identity.pem",
  profile: "app.mobileprovision",
  /** For what a signer writes on its way. */
  work: "work",
  unpacked: "unpacked",
} as const;

export interface SignedBundlePart {
  /** Within the package, such as `Payload/Shop.app`. */
  path: string;
  /** The file with what it is granted. */
  entitlements: string;
}

/** One program after the other signs an app: where each runs, and with which words. */
export interface SignStep {
  does: "unpack" | "sign" | "pack";
  program: string;
  words: string[];
  /** Below the task's folder. */
  folder: string;
}

interface Signer {
  version_words: string[];
  /** Further programs that it cannot do without here, each with what has it tell that it is there. */
  needs: readonly (readonly [program: string, word: string])[];
  /** Whether profiles and entitlements are laid beside the app's parts before. */
  is_of_bundles: boolean;
  steps(bundles: readonly SignedBundlePart[]): SignStep[];
}

export const SIGNER_OF: Readonly<Record<SignerName, Signer>> = {
  // Takes a whole IPA, and what to grant from the profile. A password it would take as a word alone, which other users can see:
  // it is given none.
  zsign: {
    version_words: ["-v"],
    needs: [],
    is_of_bundles: false,
    steps: () => {
      const { app, signed, identity, profile, work } = FILES;
      const words = ["-k", identity, "-c", identity, "-m", profile, "-t", work, "-z", "6", "-o", signed, app];
      return [{ does: "sign", program: "zsign", words, folder: "." }];
    },
  },
  // Signs a folder, knows no profiles, and would ask Apple for the time and read its user's settings.
  rcodesign: {
    version_words: ["--version"],
    needs: [
      ["unzip", "-v"],
      ["zip", "-v"],
    ],
    is_of_bundles: true,
    steps: (bundles) => {
      const [main, ...inner] = bundles;
      if (!main) return [];
      const granted = inner.map(({ path, entitlements }) => `${path.slice(main.path.length + 1)}:${entitlements}`);
      const entitlements = [main.entitlements, ...granted].flatMap((one) => ["--entitlements-xml-file", one]);
      const identity = ["--pem-file", FILES.identity, "--timestamp-url", "none", "--config-file", "/dev/null"];
      const bundle = `${FILES.unpacked}/${main.path}`;
      return [
        { does: "unpack", program: "unzip", words: ["-q", "-o", FILES.app, "-d", FILES.unpacked], folder: "." },
        { does: "sign", program: "rcodesign", words: ["sign", ...identity, ...entitlements, bundle], folder: "." },
        {
          does: "pack",
          program: "zip",
          words: ["-q", "-r", "-y", "-X", `../${FILES.signed}`, "."],
          folder: FILES.unpacked,
        },
      ];
    },
  },
};

const ASKED_MAX_MS = 5_000;
const OUTPUT_MAX_BYTES = 64 * 1024;

/** The first signer that is in the PATH and says its version; null without one. */
export async function findSigner(signal?: AbortSignal): Promise<AgentSigner | null> {
  for (const name of SIGNERS) {
    const { version_words, needs } = SIGNER_OF[name];
    const said = await told(name, version_words, signal);
    const version = said?.split(/\s+/).find((word) => /^\d+\./.test(word));
    if (version === undefined) continue;
    const others = await Promise.all(needs.map(([program, word]) => told(program, [word], signal)));
    if (!others.includes(undefined)) return { name, version: version.slice(0, 100) };
  }
  return null;
}

/** What a program says, if it is there and ends well in time. */
function told(program: string, words: readonly string[], signal?: AbortSignal): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const bounds = { timeout: ASKED_MAX_MS, killSignal: "SIGKILL", maxBuffer: OUTPUT_MAX_BYTES, cwd: "/" } as const;
  execFile(program, words, { ...bounds, ...(signal && { signal }) }, (error, stdout, stderr) =>
    resolve(error ? undefined : `${stdout}${stderr}`),
  );
  return promise;
}
