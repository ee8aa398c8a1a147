/**
 * What every driver must do, as a suite that runs against any device: `describeDevice("…", open)` in a spec file. Which
 * tests there are follows from what the device can do. The target tells the suite the few things that no driver can: where
 * there is something to touch, and what a text field shows.
 */
import { DRIVER_CAPABILITIES, type DriverCapability } from "@udt/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeApps } from "./conformance/apps.ts";
import { describeAudio } from "./conformance/audio.ts";
import { describeCameraImage } from "./conformance/camera-image.ts";
import {
  describeAppCleaning,
  describeCleaning,
  describeClipboardCleaning,
  describeFileCleaning,
} from "./conformance/cleaning.ts";
import { describeElements } from "./conformance/elements.ts";
import { describeFacts } from "./conformance/facts.ts";
import { describeFiles, describeMadeCleaning } from "./conformance/files.ts";
import { describeFold } from "./conformance/fold.ts";
import {
  describeClipboard,
  describeDarkPanel,
  describeKeys,
  describeRotation,
  describeTouch,
  describeTyping,
} from "./conformance/input.ts";
import { describeHealth, describeSampleApp } from "./conformance/health.ts";
import { describeLog } from "./conformance/log.ts";
import { describeMemory } from "./conformance/memory.ts";
import { describePerformance } from "./conformance/performance.ts";
import { describePower, describeRestartedApps } from "./conformance/power.ts";
import { describeProfile } from "./conformance/profile.ts";
import { describeRandomInput } from "./conformance/random-input.ts";
import { describeRest } from "./conformance/rest.ts";
import { describeScreen, describeStills, describeVideo } from "./conformance/screen.ts";
import { describeAdb, describeShell } from "./conformance/shell.ts";
import { describeUiTests } from "./conformance/ui-tests.ts";
import { GROUP_NAMES, type GroupName, type Ungiven, whyNot } from "./conformance/groups.ts";
import type { ConformanceTarget } from "./conformance/target.ts";

export type { ConformanceTarget, Point } from "./conformance/target.ts";

/** What is tried of each. */
const TESTS: Readonly<Record<GroupName, (target: () => ConformanceTarget) => void>> = {
  facts: describeFacts,
  screen: describeScreen,
  video: describeVideo,
  stills: describeStills,
  touch: describeTouch,
  typing: describeTyping,
  keys: describeKeys,
  clipboard: describeClipboard,
  rotation: describeRotation,
  "dark-panel": describeDarkPanel,
  shell: describeShell,
  adb: describeAdb,
  log: describeLog,
  apps: describeApps,
  files: describeFiles,
  "made-files": describeMadeCleaning,
  fold: describeFold,
  audio: describeAudio,
  "camera-image": describeCameraImage,
  performance: describePerformance,
  memory: describeMemory,
  elements: describeElements,
  "ui-tests": describeUiTests,
  "random-input": describeRandomInput,
  health: describeHealth,
  "sample-app": describeSampleApp,
  profile: describeProfile,
  rest: describeRest,
  restart: describePower,
  "restarted-apps": describeRestartedApps,
  cleaning: describeCleaning,
  "app-cleaning": describeAppCleaning,
  "file-cleaning": describeFileCleaning,
  "clipboard-cleaning": describeClipboardCleaning,
};

/**
 * Registers the tests of what the device has.
 * @param has what the device can do, and nothing else: a capability that is lost on the way fails, and takes no test with it
 * @param chosen.ungiven what the target does not give, each with why: {@link whyNot} tells of the groups that are left out
 * @param chosen.only the groups that are wanted, by their names
 */
export function describeDevice(
  name: string,
  open: () => Promise<ConformanceTarget>,
  has: readonly DriverCapability[] = DRIVER_CAPABILITIES,
  chosen: { ungiven?: Ungiven; only?: readonly string[] | undefined } = {},
): void {
  describe(name, () => {
    let opened: ConformanceTarget | undefined;
    const target = (): ConformanceTarget => {
      if (!opened) throw new Error("the device was not opened");
      return opened;
    };
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.dispose());

    test("can do what is said of it", () => {
      const { capabilities } = target().device;
      expect(DRIVER_CAPABILITIES.filter((each) => capabilities[each] !== undefined).toSorted()).toEqual(has.toSorted());
    });
    for (const name of GROUP_NAMES) {
      if (chosen.only && !chosen.only.includes(name)) continue;
      if (!whyNot(name, has, chosen.ungiven ?? {})) describe(name, () => TESTS[name](target));
    }
  });
}
