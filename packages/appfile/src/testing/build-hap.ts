import { squarePng } from "./png.ts";
import { writeResourceIndex, writeResourceIndexV2, type IndexResource } from "./resource-index-writer.ts";
import { writeZip, type ZipEntry } from "./zip-writer.ts";

export interface BuildHapOptions {
  packageName?: string;
  versionCode?: number;
  versionName?: string;
  minApi?: number;
  targetApi?: number;
  label?: string;
  labels?: Record<string, string>;
  permissions?: string[];
  deviceTypes?: string[];
  abis?: string[];
  debuggable?: boolean;
  /** `stage` with module.json, `fa` with the older config.json. */
  model?: "stage" | "fa";
  /** Layout of resources.index. */
  index?: 1 | 2;
  /** `layered`: a background and a foreground. */
  icon?: "png" | "layered" | "none";
  paddingBytes?: number;
  extraEntries?: ZipEntry[];
}

const LABEL_ID = 0x01000000;
const ICON_ID = 0x01000001;
const STRING = 9;
const MEDIA = 19;
const SDPI = 120;
const XXLDPI = 480;

/** A HAP with what the reader needs of one, unsigned. */
export function buildHap(options: BuildHapOptions = {}): Uint8Array {
  const { label = "UDT Demo", labels = { zh: "UDT 演示", ja: "UDT デモ" }, icon = "png", index = 1 } = options;
  const { model = "stage", abis = [], paddingBytes = 0 } = options;
  const media = "resources/base/media";
  const resources: IndexResource[] = [
    {
      id: LABEL_ID,
      type: STRING,
      name: "app_name",
      variants: [{ value: label }, ...Object.entries(labels).map(([locale, value]) => ({ locale, value }))],
    },
    {
      id: ICON_ID,
      type: MEDIA,
      name: "app_icon",
      variants:
        icon === "layered"
          ? [{ value: `entry/${media}/layered_image.json` }]
          : [
              { density: SDPI, value: `entry/${media}/small.png` },
              { density: XXLDPI, value: `entry/${media}/app_icon.png` },
            ],
    },
  ];
  const profile = model === "stage" ? stageProfile(options) : faProfile(options);
  const layered = { "layered-image": { background: "$media:background", foreground: "$media:foreground" } };
  const entries: ZipEntry[] = [
    { name: model === "stage" ? "module.json" : "config.json", content: Buffer.from(JSON.stringify(profile)) },
    { name: "pack.info", content: Buffer.from(JSON.stringify({ summary: {}, packages: [] })) },
    { name: "resources.index", content: (index === 1 ? writeResourceIndex : writeResourceIndexV2)(resources) },
    ...(icon === "png"
      ? [
          { name: `${media}/small.png`, content: squarePng(40, [32, 96, 200]) },
          { name: `${media}/app_icon.png`, content: squarePng(160, [32, 96, 200]) },
        ]
      : []),
    ...(icon === "layered"
      ? [
          { name: `${media}/layered_image.json`, content: Buffer.from(JSON.stringify(layered)) },
          { name: `${media}/background.png`, content: squarePng(64, [255, 255, 255]) },
          { name: `${media}/foreground.png`, content: squarePng(64, [200, 48, 48]) },
        ]
      : []),
    ...abis.map((abi) => ({ name: `libs/${abi}/libentry.so`, content: Buffer.from("\u007fELF", "latin1") })),
    ...(paddingBytes > 0 ? [{ name: "resources/padding", content: Buffer.alloc(paddingBytes), deflate: false }] : []),
    ...(options.extraEntries ?? []),
  ];
  const { content, directory, end } = writeZip(entries);
  return Buffer.concat([content, directory, end]);
}

const shown = { label: "$string:app_name", labelId: LABEL_ID, icon: "$media:app_icon", iconId: ICON_ID };
const home = [{ entities: ["entity.system.home"], actions: ["action.system.home"] }];
const DEFAULT_PERMISSIONS = ["ohos.permission.INTERNET"];

const stageProfile = (options: BuildHapOptions): unknown => ({
  app: {
    bundleName: options.packageName ?? "dev.udt.demo",
    versionCode: options.versionCode ?? 1,
    versionName: options.versionName ?? "1.0",
    minAPIVersion: options.minApi ?? 50000012,
    targetAPIVersion: options.targetApi ?? 50005017,
    debug: options.debuggable ?? false,
    ...shown,
  },
  module: {
    name: "entry",
    type: "entry",
    mainElement: "EntryAbility",
    deviceTypes: options.deviceTypes ?? ["phone", "tablet"],
    requestPermissions: (options.permissions ?? DEFAULT_PERMISSIONS).map((name) => ({ name })),
    abilities: [{ name: "EntryAbility", skills: home, ...shown }],
  },
});

const faProfile = (options: BuildHapOptions): unknown => ({
  app: {
    bundleName: options.packageName ?? "dev.udt.demo",
    version: { code: options.versionCode ?? 1, name: options.versionName ?? "1.0" },
    apiVersion: { compatible: options.minApi ?? 7, target: options.targetApi ?? 9 },
  },
  deviceConfig: { default: { debug: options.debuggable ?? false } },
  module: {
    deviceType: options.deviceTypes ?? ["phone", "tablet"],
    distro: { moduleType: "entry" },
    mainAbility: "dev.udt.demo.MainAbility",
    reqPermissions: (options.permissions ?? DEFAULT_PERMISSIONS).map((name) => ({ name })),
    abilities: [{ name: "dev.udt.demo.MainAbility", skills: home, ...shown }],
  },
});
