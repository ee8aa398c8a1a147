import { NO_FAULTS } from "../../system/no-faults.ts";
import { deferred, Emitter } from "@udt/base";
import { builtinPackages } from "../../apps/index.ts";
import { Sounds } from "../../system/sounds.ts";
import type { InstalledPackage, LogLevel, PhoneProfile, PhoneSockets, PhoneStream, PhoneSystem } from "../../types.ts";

export interface LogLine {
  level: LogLevel;
  tag: string;
  message: string;
}

/** Everything the screen asks of the system, held in memory, with what specs look at. */
export interface MemorySystem extends PhoneSystem {
  lines: LogLine[];
  install(installed: InstalledPackage): void;
  clear(packageName: string): void;
  /** Connects to a `listen`ed name as a client would through `adb forward`. */
  dial(name: string): Promise<PhoneStream>;
  /** Answers `sockets.connect`, as a client behind `adb reverse`. */
  accept(name: string, onStream: (stream: PhoneStream) => void): void;
}

export const testProfile = (overrides: Partial<PhoneProfile> = {}): PhoneProfile => ({
  serial: "udt-test",
  brand: "UDT",
  model: "Test One",
  device: "test_one",
  os_version: "14",
  sdk: 34,
  width: 720,
  height: 1600,
  density_dpi: 320,
  cpu: { name: "Virtual", abi: "arm64-v8a", cores: 8 },
  gpu: "Virtual GPU",
  memory_bytes: 8 * 1024 ** 3,
  ...overrides,
});

/** Two ends of one in-memory byte stream. */
export const streamPair = (): [PhoneStream, PhoneStream] => {
  const closed = deferred<void>();
  const toLeft = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 16 }, { highWaterMark: 16 });
  const toRight = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 16 }, { highWaterMark: 16 });
  const leftWriter = toRight.writable.getWriter();
  const rightWriter = toLeft.writable.getWriter();
  const close = (): void => {
    closed.resolve();
    for (const writer of [leftWriter, rightWriter]) writer.close().catch(() => undefined);
  };
  const end = (readable: ReadableStream<Uint8Array>, writer: WritableStreamDefaultWriter<Uint8Array>): PhoneStream => ({
    readable,
    write: (bytes) => writer.write(bytes.slice()),
    close,
    closed: closed.promise,
  });
  return [end(toLeft.readable, leftWriter), end(toRight.readable, rightWriter)];
};

const memorySockets = (): PhoneSockets & Pick<MemorySystem, "dial" | "accept"> => {
  const listeners = new Map<string, (stream: PhoneStream) => void>();
  const clients = new Map<string, (stream: PhoneStream) => void>();
  const waiting = new Map<string, (() => void)[]>();
  return {
    listen: (name, onStream) => {
      listeners.set(name, onStream);
      for (const wake of waiting.get(name) ?? []) wake();
      return () => listeners.delete(name);
    },
    connect: async (name) => {
      const onStream = clients.get(name);
      if (onStream === undefined) throw new Error(`connection refused: ${name}`);
      const [near, far] = streamPair();
      onStream(far);
      return near;
    },
    dial: async (name) => {
      if (!listeners.has(name)) {
        await new Promise<void>((resolve) => waiting.set(name, [...(waiting.get(name) ?? []), resolve]));
      }
      const [near, far] = streamPair();
      listeners.get(name)!(far);
      return near;
    },
    accept: (name, onStream) => void clients.set(name, onStream),
  };
};

/** With a zone that tests may change. */
export function memoryProps(): PhoneSystem["props"] & { timeZone: string } {
  return { timeZone: "UTC", changed: new Emitter() };
}

export const memorySystem = (profile: PhoneProfile = testProfile()): MemorySystem => {
  const lines: LogLine[] = [];
  const values = new Map<string, string>();
  const settingsChanged: PhoneSystem["settings"]["changed"] = new Emitter();
  const packagesChanged: PhoneSystem["packages"]["changed"] = new Emitter();
  const packages = builtinPackages(profile);
  const sockets = memorySockets();
  return {
    profile,
    accounts: new Map(),
    lines,
    log: { write: (level, tag, message) => void lines.push({ level, tag, message }) },
    settings: {
      get: (namespace, key) => values.get(`${namespace}/${key}`),
      put: (namespace, key, value) => {
        values.set(`${namespace}/${key}`, value);
        settingsChanged.emit({ namespace, key, value });
      },
      changed: settingsChanged,
    },
    packages: {
      list: () => packages,
      find: (name) => packages.find(({ package_name }) => package_name === name),
      changed: packagesChanged,
    },
    sockets,
    dial: sockets.dial,
    accept: sockets.accept,
    battery: { level: 82, charging: false },
    usage: {
      started: () => undefined,
      ended: () => undefined,
      shown: () => undefined,
      awake: () => undefined,
      frame: () => undefined,
      encoded: () => undefined,
      input: () => undefined,
      worked: () => undefined,
      held: () => undefined,
      moved: () => true,
      onRead: () => undefined,
    },
    sounds: new Sounds({
      get: (space, key) => values.get(`${space}/${key}`),
      put: () => undefined,
      changed: settingsChanged,
    }),
    camera: { images: () => [], changed: new Emitter(), keep: () => undefined },
    faults: { ...NO_FAULTS },
    faultsChanged: new Emitter(),
    props: memoryProps(),
    install: (installed) => {
      packages.push(installed);
      packagesChanged.emit({ package_name: installed.package_name, kind: "installed" });
    },
    clear: (packageName) => packagesChanged.emit({ package_name: packageName, kind: "cleared" }),
  };
};
