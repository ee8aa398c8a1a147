import { pictureFacts } from "@udt/base";
import { cameraToServer, type CameraImage, type CameraImagePlace, LIMITS, UdtError } from "@udt/contract";
import type { WebSocket } from "ws";
import type { ServerClock } from "../../platform/clock.ts";
import { agentError, closedFor, parseJson, unreadableAnswer } from "../links/links.service.ts";
import type { TestsService } from "../sessions/tests.service.ts";
import type { OwnOf, StreamsService } from "../streams/streams.service.ts";

/** What a device is given to take a picture. */
const ANSWER_TIMEOUT_MS = 40_000;

export interface CameraNeeds {
  streams: StreamsService;
  tests: TestsService;
  clock: ServerClock;
}

/** Pictures for the cameras of a running test's device, by a stream for each. */
export class CameraService {
  readonly #needs: CameraNeeds;
  constructor(needs: CameraNeeds) {
    this.#needs = needs;
  }

  /**
   * Hands a picture to the device's camera. What it is follows from its bytes, whatever it is called.
   * @throws UdtError camera_image_type, camera_image_size, body_too_large, test_ended, test_not_running, test_watched,
   * agent_lost, agent_timeout, or what the agent refuses with
   */
  async set(
    of: OwnOf,
    { type, image_index }: CameraImagePlace,
    bytes: Uint8Array,
  ): Promise<Omit<CameraImage, "modified_at">> {
    demandPicture(bytes);
    const { streams, tests } = this.#needs;
    tests.touch(of.test_id);
    const socket = await streams.openOwn(of, "camera");
    try {
      const answer = this.#answer(socket);
      socket.send(JSON.stringify({ camera: type, image_index }));
      socket.send(bytes);
      streams.passed.emit({ stream: "camera", bytes: bytes.length });
      socket.resume();
      await answer;
      return { type, image_index, size_bytes: bytes.length };
    } finally {
      socket.close(1000);
    }
  }

  #answer(socket: WebSocket): Promise<void> {
    const answered = Promise.withResolvers<void>();
    const { clock } = this.#needs;
    const cancelTimer = clock.at(clock.now() + ANSWER_TIMEOUT_MS, () => answered.reject(new UdtError("agent_timeout")));
    socket.once("message", (data: Buffer) => {
      const message = cameraToServer.safeParse(parseJson(data.toString()));
      if (!message.success) answered.reject(unreadableAnswer());
      else if (message.data.type === "refused") answered.reject(agentError(message.data));
      else answered.resolve();
    });
    socket.once("close", (_code, reason) => answered.reject(closedFor(socket, reason)));
    return answered.promise.finally(cancelTimer);
  }
}

function demandPicture(bytes: Uint8Array): void {
  if (bytes.length > LIMITS.camera_image_max_bytes)
    throw new UdtError("body_too_large", { limit_bytes: LIMITS.camera_image_max_bytes });
  const facts = pictureFacts(bytes);
  if (!facts) throw new UdtError("camera_image_type");
  const max_px = LIMITS.camera_image_max_px;
  if (Math.max(facts.width, facts.height) > max_px) throw new UdtError("camera_image_size", { max_px });
}
