import { Emitter, textBefore } from "@udt/base";
import type { PhoneProfile } from "../types.ts";
import type { SettingsTable } from "./settings.ts";
import { isTimeZone } from "./time-zone.ts";

/** The longest value `setprop` takes for a property that is not `ro.`. */
export const MAX_PROPERTY_LENGTH = 91;

/** The class path of the scrcpy server that the phone brings along. */
export const SCRCPY_SERVER_PATH = "/system/framework/scrcpy-server.jar";

/** Where pictures lie that the cameras see in place of the world: `back-0`, `front-2`, PNG or JPEG. */
export const CAMERA_IMAGES_FOLDER = "/data/local/tmp/camera";

export const TIME_ZONE = "persist.sys.timezone";

/** `ro.build.fingerprint` and the names beside it are made of these. */
const BUILD_ID = "UDT1.260101.001";

/** System properties. The locale is one fact with `settings system system_locales`, whichever side changes it. */
export class SystemProps {
  readonly changed = new Emitter<string>();
  readonly #values: Map<string, string>;
  readonly #settings: SettingsTable;

  constructor(profile: PhoneProfile, settings: SettingsTable, bootedAtMs: number) {
    this.#values = new Map(Object.entries(initialProps(profile, bootedAtMs)));
    this.#settings = settings;
    settings.changed.on((change) => {
      if (change.namespace === "system" && change.key === "system_locales" && change.value) {
        this.#values.set("persist.sys.locale", textBefore(change.value, ","));
      }
    });
  }

  /** By which the phone tells the time. One that nobody knows is Greenwich's, as on Android. */
  get timeZone(): string {
    const zone = this.get(TIME_ZONE);
    return isTimeZone(zone) ? zone : "UTC";
  }

  get(name: string): string {
    return this.#values.get(name) ?? "";
  }

  list(): [name: string, value: string][] {
    return [...this.#values].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** False for a read-only property or a value that is too long. */
  set(name: string, value: string): boolean {
    if (name.startsWith("ro.") || value.length > MAX_PROPERTY_LENGTH) return false;
    this.#values.set(name, value);
    this.changed.emit(name);
    if (name === "persist.sys.locale" && value) this.#settings.put("system", "system_locales", value);
    return true;
  }
}

function initialProps(profile: PhoneProfile, bootedAtMs: number): Record<string, string> {
  const { brand, model, device, os_version: release, cpu } = profile;
  const is64 = cpu.abi === "arm64-v8a" || cpu.abi === "x86_64";
  const fingerprint = `${brand}/${device}/${device}:${release}/${BUILD_ID}/1:user/release-keys`;
  return {
    "dev.bootcomplete": "1",
    "gsm.operator.alpha": "",
    "gsm.sim.state": "ABSENT",
    "init.svc.adbd": "running",
    "init.svc.bootanim": "stopped",
    "net.bt.name": "Android",
    "persist.sys.locale": "en-US",
    [TIME_ZONE]: "UTC",
    "persist.sys.usb.config": "adb",
    "ro.board.platform": "udt",
    "ro.boot.serialno": profile.serial,
    "ro.bootimage.build.date.utc": String(Math.floor(bootedAtMs / 1000)),
    "ro.build.characteristics": "default",
    "ro.build.date.utc": "1767225600",
    "ro.build.display.id": `${BUILD_ID} release-keys`,
    "ro.build.fingerprint": fingerprint,
    "ro.build.id": BUILD_ID,
    "ro.build.product": device,
    "ro.build.tags": "release-keys",
    "ro.build.type": "user",
    "ro.build.version.codename": "REL",
    "ro.build.version.incremental": "1",
    "ro.build.version.release": release,
    "ro.build.version.sdk": String(profile.sdk),
    "ro.build.version.security_patch": "2026-01-01",
    "ro.crypto.state": "encrypted",
    "ro.debuggable": "0",
    "ro.hardware": "udt",
    "ro.kernel.qemu": "0",
    "ro.opengles.version": "196610",
    "ro.product.board": device,
    "ro.product.brand": brand,
    "ro.product.cpu.abi": cpu.abi,
    "ro.product.cpu.abilist": cpu.abi,
    "ro.product.cpu.abilist32": is64 ? "" : cpu.abi,
    "ro.product.cpu.abilist64": is64 ? cpu.abi : "",
    "ro.product.device": device,
    "ro.product.locale": "en-US",
    "ro.product.manufacturer": brand,
    "ro.product.model": model,
    "ro.product.name": device,
    // The phone runs the scrcpy server itself; clients that know these need not push one.
    "ro.scrcpy.server.path": SCRCPY_SERVER_PATH,
    "ro.scrcpy.server.version": "3.3.3",
    "ro.secure": "1",
    "ro.serialno": profile.serial,
    "ro.udt.camera.images": CAMERA_IMAGES_FOLDER,
    // Whoever measures this phone is told that its figures are reckoned; see docs/virtual-phone.md.
    "ro.udt.load": "simulated",
    "ro.sf.lcd_density": String(profile.density_dpi),
    "ro.zygote": is64 ? "zygote64" : "zygote32",
    "service.adb.root": "0",
    "sys.boot_completed": "1",
    "sys.usb.config": "adb",
    "sys.usb.state": "adb",
  };
}
