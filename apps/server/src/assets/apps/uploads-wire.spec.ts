/** What only real sockets, a real process and a real disk can show. */
import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, existsSync, readdirSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS, fillPath, LIMITS, XHR_HEADER, type App } from "@udt/contract";
import { embedded, type TestDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { LooseBlobs } from "../../platform/blobs/loose-blobs.ts";
import { folderBlobs, type Blobs } from "../../platform/blobs/blobs.ts";
import { refusalOf } from "../../platform/http/answers.ts";
import { newId } from "../../platform/ids.ts";
import { AuditService } from "../../people/audit/audit.service.ts";
import { chunkOf, eventually, newPackage, type PackageBytes, threeChunks, Uploader } from "./apps.fixture.ts";
import { threadedPackageReader } from "./package-reader.ts";
import { UploadsService, type Upload } from "./uploads.service.ts";

const CHUNK = LIMITS.chunk_size_bytes;

describe("uploads on the wire", () => {
  let udt: TestServer;
  let member: Person;
  let project: string;
  let uploader: Uploader;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    udt = await TestServer.start();
    member = await udt.person("member");
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    project = await udt.project(`p-${newId()}`, [{ person: member, user_type: 2 }]);
    uploader = new Uploader(udt, member, project);
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  const filesOf = (upload_id: string): string[] => {
    const folder = join(udt.settings.data_dir, "blobs", "uploads", upload_id);
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  /** Begins a chunk's request by hand and leaves the rest to the test. */
  const begin = (upload_id: string, headers: Record<string, string>): { socket: Socket; answer: Promise<string> } => {
    const socket = connect(udt.server.port, "127.0.0.1");
    sockets.push(socket);
    const path = fillPath(ENDPOINTS.uploadChunk.path, { upload_id, chunk: 1 });
    const all = {
      host: "127.0.0.1",
      cookie: member.cookie,
      "content-type": "application/octet-stream",
      ...XHR_HEADER,
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    socket.write(`PUT ${path}?project=${project} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
    const answer = new Promise<string>((resolve) => {
      let text = "";
      socket.on("data", (data) => (text += data.toString()));
      socket.on("close", () => resolve(text));
    });
    // Who is hung up on may hear of it as a reset; what was answered before is what counts.
    socket.on("error", () => {});
    return { socket, answer };
  };

  it.each([["content-length"], ["transfer-encoding"]])(
    "a connection that is cut in the middle of a chunk leaves nothing of it (%s)",
    async (kind) => {
      const file = threeChunks();
      const { upload_id } = await uploader.create(file);
      const isWhole = kind === "content-length";
      const { socket } = begin(upload_id, isWhole ? { [kind]: String(CHUNK) } : { [kind]: "chunked" });
      const half = chunkOf(file, 1).subarray(0, CHUNK / 2);
      if (!isWhole) socket.write(`${half.length.toString(16)}\r\n`);
      socket.write(half);
      await eventually(() => expect(filesOf(upload_id)).toEqual([expect.stringMatching(/^1\..*\.part$/)]));
      socket.destroy();
      await eventually(() => expect(filesOf(upload_id)).toEqual([]));
      expect((await uploader.get(upload_id)).received).toEqual([]);
      expect((await uploader.chunk(upload_id, 1, chunkOf(file, 1))).ret).toBe(0);
    },
  );

  it("a cut second try leaves the first one whole", async () => {
    const file = newPackage();
    const { upload_id } = await uploader.create(file);
    await uploader.chunk(upload_id, 1, file.bytes);
    const { socket } = begin(upload_id, { "content-length": String(file.size_bytes) });
    socket.write(Buffer.alloc(100, 7));
    await eventually(() => expect(filesOf(upload_id)).toHaveLength(2));
    socket.destroy();
    await eventually(() => expect(filesOf(upload_id)).toEqual(["1"]));
    expect((await uploader.synthesize(upload_id)).ret).toBe(0);
  });

  it.each([
    ["cancelled", /"code":"upload_not_found"/],
    ["finished", /"received":\[1\]/],
  ])("a chunk that comes to its end when the upload is %s is not kept", async (end, expected) => {
    const file = newPackage();
    const { upload_id } = await uploader.create(file);
    const { socket, answer } = begin(upload_id, { "content-length": String(file.size_bytes), connection: "close" });
    socket.write(file.bytes.subarray(0, 100));
    await eventually(() => expect(filesOf(upload_id)).toHaveLength(1));
    if (end === "cancelled") {
      const params = { upload_id };
      await udt.ok(ENDPOINTS.uploadCancel, { as: member, query: { project }, params });
    } else {
      await uploader.chunk(upload_id, 1, file.bytes);
      expect((await uploader.synthesize(upload_id)).ret).toBe(0);
    }
    socket.write(file.bytes.subarray(100));
    expect(await answer).toMatch(expected);
    expect(filesOf(upload_id)).toEqual([]);
  });

  const sizeOf = (upload_id: string): number =>
    filesOf(upload_id).reduce(
      (sum, name) => sum + statSync(join(udt.settings.data_dir, "blobs", "uploads", upload_id, name)).size,
      0,
    );

  it.each([
    ["falls silent", 0],
    ["sends a byte now and then", 1],
  ])("a peer that %s is hung up on", async (_name, bytes) => {
    const file = threeChunks();
    const { upload_id } = await uploader.create(file);
    const { socket, answer } = begin(upload_id, { "content-length": String(CHUNK) });
    socket.write(Buffer.alloc(1000));
    await eventually(() => expect(sizeOf(upload_id)).toBe(1000));
    udt.clock.turn(30_000);
    socket.write(Buffer.alloc(bytes));
    await eventually(() => expect(sizeOf(upload_id)).toBe(1000 + bytes));
    udt.clock.turn(30_000);
    await answer;
    await eventually(() => expect(filesOf(upload_id)).toEqual([]));
    expect((await uploader.get(upload_id)).received).toEqual([]);
  });

  it("a peer on a slow line that moves may take its time", async () => {
    const file = threeChunks();
    const { upload_id } = await uploader.create(file);
    const { socket, answer } = begin(upload_id, { "content-length": String(CHUNK), connection: "close" });
    const bytes = chunkOf(file, 1);
    const piece = 256 * 1024;
    for (let at = 0; at < CHUNK; at += piece) {
      socket.write(bytes.subarray(at, at + piece));
      if (at + piece < CHUNK) await eventually(() => expect(sizeOf(upload_id)).toBe(at + piece));
      udt.clock.turn(120_000);
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("two gigabytes are refused before they are sent", async () => {
    const { upload_id } = await uploader.create(newPackage());
    const { answer } = begin(upload_id, { "content-length": String(2 * 1024 ** 3) });
    // The server answers and hangs up although not one byte of the body has come.
    expect(await answer).toMatch(/^HTTP\/1\.1 400 [^]*connection: close[^]*"code":"upload_chunk"/i);
    expect(filesOf(upload_id)).toEqual([]);
  });

  it("a chunk of no told length is refused when it ends a byte too early", async () => {
    const file = newPackage();
    const { upload_id } = await uploader.create(file);
    const { socket, answer } = begin(upload_id, { "transfer-encoding": "chunked", connection: "close" });
    const short = file.bytes.subarray(1);
    socket.write(`${short.length.toString(16)}\r\n`);
    socket.write(short);
    socket.write("\r\n0\r\n\r\n");
    expect(await answer).toMatch(/^HTTP\/1\.1 400 [^]*"code":"upload_chunk"[^]*instead of/);
    expect(filesOf(upload_id)).toEqual([]);
    expect((await uploader.get(upload_id)).received).toEqual([]);
  });

  it("an endless chunk is refused as soon as it is too long", async () => {
    const file = newPackage();
    const { upload_id } = await uploader.create(file);
    const { socket, answer } = begin(upload_id, { "transfer-encoding": "chunked" });
    const piece = Buffer.alloc(64 * 1024, 7);
    const framed = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
    let sent = 0;
    const flood = () => {
      do sent += piece.length;
      while (!socket.destroyed && socket.write(framed));
    };
    socket.on("drain", flood);
    flood();
    expect(await answer).toMatch(/^HTTP\/1\.1 400 [^]*"code":"upload_chunk"[^]*more than \d+ bytes/);
    // What it had sent when the server hung up is some buffers' worth, not gigabytes.
    expect(sent).toBeLessThan(64 * 1024 ** 2);
    expect(filesOf(upload_id)).toEqual([]);
    expect((await uploader.get(upload_id)).received).toEqual([]);
  });

  it("a stranger's chunk is refused before it is read", async () => {
    const { upload_id } = await uploader.create(newPackage());
    const { socket, answer } = begin(upload_id, { cookie: "udt_session_id=wrong", "content-length": "10" });
    const [first] = (await once(socket, "data")) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
    await answer;
  });

  it("a full disk counts nothing and is told as such", async () => {
    const { database, bus } = udt.server;
    const real = folderBlobs(join(udt.settings.data_dir, "blobs"));
    /** Every write ends where the kernel has no space: its own ENOSPC, at the key's usual place in the code. */
    const full: Blobs = {
      ...real,
      put: async (_key, source) => {
        await pipeline(source, createWriteStream("/dev/full"));
        return 0;
      },
    };
    const readPackage = threadedPackageReader();
    const service = (blobs: Blobs) =>
      new UploadsService({
        database,
        bus,
        clock: udt.clock,
        audit: new AuditService(database, udt.clock),
        blobs,
        loose: new LooseBlobs({ database, blobs, clock: udt.clock }),
        log: udt.server.app.log,
        readPackage,
      });
    const onFull = service(full);
    try {
      const file = newPackage();
      const owner = { project_id: project, user_id: member.user_id };
      const { upload_id } = await onFull.create(owner, { file_name: "demo.apk", ...file });
      const key = { ...owner, upload_id };
      const { user_id, user_name } = member;
      const acting = {
        user_id,
        user_name,
        email: "",
        head_image: "",
        auth_type: 2 as const,
        udt_admin: false,
        language: null,
      };
      const refused = async (work: Promise<unknown>) =>
        expect(refusalOf(await work.catch((error: unknown) => error))).toMatchObject({ code: "storage_full" });
      await refused(onFull.putChunk(key, 1, Readable.from([file.bytes]), undefined));
      expect((await onFull.get(key)).received).toEqual([]);
      // There was room for the chunks, but not for the joined file: they stay, and it can be asked again.
      expect((await uploader.chunk(upload_id, 1, file.bytes)).ret).toBe(0);
      await refused(onFull.synthesize({ user: acting, ip: "" }, project, upload_id));
      expect((await uploader.get(upload_id)).received).toEqual([1]);
      expect((await uploader.synthesize(upload_id)).ret).toBe(0);
    } finally {
      await onFull.close();
    }
  });
});

describe("a server that is killed while it joins an upload", () => {
  let database: TestDatabase;
  const running: ChildProcess[] = [];
  beforeAll(async () => {
    database = await embedded();
  });
  afterAll(async () => {
    for (const server of running) {
      if (server.exitCode !== null || server.signalCode !== null) continue;
      server.kill("SIGKILL");
      await once(server, "exit");
    }
    await database.dispose();
  });

  async function start(): Promise<{ url: string; kill(): Promise<void> }> {
    const main = fileURLToPath(new URL("../../main.ts", import.meta.url));
    const server = spawn(process.execPath, [main], {
      env: {
        PATH: process.env["PATH"],
        UDT_PORT: "0",
        UDT_DATA_DIR: database.settings.data_dir,
        UDT_DEMO: "1",
        UDT_ADMIN_PASSWORD: "sunny day 1",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    running.push(server);
    for await (const line of createInterface(server.stdout)) {
      const url = /^UDT is ready at (\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      server.stdout.resume();
      return {
        url,
        kill: async () => {
          server.kill("SIGKILL");
          await once(server, "exit");
        },
      };
    }
    throw new Error("the server did not start");
  }

  class Remote {
    cookie = "";
    readonly #url: string;
    constructor(url: string) {
      this.#url = url;
    }
    async call<T>(method: string, path: string, body?: Buffer | object): Promise<T> {
      const isBytes = Buffer.isBuffer(body);
      const response = await fetch(`${this.#url}${path}?project=demo`, {
        method,
        headers: {
          ...XHR_HEADER,
          cookie: this.cookie,
          ...(body && { "content-type": isBytes ? "application/octet-stream" : "application/json" }),
        },
        ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
      });
      this.cookie = response.headers.get("set-cookie")?.split(";")[0] ?? this.cookie;
      const { ret, data, msg } = (await response.json()) as { ret: number; data: T; msg: string };
      if (ret !== 0) throw new Error(msg);
      return data;
    }
    async signIn(): Promise<this> {
      await this.call("POST", ENDPOINTS.userLogin.path, { email: "admin@udt.local", password: "sunny day 1" });
      return this;
    }
    create({ md5, size_bytes }: PackageBytes): Promise<Upload> {
      return this.call("POST", ENDPOINTS.uploadCreate.path, { file_name: "demo.apk", md5, size_bytes });
    }
  }

  it("finds the upload as it was, and joins it when asked again", async () => {
    const file = newPackage({ paddingBytes: 64 * 1024 ** 2 });
    const first = await start();
    const remote = await new Remote(first.url).signIn();
    const { upload_id, chunk_number } = await remote.create(file);
    for (let chunk = 1; chunk <= chunk_number; chunk++) {
      await remote.call("PUT", fillPath(ENDPOINTS.uploadChunk.path, { upload_id, chunk }), chunkOf(file, chunk));
    }
    const synthesis = fillPath(ENDPOINTS.uploadSynthesize.path, { upload_id });
    const cut = remote.call("POST", synthesis).then(
      () => "answered",
      () => "cut",
    );
    const packages = join(database.settings.data_dir, "blobs", "packages");
    const parts = () => (existsSync(packages) ? readdirSync(packages).filter((name) => name.endsWith(".part")) : []);
    await eventually(() => expect(parts()).toHaveLength(1), 1);
    await first.kill();
    expect(await cut).toBe("cut");

    const second = await start();
    const again = await new Remote(second.url).signIn();
    const upload = await again.create(file);
    expect(upload).toMatchObject({ upload_id, app: null });
    expect(upload.received).toHaveLength(chunk_number);
    const app = await again.call<App>("POST", synthesis);
    expect(app).toMatchObject({ md5: file.md5, size_bytes: file.size_bytes });
    await second.kill();
    // The demo's own app lies there, too.
    const kept = readdirSync(packages).filter(
      (name) => !name.endsWith(".part") && statSync(join(packages, name)).size === file.size_bytes,
    );
    expect(kept).toHaveLength(1);
    const md5 = createHash("md5");
    await pipeline(createReadStream(join(packages, kept[0]!)), md5);
    expect(md5.digest("hex")).toBe(file.md5);
  }, 120_000);
});
