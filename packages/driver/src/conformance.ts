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
  describeKeys,
  describeRotation,
  describeTouch,
  describeTyping,
} from "./conformance/input.ts";
import { describeLog } from "./conformance/log.ts";
import { describePerformance } from "./conformance/performance.ts";
import { describePower, describeRestartedApps } from "./conformance/power.ts";
import { describeRandomInput } from "./conformance/random-input.ts";
import { describeScreen, describeStills, describeVideo } from "./conformance/screen.ts";
import { describeAdb, describeShell } from "./conformance/shell.ts";
import { describeUiTests } from "./conformance/ui-tests.ts";
import type { ConformanceTarget } from "./conformance/target.ts";

export type { ConformanceTarget } from "./conformance/target.ts";

interface Group {
  /** What a device must have for these tests… */
  needs: readonly DriverCapability[];
  /** … and must not have. */
  lacks?: DriverCapability;
  describe(target: () => ConformanceTarget): void;
}

const GROUPS: readonly Group[] = [
  { needs: [], describe: describeFacts },
  { needs: ["screen"], describe: describeScreen },
  { needs: ["screen", "video"], describe: describeVideo },
  { needs: ["screen"], lacks: "video", describe: describeStills },
  { needs: ["screen", "input"], describe: describeTouch },
  { needs: ["screen", "input", "keyboard"], describe: describeTyping },
  { needs: ["screen", "input", "keyboard"], describe: describeKeys },
  { needs: ["screen", "input", "clipboard"], describe: describeClipboard },
  { needs: ["screen", "input", "rotation"], describe: describeRotation },
  { needs: ["shell"], describe: describeShell },
  { needs: ["adb"], describe: describeAdb },
  { needs: ["log"], describe: describeLog },
  { needs: ["apps"], describe: describeApps },
  { needs: ["files"], describe: describeFiles },
  { needs: ["files"], describe: describeMadeCleaning },
  { needs: ["fold"], describe: describeFold },
  { needs: ["audio"], describe: describeAudio },
  { needs: ["cameraImage"], describe: describeCameraImage },
  { needs: ["performance", "apps"], describe: describePerformance },
  { needs: ["screen", "elements"], describe: describeElements },
  { needs: ["uiTests", "apps"], describe: describeUiTests },
  { needs: ["randomInput", "apps"], describe: describeRandomInput },
  { needs: ["power"], describe: describePower },
  { needs: ["power", "apps"], describe: describeRestartedApps },
  { needs: [], describe: describeCleaning },
  { needs: ["apps"], describe: describeAppCleaning },
  { needs: ["shell"], describe: describeFileCleaning },
  { needs: ["screen", "input", "clipboard"], describe: describeClipboardCleaning },
];

/**
 * Registers the tests of what the device has.
 * @param has what the device can do, and nothing else: a capability that is lost on the way fails, and takes no test with it
 */
export function describeDevice(
  name: string,
  open: () => Promise<ConformanceTarget>,
  has: readonly DriverCapability[] = DRIVER_CAPABILITIES,
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
    for (const { needs, lacks, describe: describeGroup } of GROUPS)
      if (needs.every((each) => has.includes(each)) && !(lacks && has.includes(lacks))) describeGroup(target);
  });
}
