/** What a server does whose disk is really full, and that it goes on when there is room. */
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS, fillPath, LIMITS, XHR_HEADER } from "@udt/contract";
import { smallDisk, type SmallDisk } from "@udt/testkit";
import { threeChunks, Uploader } from "../src/assets/apps/apps.fixture.ts";
import { refusalOf } from "../src/platform/http/answers.ts";
import { sql } from "../src/platform/database/sql.ts";
import { embedded, onEachDatabase, type TestDatabase } from "./databases.ts";
import { TestServer, until, type Person } from "./harness.ts";

const probe = smallDisk(1);
probe?.unmount();
if (!probe) console.warn("SKIPPED: the specs of a full disk, because no file system can be mounted here");

/** A server all of whose files are on a small disk. */
class Cramped {
  readonly udt: TestServer;
  readonly disk: SmallDisk;
  readonly owner: Person;
  #isFull = false;
  private constructor(udt: TestServer, disk: SmallDisk, owner: Person) {
    this.udt = udt;
    this.disk = disk;
    this.owner = owner;
  }

  static async start(open: () => Promise<TestDatabase>): Promise<Cramped> {
    const disk = smallDisk(200)!;
    const { UDT_TEST_FOLDER } = process.env;
    // Where the suites' databases make their folders.
    process.env["UDT_TEST_FOLDER"] = disk.folder;
    try {
      const udt = await TestServer.start(open);
      return new Cramped(udt, disk, await udt.person("owner"));
    } catch (error) {
      disk.unmount();
      throw error;
    } finally {
      process.env["UDT_TEST_FOLDER"] = UDT_TEST_FOLDER;
    }
  }

  get signIn(): { email: string; password: string | undefined } {
    const { admin_email, admin_password } = this.udt.settings;
    return { email: admin_email, password: admin_password };
  }
  fill(): void {
    this.disk.fill();
    this.#isFull = true;
  }
  free(): void {
    if (this.#isFull) this.disk.free();
    this.#isFull = false;
  }
  async health(): Promise<number> {
    return (await this.udt.call(ENDPOINTS.health)).status;
  }
  async createProject(project_id: string): Promise<{ status: number; code: string | undefined }> {
    const body = { project_id, name: `Project${project_id}`, visibility: 1 };
    return this.udt.call(ENDPOINTS.projectCreate, { as: this.owner, body });
  }
  async dispose(): Promise<void> {
    this.free();
    await this.udt.dispose();
    this.disk.unmount();
  }
}

describe.skipIf(!probe)("a full disk", () => {
  onEachDatabase("under tables and files", (open) => {
    let cramped: Cramped;
    beforeAll(async () => {
      cramped = await Cramped.start(open);
    });
    afterEach(() => cramped.free());
    afterAll(() => cramped.dispose());

    it("refuses what is written in the database as such, and takes it once there is room", async () => {
      const { udt } = cramped;
      cramped.fill();
      let made = 0;
      const full = await until(async () => {
        const answer = await cramped.createProject(`full${made++}`);
        expect(answer.status).not.toBe(200);
        return answer;
      });
      expect(full).toMatchObject({ status: 507, code: "storage_full" });
      expect(await cramped.health()).toBe(507);
      // What is read is not refused.
      await udt.ok(ENDPOINTS.projectList, { as: cramped.owner });
      cramped.free();
      expect(await cramped.createProject("roomy")).toMatchObject({ status: 200 });
      expect(await cramped.health()).toBe(200);
    });

    it("refuses a sign-in as such", async () => {
      const { udt } = cramped;
      cramped.fill();
      // The free places of the pages that there are.
      await until(() => expect(udt.session(cramped.owner)).rejects.toThrow());
      await udt.refused(ENDPOINTS.userLogin, { body: cramped.signIn }, "storage_full");
      cramped.free();
      await udt.ok(ENDPOINTS.userLogin, { body: cramped.signIn });
    });

    it("is told by the health while the database has found nothing out yet", async () => {
      expect(await cramped.health()).toBe(200);
      cramped.fill();
      expect(await cramped.health()).toBe(507);
      cramped.free();
      expect(await cramped.health()).toBe(200);
    });

    it.each(["keep-alive", "close"])(
      "is told to an uploader that listens only once it has sent everything (%s)",
      async (connection) => {
        const { udt, owner } = cramped;
        const project = await udt.project(`upload-${connection}`, [{ person: owner, user_type: 2 }]);
        const { upload_id } = await new Uploader(udt, owner, project).create(threeChunks());
        cramped.fill();
        const path = fillPath(ENDPOINTS.uploadChunk.path, { upload_id, chunk: 1 });
        const headers = {
          host: "127.0.0.1",
          cookie: owner.cookie,
          "content-type": "application/octet-stream",
          "content-length": LIMITS.chunk_size_bytes,
          connection,
          ...XHR_HEADER,
        };
        const head = `PUT ${path}?project=${project} HTTP/1.1\r\n${Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join("")}\r\n`;
        const socket = connect(udt.server.port, "127.0.0.1").pause();
        socket.write(head);
        await new Promise<void>((sent, failed) => {
          socket.once("error", failed);
          socket.write(Buffer.alloc(LIMITS.chunk_size_bytes, 7), () => sent());
        });
        if (connection === "keep-alive") socket.write("GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        const pieces: Buffer[] = [];
        for await (const piece of socket) pieces.push(piece as Buffer);
        const answers = Buffer.concat(pieces)
          .toString()
          .match(/HTTP\/1\.1 \d+/g);
        expect(answers).toEqual(connection === "close" ? ["HTTP/1.1 507"] : ["HTTP/1.1 507", "HTTP/1.1 507"]);
      },
    );
  });

  describe("under the embedded database's log", () => {
    let cramped: Cramped;
    beforeAll(async () => {
      cramped = await Cramped.start(embedded);
    });
    afterAll(() => cramped.dispose());

    it("ends the database, which comes back with all that it had said once there is room", async () => {
      const { db } = cramped.udt.server.database;
      await db.execute(sql`create table counted (n int, words text) with (fillfactor = 20)`);
      await db.execute(sql`insert into counted select 0, repeat('x', 200) from generate_series(1, 400)`);
      cramped.fill();
      let said = 0;
      const broken = await (async () => {
        // Written in place, it takes no room but in the log.
        for (; ; said++) await db.execute(sql`update counted set n = n + 1`);
      })().catch((error: unknown) => error);
      expect(refusalOf(broken).code).toBe("storage_full");
      expect(await cramped.health()).toBe(507);
      await cramped.udt.refused(ENDPOINTS.userLogin, { body: cramped.signIn }, "storage_full");
      expect(await cramped.createProject("full")).toMatchObject({ status: 507 });
      cramped.free();
      await until(async () => expect(await cramped.health()).toBe(200));
      const { rows } = await db.execute(sql`select min(n), max(n), count(*)::int from counted`);
      expect(rows).toEqual([{ min: said, max: said, count: 400 }]);
      await cramped.udt.ok(ENDPOINTS.userLogin, { body: cramped.signIn });
      expect(await cramped.createProject("roomy")).toMatchObject({ status: 200 });
    });
  });
});
