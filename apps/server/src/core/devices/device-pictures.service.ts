import { pictureFacts } from "@udt/base";
import { LIMITS, UdtError, type AgentToServer } from "@udt/contract";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { pictureOf, type Asking } from "./device-answers.ts";
import type { DevicesService } from "./devices.service.ts";
import * as repository from "./pictures.repository.ts";

type Picture = Extract<AgentToServer, { type: "picture" }>;

/** The last picture of each device. Those of a test go when its lease is released, in the statement that releases it. */
export class DevicePicturesService {
  readonly #needs: { database: Database; bus: Bus; clock: ServerClock; devices: DevicesService };

  constructor(needs: { database: Database; bus: Bus; clock: ServerClock; devices: DevicesService }) {
    this.#needs = needs;
  }

  /**
   * Keeps what a device shows. What is of another agent's device, of another lease than the device is held by, or no such
   * picture, is passed over: nobody waits for an answer, and another will come.
   */
  async keep(agent_id: string, { serial, lease, jpeg: text }: Picture): Promise<void> {
    const { bus, clock, devices } = this.#needs;
    const jpeg = Buffer.from(text, "base64");
    if (!isSmallPicture(jpeg)) return;
    await bus.transaction(async (tx, announce) => {
      const device = await repository.lockDeviceOf(tx, agent_id, serial);
      if (!device || !isSame(device.lease, lease)) return;
      const { device_id } = device;
      await repository.putPicture(tx, { device_id, taken_at: clock.now(), jpeg, test_id: lease?.test_id ?? null });
      // While it is in use they come all the time: who looks asks now and then.
      if (!lease) await devices.changed(tx, announce, [device_id]);
    });
  }

  /** The JPEG. @throws UdtError device_not_found, device_not_in_project, picture_not_found */
  async get(asking: Asking, device_id: string): Promise<Buffer> {
    const { database, devices } = this.#needs;
    const picture = pictureOf(await devices.seen(asking.project_id, device_id), asking);
    const jpeg = picture && (await repository.readPicture(database.db, { ...picture, device_id }));
    if (!jpeg) throw new UdtError("picture_not_found", { device_id });
    return jpeg;
  }
}

const isSame = (held: Picture["lease"], said: Picture["lease"]): boolean =>
  held?.lease_token === said?.lease_token && held?.test_id === said?.test_id;

function isSmallPicture(jpeg: Buffer): boolean {
  const facts = pictureFacts(jpeg);
  return (
    facts?.content_type === "image/jpeg" &&
    jpeg.length <= LIMITS.device_picture_max_bytes &&
    Math.max(facts.width, facts.height) <= LIMITS.device_picture_max_px
  );
}
