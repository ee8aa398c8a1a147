import { listProcesses } from "../../system/processes.ts";
import type { ShellPhone } from "../program.ts";
import { shortComponent } from "./activities.ts";

/** `ActivityRecord{… u0 package/activity t12}` of the focused activity. */
function focusedRecord(phone: ShellPhone): string {
  return `ActivityRecord{5a3c1e0 u0 ${shortComponent(phone.screen.focused())} t12}`;
}

/** `dumpsys window [displays|windows|policy]`: the parts that tools look for. */
export function dumpWindows(phone: ShellPhone): string {
  const { screen, system } = phone;
  const { width, height, rotation } = screen.size();
  const { package_name, activity } = screen.focused();
  const isLocked = screen.isLocked();
  const window = isLocked ? "Window{7b1f0aa u0 NotificationShade}" : `Window{7b1f0aa u0 ${package_name}/${activity}}`;
  const dpi = system.display.densityDpi ?? system.profile.density_dpi;
  return `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=0
    init=${system.profile.width}x${system.profile.height} ${dpi}dpi cur=${width}x${height} app=${width}x${height} rng=${width}x${width}-${height}x${height}
    mRotation=${rotation} mCurrentRotation=ROTATION_${rotation * 90}
  mCurrentFocus=${window}
  mFocusedApp=${focusedRecord(phone)}
  mHoldScreenWindow=null
WINDOW MANAGER POLICY STATE (dumpsys window policy)
    mAwake=${screen.isAwake()} mScreenOnEarly=${screen.isAwake()} mScreenOnFully=${screen.isAwake()}
    mShowingLockscreen=${isLocked}
    mDreamingLockscreen=${isLocked}
    isKeyguardShowing=${isLocked}
    mInputRestricted=${isLocked}
    KeyguardServiceDelegate
      showing=${isLocked}
      secure=${system.faults.keyguard === "secure"}
      screenState=${screen.isAwake() ? "SCREEN_STATE_ON" : "SCREEN_STATE_OFF"}
    KeyguardStateMonitor
      mIsShowing=${isLocked}
`;
}

/** The tasks from top to bottom, each with its one activity. */
function shownTasks(phone: ShellPhone) {
  return phone.screen.running().map(({ package_name, pid }, index) => {
    const main = phone.system.packages.find(package_name)?.main_activity ?? "";
    const component = shortComponent(index === 0 ? phone.screen.focused() : { package_name, activity: main });
    return { package_name, pid, index, component, hash: (0x5a3c1e0 + index).toString(16) };
  });
}

/**
 * `dumpsys activity top`: as AOSP's ActivityRecord and TaskFragment print it; each app fills in the indented rest itself.
 * @see https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/services/core/java/com/android/server/am/ActivityManagerService.java
 */
const dumpTop = (phone: ShellPhone): string =>
  shownTasks(phone)
    .toReversed()
    .map(
      ({ package_name, pid, index, component, hash }) =>
        `TASK ${package_name} id=${12 + index} userId=0\n  ACTIVITY ${component} ${hash} pid=${pid}\n    Local Activity ${hash} State:\n      mResumed=${index === 0} mStopped=${index !== 0} mFinished=false\n`,
    )
    .join("");

/** `dumpsys activity [activities|top|processes|…]`. */
export function dumpActivities(phone: ShellPhone, args: readonly string[]): string {
  if (args[0] === "processes" || args[0] === "p") return processes(phone);
  if (args[0] === "top") return dumpTop(phone);
  const rows = shownTasks(phone)
    .map(({ package_name, pid, index, component, hash }) => {
      const record = `ActivityRecord{${hash} u0 ${component} t${12 + index}}`;
      return `    * Task{${(0x3f1 + index).toString(16)} #${12 + index} A=${package_name}}\n      * Hist #0: ${record}\n        packageName=${package_name} processName=${package_name}\n        app=ProcessRecord{${pid.toString(16)} ${pid}:${package_name}/u0}\n`;
    })
    .join("");
  const focused = focusedRecord(phone);
  return `ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)
Display #0 (activities from top to bottom):
${rows}
  ResumedActivity: ${focused}
  mFocusedApp=${focused}
    mResumedActivity: ${focused}
    topResumedActivity=${focused}
`;
}

function processes(phone: ShellPhone): string {
  const rows = listProcesses(phone)
    .filter(({ user }) => user.startsWith("u0_"))
    .map(
      ({ user, pid, name }) =>
        `  *APP* UID ${user} ProcessRecord{${pid.toString(16)} ${pid}:${name}/${user}}\n    user #0 uid=10000 gids={}\n`,
    )
    .join("");
  return `ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n${rows}  mHomeProcess: null\n`;
}

export function dumpPower(phone: ShellPhone): string {
  const isAwake = phone.screen.isAwake();
  return `POWER MANAGER (dumpsys power)

Power Manager State:
  mWakefulness=${isAwake ? "Awake" : "Asleep"}
  mIsPowered=${phone.system.battery.charging}
  mBatteryLevel=${phone.system.battery.level}
  mStayOn=false
Display Power: state=${isAwake ? "ON" : "OFF"}
  mHoldingDisplaySuspendBlocker=${isAwake}
`;
}
