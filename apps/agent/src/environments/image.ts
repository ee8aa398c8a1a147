/** Images of the users' own, from their registries, and what of a framework is in them. */
import { type Said, saidInEnglish, say, textAfterLast } from "@udt/base";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DEFAULT_IMAGE_REGISTRY, imageRegistry, LOCAL_IMAGES, type LibraryFramework } from "@udt/contract";
import { z } from "zod";
import {
  CONFIG_FILE,
  type ContainerEngine,
  EngineFailure,
  type EngineName,
  ENGINES,
  findEngine,
} from "../isolation/container-engine.ts";
import type { ContainerImage } from "../isolation/container.ts";
import { type Isolation, isolationIn } from "../isolation/isolation.ts";
import type { Workplace } from "../isolation/workplace.ts";
import { EnvironmentFailure } from "./environment-failure.ts";

export interface ImageWish {
  image: string;
  tag: string;
  credential: { username: string; password: string } | null;
  /** The run's own, for the credential while it is used. What is above it is the agent's. */
  folder: string;
  /** Told what it is about. */
  note: (said: Said) => void;
  signal: AbortSignal;
}

const PULL_TIMEOUT_MS = 15 * 60_000;
const DISK_LOOK_MS = 1_000;
/** A disk is never filled to the brim by somebody's image. */
const DISK_FLOOR_BYTES = 1024 ** 3;
const WORDS_MAX = 400;

const inspected = z.object({
  Id: z.string(),
  Config: z.object({ Volumes: z.record(z.string(), z.unknown()).nullish() }),
});

/** The whole name, which leaves nothing to what the engine is told to try. */
export function referenceOf(image: string, tag: string): { registry: string; reference: string } {
  const registry = imageRegistry(image);
  if (image.startsWith(`${registry}/`)) return { registry, reference: `${image}:${tag}` };
  return { registry, reference: `${registry}/${image.includes("/") ? image : `library/${image}`}:${tag}` };
}

/** Programs are run in the image, which has been pulled. @throws EnvironmentFailure */
export async function imageIsolation(wish: ImageWish, engines: readonly EngineName[] = ENGINES): Promise<Isolation> {
  const { engine, reason } = await findEngine(engines);
  if (engine === null) throw new EnvironmentFailure(say("engine_missing", {}, saidInEnglish(reason)));
  const { registry, reference } = referenceOf(wish.image, wish.tag);
  if (registry !== LOCAL_IMAGES) wish.note(say("image_pulling", { engine: engine.name, image: reference }));
  const image = await pullImage(engine, wish);
  wish.note(say("scripts_isolated_in", { engine: engine.name, image: reference, image_id: image.image_id }));
  return isolationIn({ ...image, engine, owner: dirname(resolve(wish.folder)) });
}

/**
 * Has the engine take the image from its registry. It asks there each time, also for one that is here: whether a credential may
 * read an image is for the registry to say, and not whether another job's could.
 * @throws EnvironmentFailure
 */
async function pullImage(
  engine: ContainerEngine,
  wish: ImageWish,
): Promise<Pick<ContainerImage, "image_id" | "volumes">> {
  const { registry, reference } = referenceOf(wish.image, wish.tag);
  if (registry !== LOCAL_IMAGES) await pull(engine, wish);
  try {
    const said = await engine.run(["image", "inspect", reference], { signal: wish.signal });
    const [{ Id, Config }] = z.tuple([inspected]).parse(JSON.parse(said));
    return { image_id: Id, volumes: Object.keys(Config.Volumes ?? {}) };
  } catch (error) {
    wish.signal.throwIfAborted();
    if (registry !== LOCAL_IMAGES) throw error;
    throw new EnvironmentFailure(say("image_missing_here", { engine: engine.name, image: reference }), {
      cause: error,
    });
  }
}

async function pull(engine: ContainerEngine, wish: ImageWish): Promise<void> {
  const { registry, reference } = referenceOf(wish.image, wish.tag);
  const configFolder = await mkdtemp(join(wish.folder, "registry-"));
  const full = new AbortController();
  const timer = setInterval(() => {
    void statfs(engine.storage).then(
      ({ bavail, bsize }) => bavail * bsize < DISK_FLOOR_BYTES && full.abort(),
      () => undefined,
    );
  }, DISK_LOOK_MS);
  try {
    await writeFile(join(configFolder, CONFIG_FILE), authFile(engine, registry, wish.credential), { mode: 0o600 });
    const signal = AbortSignal.any([wish.signal, full.signal]);
    await engine.run(["pull", "--quiet", reference], { configFolder, timeoutMs: PULL_TIMEOUT_MS, signal });
  } catch (error) {
    wish.signal.throwIfAborted();
    if (full.signal.aborted)
      throw new EnvironmentFailure(say("image_disk_full", { image: reference }), { cause: error });
    if (!(error instanceof EngineFailure)) throw error;
    throw new EnvironmentFailure(reasonOf(error, { registry, reference, hasCredential: wish.credential !== null }), {
      cause: error,
    });
  } finally {
    clearInterval(timer);
    await rm(configFolder, { recursive: true, force: true });
  }
}

/** @see https://github.com/containers/image/blob/main/docs/containers-auth.json.5.md */
function authFile({ name }: ContainerEngine, registry: string, credential: ImageWish["credential"]): string {
  if (credential === null) return "{}";
  const key = name === "docker" && registry === DEFAULT_IMAGE_REGISTRY ? "https://index.docker.io/v1/" : registry;
  const auth = Buffer.from(`${credential.username}:${credential.password}`).toString("base64");
  return JSON.stringify({ auths: { [key]: { auth } } });
}

/** What an engine says, for the job's owner. */
function reasonOf(
  { message, isTimeout }: EngineFailure,
  { registry, reference: image, hasCredential }: { registry: string; reference: string; hasCredential: boolean },
): Said {
  const last = textAfterLast(message, "\n").slice(-WORDS_MAX);
  if (isTimeout) return say("image_too_slow", { image, minutes: PULL_TIMEOUT_MS / 60_000 });
  if (/Cannot connect to the Docker daemon|Cannot connect to Podman/i.test(message))
    return say("engine_gone", {}, last);
  if (/unauthorized|authentication required|no basic auth|incorrect username|invalid username/i.test(message))
    return say(hasCredential ? "registry_refuses_credential" : "registry_wants_credential", { registry }, last);
  if (/denied|forbidden/i.test(message)) return say("image_denied", { image }, last);
  if (/manifest unknown|name unknown|not found|does not exist/i.test(message))
    return say("image_missing", { image }, last);
  if (/no space left/i.test(message)) return say("image_disk_full", { image }, last);
  if (
    /dial tcp|no such host|i\/o timeout|deadline exceeded|TLS|x509|HTTP response|refused|reset by peer/i.test(message)
  )
    return say("registry_not_reached", { registry }, last);
  return say("image_not_pulled", { image }, last);
}

/** What each framework needs in an image, beside a shell and tar. */
const NEEDS: Readonly<
  Record<LibraryFramework, { look: string; lacks: "image_lacks_node" | "image_lacks_pytest" | "image_lacks_shell" }>
> = {
  node_test: {
    look: `node -e 'process.exit(process.versions.node.split(".")[0] >= 24 ? 0 : 1)'`,
    lacks: "image_lacks_node",
  },
  pytest: { look: "python3 -c 'import pytest'", lacks: "image_lacks_pytest" },
  shell: { look: "true", lacks: "image_lacks_shell" },
  // Nothing of it runs in the image.
  low_code: { look: "true", lacks: "image_lacks_shell" },
};
const NO_TAR = 41;
const NO_FRAMEWORK = 42;

/** The programs that are in the image. @throws EnvironmentFailure that names what is not */
export async function findPrograms(
  place: Workplace,
  framework: LibraryFramework,
  signal: AbortSignal,
): Promise<Workplace["programs"]> {
  const { look, lacks } = NEEDS[framework];
  const script = `
[ -x /bin/tar ] && command -v gzip >/dev/null || exit ${NO_TAR}
${look} >&2 || exit ${NO_FRAMEWORK}
echo "node=$(command -v node)"
echo "python3=$(command -v python3)"`;
  const launched = place.launch({ argv: ["/bin/sh", "-c", script], cwd: place.library, env: {} });
  let said = "";
  launched.output.on("data", (piece: Buffer) => (said = (said + piece.toString()).slice(-4_000)));
  const kill = () => launched.kill();
  signal.addEventListener("abort", kill, { once: true });
  if (signal.aborted) kill();
  const { exit_code } = await launched.exited;
  signal.removeEventListener("abort", kill);
  signal.throwIfAborted();
  if (exit_code === NO_TAR) throw new EnvironmentFailure(say("image_lacks_tar"));
  const last = textAfterLast(said.trim(), "\n").slice(-WORDS_MAX);
  if (exit_code === NO_FRAMEWORK) throw new EnvironmentFailure(say(lacks, {}, last));
  if (exit_code !== 0 && /\/bin\/sh/.test(said)) throw new EnvironmentFailure(say("image_lacks_shell"));
  if (exit_code !== 0) throw new EnvironmentFailure(say("image_starts_nothing", {}, last));
  const lines = said.split("\n");
  const of = (name: string) => lines.find((line) => line.startsWith(`${name}=/`))?.slice(name.length + 1) ?? name;
  return { node: of("node"), python: of("python3"), shell: "/bin/sh" };
}
