/** Every state a thing can be in, and the only ways it may change. The server moves states through these tables alone. */
export const TEST_KINDS = ["debug", "job", "inspection"] as const;
export type TestKind = (typeof TEST_KINDS)[number];

export const TEST_STATES = ["queued", "running", "ended"] as const;
export type TestState = (typeof TEST_STATES)[number];
export const TEST_TRANSITIONS: Record<TestState, readonly TestState[]> = {
  queued: ["running", "ended"],
  running: ["ended"],
  ended: [],
};

/**
 * Why a test ended. `access_lost`: who started it belongs to the project no more or may not sign in any more, or the project was
 * deleted; `start_failed` never reached the device's screen; `work_failed`: what its agent does there by itself broke off for no
 * reason that it foresaw; `no_device`: none came free for it within `LIMITS.queue_hours`; `yielded`: another test wanted its
 * device, and it is of a kind that gives way;
 * `finished`: it had nothing more to do.
 */
export const END_REASONS = [
  "user",
  "admin",
  "access_lost",
  "device_timeout",
  "test_timeout",
  "inactivity",
  "device_lost",
  "agent_lost",
  "start_failed",
  "work_failed",
  "no_device",
  "yielded",
  "finished",
] as const;
export type EndReason = (typeof END_REASONS)[number];

/** One device's part in a test. `preparing` and `cleaning` hold the lease just as `running` does. */
export const TEST_DEVICE_STATES = ["queued", "preparing", "running", "cleaning", "done"] as const;
export type TestDeviceState = (typeof TEST_DEVICE_STATES)[number];
export const TEST_DEVICE_TRANSITIONS: Record<TestDeviceState, readonly TestDeviceState[]> = {
  queued: ["preparing", "done"],
  preparing: ["running", "cleaning", "done"],
  running: ["cleaning", "done"],
  cleaning: ["done"],
  done: [],
};

/**
 * Document 2's device pool states; derived from the agent's word and the lease, stored nowhere. `out_of_use` would be idle if
 * nobody had taken it out of use.
 */
export const DEVICE_STATES = [
  "idle",
  "busy",
  "initializing",
  "initialization_failed",
  "inspection",
  "cleaning",
  "out_of_use",
  "offline",
] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

/** The systems of devices that agents can drive as things are. Lists offer them to choose from. */
export const OCCURRING_DEVICE_OS = ["android"] as const satisfies readonly DeviceOs[];

/** Devices that a job cannot choose by hand: nobody knows whether they come back. The others come free, and are waited for. */
export const UNSELECTABLE_STATES = [
  "offline",
  "initialization_failed",
  "out_of_use",
] as const satisfies readonly DeviceState[];
export const isSelectable = (state: DeviceState): boolean => !UNSELECTABLE_STATES.some((each) => each === state);

/** What the agent itself says of a device. */
export const DEVICE_READINESS = ["initializing", "ready", "failed", "cleaning"] as const;
export type DeviceReadiness = (typeof DEVICE_READINESS)[number];

export const DEVICE_OS = ["android", "ios", "harmony"] as const;
export type DeviceOs = (typeof DEVICE_OS)[number];

/** Kinds of app package; each is the ending of its file's name. An `aab` is made into APKs by a store and installs nowhere. */
export const APP_KINDS = ["apk", "aab", "ipa", "hap"] as const;
export type AppKind = (typeof APP_KINDS)[number];

/** The kind of package that a system's devices install. */
export const INSTALLABLE: Readonly<Record<DeviceOs, AppKind>> = { android: "apk", ios: "ipa", harmony: "hap" };

/** What a list of apps can be ordered by. */
export const APP_SORTS = ["created_at", "name", "size_bytes"] as const;
export type AppSort = (typeof APP_SORTS)[number];

/**
 * Document 2's states of an app on its way onto a device, and off it again. An installation begins with `download_started`,
 * an uninstallation with `uninstalling`; the two that end with `cancelled` are what `install/cancel` and `uninstall/cancel` come to.
 */
export const INSTALL_STATES = [
  "download_started",
  "downloading",
  "download_failed",
  "downloaded",
  "installing",
  "install_failed",
  "installed",
  "cancelled",
  "uninstalling",
  "uninstall_failed",
  "uninstalled",
  "uninstall_cancelled",
] as const;
export type InstallState = (typeof INSTALL_STATES)[number];
const AFTER_DOWNLOADING = [
  "downloaded",
  "installing",
  "installed",
  "download_failed",
  "install_failed",
  "cancelled",
] as const;
/** The only ways that one goes on. An agent may skip a step, but never goes back. */
export const INSTALL_TRANSITIONS: Record<InstallState, readonly InstallState[]> = {
  download_started: ["downloading", ...AFTER_DOWNLOADING],
  downloading: AFTER_DOWNLOADING,
  // One that is begun anew after a break of the link can fail at an earlier step than it had reached.
  downloaded: ["download_failed", "installing", "install_failed", "installed", "cancelled"],
  installing: ["download_failed", "install_failed", "installed", "cancelled"],
  download_failed: [],
  install_failed: [],
  installed: [],
  cancelled: [],
  uninstalling: ["uninstall_failed", "uninstalled", "uninstall_cancelled"],
  uninstall_failed: [],
  uninstalled: [],
  uninstall_cancelled: [],
};
export const INSTALL_FINAL_STATES: readonly InstallState[] = INSTALL_STATES.filter(
  (state) => INSTALL_TRANSITIONS[state].length === 0,
);
/** Those in which the package's file is still needed. */
export const INSTALL_FILE_STATES: readonly InstallState[] = ["download_started", "downloading"];

export const AUTH_TYPES = { internal: 1, email: 2, external: 3 } as const;
export const USER_TYPES = { owner: 1, member: 2 } as const;
export const VISIBILITY = { private: 1, public: 2, secret: 3 } as const;
export const TARGET_USAGES = ["normal", "sfv", "car", "load"] as const;

/** Document 2's sign-in states. Registration needs approval; `expired` follows from the date that the administrator set. */
export const USER_STATES = ["approving", "approved", "rejected", "disabled"] as const;
export type UserState = (typeof USER_STATES)[number];
export const USER_STATE_TRANSITIONS: Record<UserState, readonly UserState[]> = {
  approving: ["approved", "rejected"],
  approved: ["disabled"],
  rejected: ["approved"],
  disabled: ["approved"],
};

export const JOIN_STATES = ["requested", "accepted", "declined"] as const;

/** By what a sign-in is finished whose password was right. */
export const SECOND_STEPS = ["totp", "recovery"] as const;
export type SecondStepMethod = (typeof SECOND_STEPS)[number];

/** How a browser reaches what keeps a passkey (W3C WebAuthn, AuthenticatorTransport). */
export const PASSKEY_TRANSPORTS = ["usb", "nfc", "ble", "smart-card", "hybrid", "internal", "cable"] as const;
export type PasskeyTransport = (typeof PASSKEY_TRANSPORTS)[number];

/** What an API key may do: read alone, or all that its user may. */
export const KEY_ACCESS = ["read", "write"] as const;
export type KeyAccess = (typeof KEY_ACCESS)[number];
/** For so many days an API key is good, if not for ever. */
export const KEY_DAYS = [7, 30, 90, 180, 365] as const;
export const KEY_DAYS_DEFAULT = 90;

/** The steps of one device's part in a test, in order. Debug sessions have the first, `run` and the last, and `check` where a tag asks for it. */
export const PHASE_NAMES = ["prepare", "check", "environment", "install", "run", "finish", "clean"] as const;
export type PhaseName = (typeof PHASE_NAMES)[number];

/** What a self-check does once it knows the device well enough. */
export const LATER_STEPS = ["cleanup", "install_check", "capture_check", "recording_check", "preinstall"] as const;

/** What a device's self-check asks, in this order. */
export const SELF_CHECK_STEPS = [
  "ready",
  "storage",
  "lock_screen",
  "network",
  "profile",
  "language",
  ...LATER_STEPS,
] as const;
export type SelfCheckStep = (typeof SELF_CHECK_STEPS)[number];

/** What a device is had to do when it is free: to check itself, to restart, to be cleaned as between sessions. Only the first says how well it is. */
export const DEVICE_WORKS = ["check", "restart", "clean"] as const;
export type DeviceWork = (typeof DEVICE_WORKS)[number];
export const WORK_STEPS = [...SELF_CHECK_STEPS, "restart"] as const;
export type WorkStep = (typeof WORK_STEPS)[number];
/** What each consists of, in this order. */
export const STEPS_OF_WORK: Readonly<Record<DeviceWork, readonly WorkStep[]>> = {
  check: SELF_CHECK_STEPS,
  restart: ["restart", "ready"],
  clean: ["ready", "cleanup", "preinstall"],
};

/** How a self-check that came to its end came out. */
export const CHECK_VERDICTS = ["passed", "warning", "failed"] as const;
export type CheckVerdict = (typeof CHECK_VERDICTS)[number];

/** `asking`: a key waits to be let in. */
export const REMOTE_ADB_STATES = ["off", "waiting", "asking", "connected"] as const;
export type RemoteAdbState = (typeof REMOTE_ADB_STATES)[number];

/** A file that a device leaves behind. */
export const RESOURCE_KINDS = [
  "screenshot",
  "video",
  "log",
  "script_log",
  "performance",
  "input",
  "report",
  "file",
] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

/** How a file that grew has ended: `truncated`, some was left out; `broken`, nobody will say how it would have gone on. */
export const RESOURCE_ENDS = ["complete", "truncated", "broken"] as const;
export type ResourceEnd = (typeof RESOURCE_ENDS)[number];
/** `growing`: pieces come. */
export const RESOURCE_STATES = ["growing", ...RESOURCE_ENDS] as const;
export type ResourceState = (typeof RESOURCE_STATES)[number];

/** On what besides the clock a device is checked by itself: it was never there before, it was cleaned after a session or run. */
export const CHECK_OCCASIONS = ["first_seen", "cleaned"] as const;
export type CheckOccasion = (typeof CHECK_OCCASIONS)[number];
/** For what one comes by itself but by the clock: an occasion that a tag names, or that the one before failed once. */
export const CHECK_CAUSES = [...CHECK_OCCASIONS, "failed_once"] as const;
export type CheckCause = (typeof CHECK_CAUSES)[number];
