/** The groups of the conformance suite: what each is about and takes. Plain facts, for whoever tells of it without running it. */
import type { DriverCapability } from "@udt/contract";
import type { ConformanceTarget } from "./target.ts";

export interface ConformanceGroup {
  /** What a device must have for these tests… */
  needs: readonly DriverCapability[];
  /** … and must not have. */
  lacks?: DriverCapability;
  /** What the target must give for them. */
  gives?: readonly (keyof ConformanceTarget)[];
}

/** In the order in which they are told. */
export const CONFORMANCE_GROUPS = {
  facts: { needs: [] },
  screen: { needs: ["screen"] },
  video: { needs: ["screen", "video"] },
  stills: { needs: ["screen"], lacks: "video" },
  touch: { needs: ["screen", "input"], gives: ["showButton"] },
  typing: { needs: ["screen", "input", "keyboard"], gives: ["showTextField"] },
  keys: { needs: ["screen", "input", "keyboard"], gives: ["showTextField"] },
  clipboard: { needs: ["screen", "input", "clipboard"] },
  rotation: { needs: ["screen", "input", "rotation"], gives: ["showButton"] },
  "dark-panel": { needs: ["screen", "video", "input"] },
  shell: { needs: ["shell"] },
  adb: { needs: ["adb"] },
  log: { needs: ["log"], gives: ["writeLog"] },
  apps: { needs: ["apps"], gives: ["app"] },
  files: { needs: ["files"], gives: ["folder"] },
  "made-files": { needs: ["files"], gives: ["folder"] },
  fold: { needs: ["fold"] },
  audio: { needs: ["audio"] },
  "camera-image": { needs: ["cameraImage"] },
  performance: { needs: ["performance", "apps"], gives: ["app"] },
  memory: { needs: ["memory", "apps"], gives: ["app"] },
  elements: { needs: ["screen", "elements"], gives: ["showButton"] },
  "ui-tests": { needs: ["uiTests", "apps"], gives: ["testPackage"] },
  "random-input": { needs: ["randomInput", "apps"], gives: ["app"] },
  health: { needs: ["health"] },
  "sample-app": { needs: ["health", "apps"] },
  profile: { needs: ["profile"] },
  rest: { needs: ["rest", "health"] },
  restart: { needs: ["power"], gives: ["mayRestart"] },
  "restarted-apps": { needs: ["power", "apps"], gives: ["mayRestart", "app"] },
  cleaning: { needs: [] },
  "app-cleaning": { needs: ["apps"], gives: ["app"] },
  "file-cleaning": { needs: ["shell"] },
  "clipboard-cleaning": { needs: ["screen", "input", "clipboard"] },
} as const satisfies Readonly<Record<string, ConformanceGroup>>;
export type GroupName = keyof typeof CONFORMANCE_GROUPS;
export const GROUP_NAMES = Object.keys(CONFORMANCE_GROUPS) as readonly GroupName[];

/** Why the target of a certain device does not give what some tests need. */
export type Ungiven = Partial<Record<keyof ConformanceTarget, string>>;

/** Why a device has not to pass a group: what it is without, or what else; undefined where it has to. */
export function whyNot(
  name: GroupName,
  has: readonly DriverCapability[],
  ungiven: Ungiven,
): { without: DriverCapability } | { because: string } | undefined {
  const { needs, lacks, gives = [] }: ConformanceGroup = CONFORMANCE_GROUPS[name];
  const without = needs.find((each) => !has.includes(each));
  if (without) return { without };
  if (lacks && has.includes(lacks)) return { because: `the device has ${lacks}` };
  const because = gives.map((each) => ungiven[each]).find((reason) => reason !== undefined);
  return because === undefined ? undefined : { because };
}
