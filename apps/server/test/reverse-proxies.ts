/** Reverse proxies, started with the configurations that come with UDT, on free ports of this machine. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const PROXY_NAME = "udt.example.com";

export interface ProxyPlace {
  /** A folder of the test's own, with `cert.pem` and `key.pem`. */
  folder: string;
  https: number;
  http: number;
  /** Of the server behind it. */
  server: number;
}

interface Proxy {
  command: string;
  example: string;
  /** Writes what the program needs around the example, and answers its arguments and environment. */
  prepare(example: string, place: ProxyPlace): Promise<{ args: string[]; env?: Record<string, string> }>;
}

/** The example with its marked lines changed. Each must be there: an example that says something else is not the one tested. */
function changed(example: string, changes: Record<string, string>): string {
  let text = example;
  for (const [line, by] of Object.entries(changes)) {
    if (!text.includes(line)) throw new Error(`the example has no ${line}`);
    text = text.replaceAll(line, by);
  }
  return text;
}

const ours = ({ folder, server }: ProxyPlace): Record<string, string> => ({
  "/etc/ssl/udt.example.com.pem": join(folder, "cert.pem"),
  "/etc/ssl/udt.example.com.key": join(folder, "key.pem"),
  "127.0.0.1:8700": `127.0.0.1:${server}`,
});

const PROXIES: Record<"nginx" | "caddy", Proxy> = {
  nginx: {
    command: process.env["UDT_NGINX"] ?? "nginx",
    example: "nginx.conf",
    async prepare(example, place) {
      const { folder, https, http } = place;
      const listen = { "listen 80;": `listen 127.0.0.1:${http};`, "listen 443 ssl;": `listen 127.0.0.1:${https} ssl;` };
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${join(folder, name)};`,
      );
      const file = join(folder, "nginx.conf");
      await writeFile(
        file,
        `daemon off; pid ${join(folder, "nginx.pid")}; error_log stderr; worker_processes 1;
        ${process.getuid?.() === 0 ? "user root;" : ""} events {}
        http { access_log off; ${temporary.join(" ")} ${changed(example, { ...ours(place), ...listen })} }`,
      );
      return { args: ["-c", file, "-p", folder, "-e", "stderr"] };
    },
  },
  caddy: {
    command: process.env["UDT_CADDY"] ?? "caddy",
    example: "Caddyfile",
    async prepare(example, place) {
      const { folder, https, http } = place;
      const file = join(folder, "Caddyfile");
      const site = { "\nudt.example.com {": `\n${PROXY_NAME} {\n\tbind 127.0.0.1` };
      await writeFile(
        file,
        `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n${changed(example, { ...site, ...ours(place) })}`,
      );
      const home = join(folder, "caddy");
      await mkdir(home);
      const args = ["run", "--config", file, "--adapter", "caddyfile"];
      return { args, env: { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home } };
    },
  },
};

/** Why it cannot be run here; undefined when it can. */
export function whyNot(name: keyof typeof PROXIES): string | undefined {
  const { command } = PROXIES[name];
  const has = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: "ignore" }).status === 0;
  if (!has(command, name === "nginx" ? "-v" : "version"))
    return `${command} is not here (apt-get install ${name}, or ${name === "nginx" ? "UDT_NGINX" : "UDT_CADDY"} with its path)`;
  return has("openssl", "version") ? undefined : "there is no openssl to make a certificate with";
}

/** Writes `cert.pem` and `key.pem`, of nobody's authority. */
export function makeCertificate(folder: string, days = 2): void {
  const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")];
  const name = ["-subj", `/CN=${PROXY_NAME}`, "-addext", `subjectAltName=DNS:${PROXY_NAME}`];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", String(days)];
  const done = spawnSync("openssl", ["req", "-x509", ...kind, ...files, ...name], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(done.stderr);
}

/** @returns how to stop it; what it said is in `said` */
export async function startProxy(
  name: keyof typeof PROXIES,
  place: ProxyPlace,
): Promise<{ said: () => string; stop(): Promise<void> }> {
  const { command, example, prepare } = PROXIES[name];
  const path = fileURLToPath(new URL(`../../../examples/proxy/${example}`, import.meta.url));
  const { args, env } = { env: {}, ...(await prepare(readFileSync(path, "utf8"), place)) };
  const child: ChildProcess = spawn(command, args, {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (piece: Buffer) => (said += piece.toString()));
  const exited = once(child, "exit");
  return {
    said: () => said,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
