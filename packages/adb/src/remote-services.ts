/**
 * What the client of a device that it has for one session alone may ask of it: `use` counts as somebody's doing, `quiet` does
 * not, since tools ask it by themselves as long as they run. What is not here is refused.
 * https://cs.android.com/android/platform/superproject/+/android-14.0.0_r1:packages/modules/adb/SERVICES.TXT
 */
export type RemoteUse =
  | { kind: "use" | "quiet" }
  | {
      kind: "refused";
      /** What the client is told in the service's own way; without it the service is not there. */
      says?: string;
    };

const USE: RemoteUse = { kind: "use" };
const QUIET: RemoteUse = { kind: "quiet" };
/** Services whose answer is a text that adb prints. */
const notHere = (what: string): RemoteUse => ({ kind: "refused", says: `${what} is not possible through UDT\n` });
/** Answered as adbd answers what it cannot do: FAIL, four hex digits of length, and the reason. */
const failing = (reason: string): RemoteUse => ({
  kind: "refused",
  says: `FAIL${reason.length.toString(16).padStart(4, "0")}${reason}`,
});

/** By the first word of a service's name, up to a colon or a comma. */
const SERVICES: Readonly<Record<string, RemoteUse>> = {
  shell: USE,
  exec: USE,
  abb: USE,
  abb_exec: USE,
  sync: USE,
  framebuffer: USE,
  backup: USE,
  restore: USE,
  localabstract: USE,
  localreserved: USE,
  localfilesystem: USE,
  local: USE,
  jdwp: QUIET,
  "track-jdwp": QUIET,
  "track-app": QUIET,
  // The device would dial a port of the computer that it is plugged in to, which is the agent's and not the client's.
  reverse: failing("adb reverse is not possible through UDT: the device cannot dial your computer"),
  // They outlast the session, or take the device from it.
  tcpip: notHere("adb tcpip"),
  usb: notHere("adb usb"),
  root: notHere("adb root"),
  unroot: notHere("adb unroot"),
  remount: notHere("adb remount"),
  reboot: notHere("adb reboot"),
  "disable-verity": notHere("adb disable-verity"),
  "enable-verity": notHere("adb enable-verity"),
};

/** What a client of one session's device may do with a service of this name. */
export function remoteUseOf(service: string): RemoteUse {
  // `tcp:PORT:HOST` would have the device dial on to whatever it reaches.
  if (/^tcp:\d{1,5}$/.test(service)) return USE;
  const word = /^[a-z_-]*/.exec(service)?.[0] ?? "";
  return Object.hasOwn(SERVICES, word) ? (SERVICES[word] ?? { kind: "refused" }) : { kind: "refused" };
}
