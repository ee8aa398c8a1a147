/**
 * Programs that sign iOS apps, as their own documents tell their command lines:
 * https://github.com/zhlynn/zsign/blob/d6e929c97b5b564c2cc1f82afe226a44da7149a0/README.md#usage
 * https://github.com/indygreg/apple-platform-rs/blob/607b3c1d952b06c0affa12106f9d6bad2ffbc44a/apple-codesign/tests/cmd/sign.trycmd
 */
import { execFile } from "node:child_process";
import { SIGNING_TOOLS, type SigningTool, type SigningToolName } from "@udt/contract";
import type { ToolStep } from "./tool-place.ts";

/** What lies in a task's folder, by the names that tools are told. None of their words is a secret: these are files. */
export const FILES = {
  app: "app.ipa",
  signed: "signed.ipa",
  /** The private key and its certificate. */
  identity: "identity.pem",
  profile: "app.mobileprovision",
  /** For what a tool writes on its way. */
  work: "work",
  unpacked: "unpacked",
} as const;

export interface SignedBundlePart {
  /** Within the package, such as `Payload/Shop.app`. */
  path: string;
  /** The file with what it is granted. */
  entitlements: string;
}

/** One program after the other signs an app, which is unpacked before any touches it: where each runs, and with which words. */
export interface SignStep extends ToolStep {
  does: "sign" | "pack";
}

interface Tool {
  version_words: string[];
  /** Further programs that it cannot do without here, each with what has it tell that it is there. */
  needs: readonly (readonly [program: string, word: string])[];
  steps(bundles: readonly SignedBundlePart[]): SignStep[];
}

export const TOOL_OF: Readonly<Record<SigningToolName, Tool>> = {
  // A password it would take as a word alone, which other users can see: it is given none. It has one set of entitlements for all of
  // an app's programs: where there is one program it gets its own, else each gets what the profile grants, patterns included.
  zsign: {
    version_words: ["-v"],
    needs: [],
    steps: (bundles) => {
      const { signed, identity, profile, work, unpacked } = FILES;
      const [main, ...inner] = bundles;
      const granted = main && inner.length === 0 ? ["-e", main.entitlements] : [];
      const files = ["-k", identity, "-c", identity, "-m", profile, ...granted];
      // Forced, it keeps nothing of one signing for the next.
      const words = ["-f", ...files, "-t", work, "-z", "6", "-o", signed, unpacked];
      return [{ does: "sign", program: "zsign", words, folder: "." }];
    },
  },
  // Would ask Apple for the time and read its user's settings.
  rcodesign: {
    version_words: ["--version"],
    needs: [["zip", "-v"]],
    steps: (bundles) => {
      const [main, ...inner] = bundles;
      if (!main) return [];
      const granted = inner.map(({ path, entitlements }) => `${path.slice(main.path.length + 1)}:${entitlements}`);
      const entitlements = [main.entitlements, ...granted].flatMap((one) => ["--entitlements-xml-file", one]);
      const identity = ["--pem-file", FILES.identity, "--timestamp-url", "none", "--config-file", "/dev/null"];
      const bundle = `${FILES.unpacked}/${main.path}`;
      return [
        { does: "sign", program: "rcodesign", words: ["sign", ...identity, ...entitlements, bundle], folder: "." },
        { does: "pack", program: "zip", words: ["-q", "-r", "-X", `../${FILES.signed}`, "."], folder: FILES.unpacked },
      ];
    },
  },
};

/** What is run to sign with a tool: itself, and what it cannot do without. */
export const programsOf = (name: SigningToolName): string[] => [name, ...TOOL_OF[name].needs.map(([needed]) => needed)];

const ASKED_MAX_MS = 5_000;
const OUTPUT_MAX_BYTES = 64 * 1024;

/** The first tool that is in the PATH and says its version; null without one. */
export async function findSigningTool(signal?: AbortSignal): Promise<SigningTool | null> {
  for (const name of SIGNING_TOOLS) {
    const { version_words, needs } = TOOL_OF[name];
    const said = await told(name, version_words, signal);
    // Of a version alone: what else a program prints may be nothing that the server keeps.
    const version = /(?<!\S)\d+\.[\w.+-]+/.exec(said ?? "")?.[0];
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
  // As it signs later: without what the agent alone is told, such as its token.
  const env = { PATH: process.env["PATH"], HOME: "/", LANG: "C.UTF-8" };
  execFile(program, words, { ...bounds, env, ...(signal && { signal }) }, (error, stdout, stderr) =>
    resolve(error ? undefined : `${stdout}${stderr}`),
  );
  return promise;
}
