import { squarePng } from "@udt/appfile/testing";
import { Emitter } from "@udt/base";
import { type ConformanceTarget, describeDevice } from "./conformance.ts";
import { type Device, DeviceRefusal, type InputSink, type ScreenEvent } from "./index.ts";

const SIZE = 64;
const GREY = squarePng(SIZE, [128, 128, 128]);
const RED = squarePng(SIZE, [200, 0, 0]);

/** A picture that turns red where it is touched, and nothing more: no video, no keys, no shell, no apps. */
function touchPicture(): Device {
  let picture = GREY;
  const changed = new Emitter<Uint8Array>();
  const show = (next: Buffer) => changed.emit((picture = next));
  const refuse = () => Promise.reject(new DeviceRefusal("a picture takes touches alone"));
  const sink: InputSink = {
    touch: ({ action }) => Promise.resolve(action === "down" ? show(RED) : undefined),
    scroll: refuse,
    key: refuse,
    text: refuse,
    setClipboard: refuse,
    getClipboard: refuse,
    clipboardChanged: new Emitter(),
    rotate: refuse,
    wake: () => Promise.resolve(),
    darken: refuse,
  };
  const openScreen = (onEvent: (event: ScreenEvent) => void, signal: AbortSignal) => {
    const ended = Promise.withResolvers<string>();
    const tell = (data: Uint8Array) => onEvent({ type: "packet", kind: "still", pts_us: 0n, data });
    onEvent({ type: "meta", source: "stills", codec: "picture" });
    onEvent({ type: "size", width: SIZE, height: SIZE });
    tell(picture);
    const off = changed.on(tell);
    const end = () => {
      off();
      ended.resolve("closed");
    };
    signal.addEventListener("abort", end, { once: true });
    return Promise.resolve({
      requestKeyFrame: () => tell(picture),
      input: undefined,
      ended: ended.promise,
      dispose: () => Promise.resolve(end()),
    });
  };
  return {
    identity: { serial: "picture", boot_id: "1" },
    capabilities: {
      screen: {
        open: (_options, onEvent, signal) => openScreen(onEvent, signal),
        capture: () => Promise.resolve(picture),
      },
      input: { open: () => Promise.resolve(sink) },
    },
    async facts(signal) {
      signal.throwIfAborted();
      return {
        os: "harmony",
        os_version: "1",
        brand: "UDT",
        model: "Picture",
        hardware_model: "picture",
        width: SIZE,
        height: SIZE,
        cpu_name: "none",
        cpu_arch: "none",
        cpu_cores: 1,
        gpu: "none",
        memory_bytes: GREY.length,
        battery_level: null,
        is_virtual: true,
        battery_charging: false,
        free_bytes: null,
        total_bytes: null,
        battery_cycles: null,
        battery_celsius: null,
      };
    },
    async check(signal) {
      signal.throwIfAborted();
    },
    endpoints: () => [],
    gone: new Promise(() => {}),
    mark: () => Promise.resolve(null),
    removing: (mark) => mark,
    keeping: (mark) => mark,
    sparing: (mark) => mark,
    clean: () => Promise.resolve(show(GREY)),
  };
}

function openPicture(): Promise<ConformanceTarget> {
  const device = touchPicture();
  return Promise.resolve({
    device,
    async showButton() {
      await device.clean(null, AbortSignal.timeout(1000));
      return { x: SIZE / 2, y: SIZE / 2 };
    },
    dispose: () => Promise.resolve(),
  });
}

describeDevice("a picture that can be touched", openPicture, ["screen", "input"]);
