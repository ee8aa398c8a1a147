import { SaidError, say } from "@udt/base";
import { type Adb, AdbServerClient } from "@yume-chan/adb";
import { AdbServerNodeTcpConnector } from "@yume-chan/adb-server-node-tcp";
import { AndroidDevice } from "../../src/drivers/android/android-device.ts";
import { ATTACHED_STATES, saidOfState } from "../../src/drivers/android/attached-states.ts";
import { scrcpyServerFile } from "../../src/drivers/android/scrcpy-server-file.ts";
import { runLine } from "../../src/drivers/android/shell.ts";
import { isByNetwork } from "../../src/drivers/android/adb-tcp.ts";
import type { Plan, Wish } from "./wish.ts";

const ATTACH_TIMEOUT_MS = 30_000;
/** A phone that restarts is looked for again so often. */
const LOOK_AGAIN_MS = 1_000;

export interface Attached {
  device: AndroidDevice;
  adb: () => Adb;
  dispose(): Promise<void>;
}

/** @throws Error that says what is wrong and what to do */
export async function demandUsable({ serial, adb }: Wish): Promise<void> {
  const client = new AdbServerClient(new AdbServerNodeTcpConnector(adb));
  const listed = await client.getDevices(ATTACHED_STATES).catch((error: unknown) => {
    throw new Error(`adb_server_missing: no adb server answers at ${adb.host}:${adb.port}: run \`adb start-server\`.`, {
      cause: error,
    });
  });
  const found = listed.find((each) => each.serial === serial);
  if (!found) {
    const names = listed.map((each) => each.serial).join(", ") || "none";
    throw new Error(`not_attached: the adb server lists no ${serial}, but: ${names}.`);
  }
  const said = saidOfState(found.state);
  if (said) throw new SaidError(said);
}

/** Opens the one phone, and finds it again after a restart. */
export async function attach(plan: Pick<Plan, "serial" | "adb" | "scrcpy" | "folder">): Promise<Attached> {
  const client = new AdbServerClient(new AdbServerNodeTcpConnector(plan.adb));
  const ways = new Set<Adb>();
  let device: AndroidDevice | undefined;
  let isOver = false;

  const way = async () => {
    const adb = await client.createAdb({ serial: plan.serial });
    ways.add(adb);
    const lost = () => {
      ways.delete(adb);
      if (!isOver) lookAgain();
    };
    adb.disconnected.then(lost, lost);
    const { stdout } = await runLine(
      adb,
      "getprop ro.serialno; cat /proc/sys/kernel/random/boot_id",
      AbortSignal.timeout(ATTACH_TIMEOUT_MS),
    );
    const [serialno = "", boot_id = ""] = stdout.split("\n").map((line) => line.trim());
    const rank = isByNetwork(plan.serial) ? 2 : 1;
    return { identity: { serial: serialno || plan.serial, boot_id }, way: { adb, rank, name: plan.serial } };
  };
  /** Whether it answers again: as the phone that it was, or as another life of it, which ends this one. */
  const wayAgain = async (): Promise<boolean> => {
    const found = await way().catch(() => undefined);
    if (!found) return false;
    if (device?.takes(found.identity.boot_id)) device.addWay(found.way);
    else device?.end(say("device_restarted"));
    return true;
  };
  const lookAgain = () => {
    const timer = setInterval(() => {
      if (isOver || device?.isGone) return clearInterval(timer);
      void wayAgain().then((isBack) => isBack && clearInterval(timer));
    }, LOOK_AGAIN_MS);
  };

  const first = await way();
  device = await AndroidDevice.open(
    first.identity,
    first.way,
    { serverFile: scrcpyServerFile({ path: plan.scrcpy, cacheDir: plan.folder }), graceMs: ATTACH_TIMEOUT_MS },
    AbortSignal.timeout(ATTACH_TIMEOUT_MS),
  );
  const opened = device;
  return {
    device: opened,
    adb: () => opened.adb(),
    async dispose() {
      isOver = true;
      await Promise.allSettled([...ways].map((adb) => adb.close()));
    },
  };
}
