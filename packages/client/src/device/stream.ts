/** One stream of a device, as a program uses it: say something, and wait for what answers it. */
import { errorMessage, ERRORS, SOCKETS, type BrowserStreamName, type ErrorName } from "@udt/contract";
import { ApiError } from "../client.ts";
import { STREAM_MESSAGES, type StreamIn, type StreamOut } from "../stream-messages.ts";
import { socketUrl } from "../url.ts";
import { DriveFault, type DeviceAccess, type DevicePlace } from "./access.ts";

export type DrivenStream = Extract<BrowserStreamName, "input" | "log" | "performance" | "recording">;

const OPEN_MS = 20_000;

export interface DeviceStream<N extends DrivenStream> {
  send(message: StreamOut<N>): void;
  /**
   * The first message from now on that `find` makes something of; messages are seen once, in their order.
   * @throws ApiError what the stream was refused with · DriveFault no_answer, stream_closed
   */
  next<T>(find: (message: StreamIn<N>) => T | undefined, withinMs: number): Promise<T>;
  close(): void;
}

/** Opens a stream of a running test's device. @throws ApiError, DriveFault as `next` */
export async function openStream<N extends DrivenStream>(
  access: DeviceAccess,
  place: DevicePlace,
  name: N,
): Promise<DeviceStream<N>> {
  const { project, ...of } = place;
  const url = socketUrl(access.client.baseUrl, SOCKETS.stream, { ...of, stream: name }, { project });
  const socket = access.connect(url);
  const waiting: StreamIn<N>[] = [];
  let wake = () => {};
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  socket.addEventListener("message", ({ data }) => {
    const message = STREAM_MESSAGES[name].in.safeParse(parsed(data));
    if (message.success) waiting.push(message.data as StreamIn<N>);
    wake();
  });
  socket.addEventListener("error", () => fail(new DriveFault("stream_closed", `The stream ${name} cannot be opened.`)));
  socket.addEventListener("close", ({ code, reason }) => fail(refusalOf(name, place, code, reason)));
  access.signal?.addEventListener("abort", () => socket.close(), { once: true });

  const until = async (isThere: () => boolean, withinMs: number): Promise<void> => {
    const deadline = Date.now() + withinMs;
    while (!isThere()) {
      if (failure) throw failure;
      const left = deadline - Date.now();
      if (left <= 0) throw new DriveFault("no_answer", `The device did not answer on ${name} within ${withinMs} ms.`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  socket.addEventListener("open", () => wake());
  try {
    await until(() => socket.readyState === socket.OPEN, OPEN_MS);
  } catch (error) {
    socket.close();
    throw error;
  }
  return {
    send: (message) => socket.send(JSON.stringify(message)),
    async next<T>(find: (message: StreamIn<N>) => T | undefined, withinMs: number): Promise<T> {
      let found: T | undefined;
      await until(() => {
        for (let one = waiting.shift(); one; one = waiting.shift()) {
          found = find(one);
          if (found !== undefined) return true;
        }
        return false;
      }, withinMs);
      return found as T;
    },
    close: () => socket.close(),
  };
}

/** Opens a stream for as long as `use` lasts. */
export async function withStream<N extends DrivenStream, T>(
  access: DeviceAccess,
  place: DevicePlace,
  name: N,
  use: (stream: DeviceStream<N>) => Promise<T>,
): Promise<T> {
  const stream = await openStream(access, place, name);
  try {
    return await use(stream);
  } finally {
    stream.close();
  }
}

/** A stream is refused by its close: the code is 4000 and a status, the reason the name of a row. */
function refusalOf(stream: DrivenStream, place: DevicePlace, code: number, reason: string): Error {
  if (!(reason in ERRORS)) return new DriveFault("stream_closed", `The stream ${stream} was closed (${code}).`);
  const name = reason as ErrorName;
  const { test_id, device_id } = place;
  const args = { test_id, device_id };
  const { path } = SOCKETS.stream;
  const { ret, status } = ERRORS[name];
  return new ApiError(errorMessage(name, args), {
    kind: "refused",
    code: name,
    ret,
    status,
    args,
    method: "GET",
    path,
  });
}

function parsed(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return undefined;
  }
}
