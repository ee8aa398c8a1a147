/** A git host of one's own: git's http backend, unchanged, behind an HTTP server. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface GitHost {
  readonly url: string;
  readonly port: number;
  /** Paths that were asked for, without their queries. */
  readonly asked: string[];
  /** Commits these files as all there is on a branch of a repository, which is made when it is new. Answers the commit. */
  push(
    name: string,
    files: Readonly<Record<string, string>>,
    options?: { branch?: string; symlinks?: Record<string, string> },
  ): string;
  /** From then on a repository takes pushes, but those that a hook of its own refuses, which is a program for the shell. */
  takePushes(name: string, hook?: string): void;
  /** Where a repository lies, bare. */
  folder(name: string): string;
  /** From then on a repository asks for this password, whoever the user is. */
  protect(name: string, password: string): void;
  /** What to answer in git's stead; undefined leaves it to git. */
  answerWith: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  close(): Promise<void>;
}

const IDENTITY = {
  GIT_AUTHOR_NAME: "Anna",
  GIT_AUTHOR_EMAIL: "anna@example.com",
  GIT_COMMITTER_NAME: "Anna",
  GIT_COMMITTER_EMAIL: "anna@example.com",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
};

export async function startGitHost(): Promise<GitHost> {
  const root = mkdtempSync(join(tmpdir(), "udt-git-"));
  const passwords = new Map<string, string>();
  const asked: string[] = [];
  const git = (cwd: string, ...words: string[]) =>
    execFileSync("git", words, {
      cwd,
      env: { PATH: process.env["PATH"], ...IDENTITY },
      stdio: ["ignore", "pipe", "pipe"],
    })
      .toString()
      .trim();
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://host");
    asked.push(url.pathname);
    if (host.answerWith?.(request, response)) return;
    const name = url.pathname.split("/")[1]?.replace(/\.git$/, "") ?? "";
    const password = passwords.get(name);
    if (password !== undefined && !isGiven(request, password)) {
      response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
      return;
    }
    serve(root, request, response, url);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const host: GitHost = {
    url: `http://127.0.0.1:${port}`,
    port,
    asked,
    answerWith: undefined,
    push(name, files, { branch = "main", symlinks = {} } = {}) {
      const bare = join(root, `${name}.git`);
      mkdirSync(bare, { recursive: true });
      git(bare, "init", "--quiet", "--bare", "--initial-branch=main");
      const work = mkdtempSync(join(root, "work-"));
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(work, path)), { recursive: true });
        writeFileSync(join(work, path), text);
      }
      for (const [path, target] of Object.entries(symlinks)) execFileSync("ln", ["-s", target, join(work, path)]);
      git(work, "init", "--quiet", `--initial-branch=${branch}`);
      git(work, "add", "--all");
      git(work, "commit", "--quiet", "--allow-empty", "--message", "Change");
      git(work, "push", "--quiet", "--force", bare, `HEAD:refs/heads/${branch}`);
      const commit = git(work, "rev-parse", "HEAD");
      rmSync(work, { recursive: true });
      return commit;
    },
    takePushes(name, hook) {
      const bare = host.folder(name);
      git(bare, "config", "http.receivepack", "true");
      const file = join(bare, "hooks", "pre-receive");
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `#!/bin/sh\n${hook ?? ""}\n`, { mode: 0o755 });
    },
    folder: (name) => join(root, `${name}.git`),
    protect: (name, password) => void passwords.set(name, password),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(root, { recursive: true, force: true });
    },
  };
  return host;
}

function isGiven(request: IncomingMessage, password: string): boolean {
  const [, given = ""] = /^Basic (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  return Buffer.from(given, "base64").toString().split(":").slice(1).join(":") === password;
}

/** CGI, as https://git-scm.com/docs/git-http-backend has it. */
function serve(root: string, request: IncomingMessage, response: ServerResponse, url: URL): void {
  const child = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env["PATH"],
      ...IDENTITY,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => undefined);
  request.pipe(child.stdin);
  const pieces: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => pieces.push(piece));
  child.on("close", () => {
    const whole = Buffer.concat(pieces);
    const end = whole.indexOf("\r\n\r\n");
    const headers = Object.fromEntries(
      whole
        .toString("latin1", 0, end)
        .split("\r\n")
        .map((line) => line.split(": ") as [string, string]),
    );
    const status = Number(headers["Status"]?.slice(0, 3) ?? 200);
    delete headers["Status"];
    response.writeHead(status, headers).end(whole.subarray(end + 4));
  });
}
