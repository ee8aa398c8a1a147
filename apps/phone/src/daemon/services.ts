import type { AdbDeviceConnection, AdbServiceHandler } from "@udt/adb";
import type { ShellPhone } from "../shell/program.ts";
import { serveFramebuffer } from "./framebuffer-service.ts";
import { serveReverse } from "./reverse-service.ts";
import { serveRawShell, serveShellV2 } from "./shell-service.ts";
import { serveSync } from "./sync-service.ts";

/** What the banner may promise: each of these is served in full. */
export const FEATURES = ["shell_v2", "cmd", "stat_v2", "ls_v2", "fixed_push_mkdir"] as const;

/** What the daemon needs of its phone beyond what its commands need. */
export interface DaemonPhone extends ShellPhone {
  /** Restarts the phone: its connections end, its apps stop, its boot id changes. */
  reboot(): void;
}

/** Finds the handler of a service name; undefined refuses the stream, as adbd does for what it cannot open. */
export function resolveService(
  phone: DaemonPhone,
  service: string,
  connection: AdbDeviceConnection,
): AdbServiceHandler | undefined {
  const colon = service.indexOf(":");
  const name = colon < 0 ? service : service.slice(0, colon);
  const rest = colon < 0 ? "" : service.slice(colon + 1);
  const [kind, ...options] = name.split(",");
  switch (kind) {
    case "shell":
      return shellHandler(phone, rest, options);
    case "exec":
      return (stream) => serveRawShell(phone, stream, rest, false);
    case "sync":
      return (stream) => serveSync(phone.system.files, stream);
    case "reverse":
      return (stream) => serveReverse(phone.system.sockets, connection, stream, rest);
    case "tcp":
    case "localabstract":
      return socketHandler(phone, kind, rest);
    case "framebuffer":
      return (stream) => serveFramebuffer(phone.screen, stream);
    case "reboot":
      return async () => phone.reboot();
    case "root":
      return say("adbd cannot run as root in production builds\n");
    case "unroot":
      return say("adbd not running as root\n");
    case "remount":
      return say('Not running as root. Try "adb root" first.\n');
    case "jdwp":
      return rest ? undefined : say("");
    case "track-jdwp":
      // A list of debuggable processes: none, and it never changes, so the stream only ends with its reader.
      return async (stream) => {
        await stream.write(new TextEncoder().encode("0000"));
        await stream.closed;
      };
    default:
      return undefined;
  }
}

function shellHandler(phone: DaemonPhone, command: string, options: readonly string[]): AdbServiceHandler {
  if (options.includes("v2")) return (stream) => serveShellV2(phone, stream, command, options);
  const hasTerminal = options.includes("pty") || (command === "" && !options.includes("raw"));
  return (stream) => serveRawShell(phone, stream, command, hasTerminal);
}

function socketHandler(phone: DaemonPhone, kind: string, name: string): AdbServiceHandler | undefined {
  const listener = phone.system.sockets.listener(`${kind}:${name}`);
  if (!listener) return undefined;
  return async (stream) => {
    listener(stream);
    await stream.closed;
  };
}

function say(text: string): AdbServiceHandler {
  return async (stream) => {
    if (text) await stream.write(new TextEncoder().encode(text));
  };
}
