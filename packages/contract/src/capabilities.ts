/**
 * What a device may be able to do: the one list, in the order in which it is told. Whether a device's report names it: the
 * others are between an agent and its drivers (`packages/driver` says what each of them is).
 */
const IS_REPORTED = {
  screen: true,
  input: true,
  shell: true,
  log: true,
  files: true,
  apps: true,
  clipboard: true,
  rotation: true,
  fold: true,
  performance: true,
  elements: true,
  cameraImage: true,
  audio: true,
  video: false,
  keyboard: false,
  power: false,
  adb: true,
  uiTests: false,
  randomInput: false,
  health: false,
  profile: false,
  rest: false,
  memory: true,
} as const;

export type DriverCapability = keyof typeof IS_REPORTED;
/** What reports name. */
export type Capability = {
  [Name in DriverCapability]: (typeof IS_REPORTED)[Name] extends true ? Name : never;
}[DriverCapability];

export const DRIVER_CAPABILITIES = Object.keys(IS_REPORTED) as readonly DriverCapability[];
export const CAPABILITIES: readonly Capability[] = DRIVER_CAPABILITIES.filter(
  (name): name is Capability => IS_REPORTED[name],
);
