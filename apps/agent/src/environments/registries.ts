/**
 * Where installers may go, and how: what the operator's npm and pip are set to on this computer, by files and by the agent's
 * environment.
 */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { promisify } from "node:util";
import { say } from "@udt/base";
import type { GuardSpec } from "../outgoing/guard-proxy.ts";
import { placeOf } from "../outgoing/place.ts";
import { upstreamProxy } from "../outgoing/upstream-proxy.ts";
import { EnvironmentFailure } from "./environment-failure.ts";
import { installerEnv } from "./installer-env.ts";
import type { Python } from "./python.ts";

const TIMEOUT_MS = 30_000;
/** npm itself puts the configured registry in its place: https://docs.npmjs.com/cli/v11/using-npm/config#replace-registry-host */
const NPM = "https://registry.npmjs.org";
const PYPI = "https://pypi.org";
/** PyPI's index is at one host and its files at another: https://docs.pypi.org/api/index-api/ */
const PYPI_FILES = "https://files.pythonhosted.org";

/** What an installer is given of the operator's settings. */
export interface Registries {
  /** Origins of registries: a lock file may name any address, and npm would dial it. */
  origins: ReadonlySet<string>;
  wayTo: GuardSpec["wayTo"];
  env: Record<string, string>;
  /** Files and folders that these settings name. */
  files: readonly string[];
}

/** The agent's npm: how it is started, and where it is. */
export interface Npm {
  argv: readonly [string, ...string[]];
  folders: readonly string[];
}

/** @throws EnvironmentFailure when there is none */
export async function findNpm(): Promise<Npm> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = await realpath(join(folder, "npm")).catch(() => undefined);
    // By the agent's own Node: the one that its first line asks for may be none of the programs that an installer sees.
    if (path?.endsWith(".js")) return { argv: [process.execPath, path], folders: [dirname(dirname(path))] };
  }
  throw new EnvironmentFailure(say("environment_no_program", { program: "npm" }));
}

/** Of npm, with those of its scopes. @param hosts Further ones that the operator allows, {@link allowedHosts}. */
export async function npmRegistries({ argv: [program, ...words] }: Npm, hosts: readonly string[]): Promise<Registries> {
  const told = await ask(program, [...words, "config", "list", "--json"]);
  const settings = Object.entries(JSON.parse(told) as Record<string, unknown>).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const origins = settings.flatMap(([name, value]) =>
    name === "registry" || name.endsWith(":registry") ? (originOf(value) ?? []) : [],
  );
  const of = (name: string) => settings.find(([each]) => each === name)?.[1];
  return registriesOf({
    origins: [NPM, ...origins],
    hosts,
    proxy: of("https-proxy") ?? of("proxy"),
    files: ["userconfig", "globalconfig", "cafile"].map(of),
    env: { npm_config_userconfig: of("userconfig"), npm_config_globalconfig: of("globalconfig") },
  });
}

/** What pip is told in files, and what of it an installer is told in the environment, where it reads no files. */
const PIP_GIVEN = new Set([
  "index-url",
  "extra-index-url",
  "find-links",
  "no-index",
  "trusted-host",
  "cert",
  "client-cert",
]);
const PIP_PLACES = new Set(["index-url", "extra-index-url", "find-links"]);

/** Of pip; PyPI where it is set to no other. */
export async function pipRegistries({ executable }: Python, hosts: readonly string[]): Promise<Registries> {
  const told = await ask(executable, ["-m", "pip", "config", "list"]);
  // `global.index-url='https://…'`: a value as Python writes it, several with line ends between.
  const settings = told.split("\n").flatMap((line) => {
    const at = line.indexOf("=");
    const name = line.slice(line.indexOf(".", line.startsWith(":env:.") ? 5 : 0) + 1, at);
    return at < 0
      ? []
      : [
          {
            name,
            value: line
              .slice(at + 2, -1)
              .replaceAll("\\n", " ")
              .trim(),
          },
        ];
  });
  const words = settings.filter(({ name }) => PIP_PLACES.has(name)).flatMap(({ value }) => value.split(/\s+/));
  const isElsewhere = settings.some(({ name }) => name === "index-url");
  const origins = [...(isElsewhere ? [] : [PYPI]), ...words.flatMap((word) => originOf(word) ?? [])];
  return registriesOf({
    origins: origins.includes(PYPI) ? [...origins, PYPI_FILES] : origins,
    hosts,
    proxy: settings.find(({ name }) => name === "proxy")?.value,
    files: [...words, ...settings.filter(({ name }) => name.endsWith("cert")).map(({ value }) => value)],
    env: Object.fromEntries(
      settings
        .filter(({ name }) => PIP_GIVEN.has(name))
        .map(({ name, value }) => [`PIP_${name.replaceAll("-", "_").toUpperCase()}`, value]),
    ),
  });
}

async function ask(program: string, words: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, words, {
      // No project has a say. In a folder for temporary files anybody may leave an .npmrc, which npm would take for the project's.
      cwd: "/",
      env: installerEnv(),
      timeout: TIMEOUT_MS,
      maxBuffer: 4 * 1024 ** 2,
    });
    return stdout;
  } catch (error) {
    throw new EnvironmentFailure(say("environment_install", {}, String((error as Error).message).slice(-200)), {
      cause: error,
    });
  }
}

interface Settings {
  origins: readonly string[];
  hosts: readonly string[];
  proxy: string | undefined;
  files: readonly (string | undefined)[];
  env: Record<string, string | undefined>;
}

/** Variables that name a file or folder. */
const FILE_VARIABLES = /^(SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|NETRC)$/;
/** Places of the agent's own; what leads out is said anew. */
const NOT_GIVEN =
  /^(PATH|HOME|TMPDIR|TMP|TEMP|USER|LOGNAME|XDG_.*|PIP_CONFIG_FILE|PIP_CACHE_DIR|PIP_PROXY|npm_config_(cache|prefix|logs_dir|tmp|(https?_)?proxy|noproxy)|(https?|all|no)_proxy)$/i;

function registriesOf({ origins, hosts, proxy, files, env }: Settings): Registries {
  const given = Object.fromEntries(
    Object.entries({ ...installerEnv(), ...env }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !NOT_GIVEN.test(entry[0]),
    ),
  );
  const named = [
    ...files,
    ...Object.entries(given).flatMap(([name, value]) => (FILE_VARIABLES.test(name) ? value : [])),
  ];
  const allowed = new Set([...origins.map(hostAndPort), ...hosts]);
  return {
    origins: new Set(origins),
    wayTo: (host, port) => {
      if (!allowed.has(`${host}:${port}`)) return undefined;
      const upstream = upstreamOf(host, proxy);
      return { host, port, ...(upstream && { upstream }) };
    },
    env: given,
    files: [...new Set(named)].filter(
      (path): path is string => path !== undefined && isAbsolute(path) && dirname(path) !== path && existsSync(path),
    ),
  };
}

function hostAndPort(origin: string): string {
  const { host, port } = placeOf(new URL(origin));
  return `${host}:${port}`;
}

function upstreamOf(host: string, proxy: string | undefined): ReturnType<typeof upstreamProxy> {
  const env = (name: string) => process.env[name] || process.env[name.toUpperCase()];
  const direct = (env("no_proxy") ?? "").split(",").map((one) =>
    one
      .trim()
      .toLowerCase()
      .replace(/^\*?\./, ""),
  );
  if (direct.some((one) => one === "*" || (one !== "" && (host === one || host.endsWith(`.${one}`))))) return undefined;
  const address = proxy || env("https_proxy") || env("http_proxy") || env("all_proxy");
  return address ? upstreamProxy(address) : undefined;
}

/** Undefined for what is no address of http. */
export function originOf(address: string): string | undefined {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}
