import { wallTime } from "../../system/time-zone.ts";
import { hasWifi, WLAN } from "./addresses.ts";
import type { MockProvider } from "../../system/mock-locations.ts";
import type { ProgramContext } from "../program.ts";

/* `dumpsys` of the services that say how the phone is set, each in AOSP's own lines, from the phone's own facts. */

type Dump = (context: ProgramContext, args: string[]) => string;

const isOn = ({ phone }: ProgramContext, key: string) => phone.system.settings.get("global", key) === "1";
const kilobytes = (bytes: number) => `${Math.floor(bytes / 1024)}K`;

/** Nobody signs in here by a screen; `udt-account` says who did. */
const account: Dump = ({ phone: { system } }) =>
  `User UserInfo{0:Owner:c13}:\n  Accounts: ${system.accounts.size}\n${[...system.accounts]
    .map(([name, type]) => `    Account {name=${name}, type=${type}}\n`)
    .join("")}\n  AccountId, Action_Type, timestamp, UID, TableName, Key\n  Accounts History\n\n  Active Sessions: 0\n`;

/** Apps of this phone wait for no time of day. */
const alarm: Dump = ({ phone }) => {
  const { clock } = phone.system;
  const elapsedMs = Math.round(phone.system.uptime() * 1000);
  return `Current Alarm Manager state:
  nowRTC=${clock.now()}=${wallTime(clock.now(), phone.system.props.timeZone).slice(0, 19).replace("T", " ")} nowELAPSED=+${elapsedMs}ms
  mLastTimeChangeClockTime=${phone.system.bootedAtMs}
  Time since non-interactive: 0
  Next alarm clock information:

  0 pending alarms:
`;
};

const appops: Dump = ({ phone }) => {
  const rows = phone.system.packages
    .list()
    .map(
      ({ uid, package_name }) => `  Uid u0a${(uid ?? 10_000) - 10_000}:\n    state=top\n    Package ${package_name}:\n`,
    );
  return `Current AppOps Service state:\n  Settings:\n    top_state_settle_time=+5s0ms\n${rows.join("")}`;
};

const audio: Dump = ({ phone }) => {
  const volume = Number(phone.system.settings.get("system", "volume_music") ?? 0);
  return `Audio event log: dead apps\n
Stream volumes (device: index)
- STREAM_MUSIC:
   Muted: ${volume === 0}
   Min: 0
   Max: 15
   streamVolume:${volume}
   Current: 2 (speaker): ${volume}
   Devices: speaker(2)

Ringer mode:
- mode (internal) = NORMAL
- mode (external) = NORMAL

Audio routes:
  mMainType=0x0
`;
};

const bluetooth: Dump = (context) => {
  const on = isOn(context, "bluetooth_on");
  return `Bluetooth Status\n  enabled: ${on}\n  state: ${on ? "ON" : "OFF"}\n  address: null\n  name: ${context.phone.system.profile.model}\n\nBonded devices:\n`;
};

const connectivity: Dump = (context) => {
  const wifi = hasWifi(context.phone.system);
  const network = `  NetworkAgentInfo{network{100}  handle{432902426637}  ni{WIFI CONNECTED extra: } Score(Policies : EVER_VALIDATED&IS_VALIDATED) created=true lp{{InterfaceName: wlan0 LinkAddresses: [ ${WLAN.address}/${WLAN.prefix} ] DnsAddresses: [ /${WLAN.dns} ] MTU: ${WLAN.mtu}}} nc{[ Transports: WIFI Capabilities: NOT_METERED&INTERNET&NOT_RESTRICTED&TRUSTED&NOT_VPN&VALIDATED ]}}\n`;
  return `NetworkProviders for:\n\nActive default network: ${wifi ? "100" : "none"}\n\nCurrent Networks:\n${wifi ? network : ""}\nNetwork Requests:\n`;
};

const diskstats: Dump = ({ phone }) => {
  const { files, packages } = phone.system;
  const percent = Math.floor((files.freeBytes / files.capacityBytes) * 100);
  const names = packages.list().map(({ package_name }) => package_name);
  return `Latency: 0ms [512B Data Write]
Recent Disk Write Speed (kB/s) = 0
Data-Free: ${kilobytes(files.freeBytes)} / ${kilobytes(files.capacityBytes)} total = ${percent}% free
Cache-Free: ${kilobytes(files.freeBytes)} / ${kilobytes(files.capacityBytes)} total = ${percent}% free
System-Free: 0K / 1048576K total = 0% free
File-based Encryption: true
Package Names: ${JSON.stringify(names)}
`;
};

/** Nothing of this phone writes there. */
const dropbox: Dump = () =>
  "Drop box contents: 0 entries\nMax entries: 1000\nLow priority rate limit period: 2000 ms\n";

const phoneSubscriber: Dump = () => "Phone Subscriber Info:\n  Phone Type = NONE\n  Device ID = null\n";

const jobScheduler: Dump = (context) =>
  `Settings:\n  min_ready_non_active_jobs_count=5\n\nRegistered 0 jobs:\n  None.\n\nCurrent charging state: ${context.phone.system.battery.charging}\n\nActive jobs:\n`;

const mockProvider = ([name, { enabled, location: at }]: [string, MockProvider]): string => {
  const last = at ? `Location[${name} ${at.latitude.toFixed(6)},${at.longitude.toFixed(6)} hAcc=100.0 mock]` : "null";
  return `    ${name} provider [mock]:\n      user 0:\n        last location=${last}\n      enabled=${enabled}\n`;
};

const location: Dump = ({ phone }) => {
  const on = phone.system.settings.get("secure", "location_mode") !== "0";
  const mocked = [...phone.system.mockLocations.providers].map(mockProvider).join("");
  return `Location Manager State:\n  User Info:\n    current users: u[0]\n  Location Settings:\n    Location Setting: ${on}\n  Location Providers:\n${mocked}  Historical Aggregate Location Provider Data:\n  Event Log:\n`;
};

const mediaCamera: Dump = () =>
  "== Service global info: ==\n\nNumber of camera devices: 0\nNumber of normal camera devices: 0\nActive Camera Clients:\n[]\n";

const mediaSession: Dump = () =>
  "MEDIA SESSION SERVICE (dumpsys media_session)\n\n0 sessions listeners.\nGlobal priority session is null\nUser Records:\nRecord for full_user=0\n  Sessions Stack - have 0 sessions:\n";

const notification: Dump = ({ phone }) => `Current Notification Manager state:
  Notification List:

  mMaxPackageEnqueueRate=5.0
  mInterruptionFilter=1
  mZenMode=ZEN_MODE_OFF
  mDisableNotificationEffects=false
  Notification listeners:
  Screen on: ${phone.screen.isAwake()}
`;

const sensors: Dump = () => "Sensor Device:\nTotal 0 h/w sensors, 0 running 0 disabled clients:\nSensor List:\n";

const statusBar: Dump = () =>
  "  mDisableRecords.size=0\n  mIcons=\n  mCurrentUserId=0\n  Display 0\n    mDisabled1=0x0\n    mDisabled2=0x0\n";

/** There is no SIM in it, and no radio. */
const telephony: Dump = (context) => `last known state:
  Phone Id=0
    mCallState=0
    mRingingCallState=0
    mServiceState={mVoiceRegState=${isOn(context, "airplane_mode_on") ? "3(POWER_OFF)" : "1(OUT_OF_SERVICE)"}, mDataRegState=1(OUT_OF_SERVICE)}
    mSignalStrength=SignalStrength:{level=0}
    mDataConnectionState=0
  mDefaultSubId=-1
`;

const trust: Dump = ({ phone }) =>
  `Trust manager state:\n User "Owner" (id=0, flags=0xc13) (current): trustState=UNTRUSTED, trustManaged=0, deviceLocked=0, isActiveUnlockRunning=0, strongAuthRequired=0x0\n   Keyguard showing: ${phone.screen.isLocked()}\n`;

const uiMode: Dump = ({ phone }) => {
  const isNight = phone.system.settings.get("secure", "ui_night_mode") === "2";
  return `Current UI Mode Service state:\n  mDockState=0 mLastBroadcastState=0\n  mNightMode=${isNight ? "2 (yes)" : "1 (no)"} mComputedNightMode=${isNight}\n  mCurUiMode=0x${isNight ? "21" : "11"} mUiModeLocked=false mSetUiMode=0x${isNight ? "21" : "11"}\n`;
};

const usb: Dump = () =>
  "USB MANAGER STATE (dumpsys usb):\n{\n  device_manager={\n    handler={\n      current_functions=[\n        ADB\n      ]\n      connected=false\n      configured=false\n    }\n  }\n}\n";

const user: Dump = () =>
  "Current user: 0\nUsers:\n  UserInfo{0:Owner:c13} serialNo=0 isPrimary=true\n    Type: android.os.usertype.full.SYSTEM\n    Flags: 3091 (ADMIN|FULL|INITIALIZED|MAIN|PRIMARY|SYSTEM)\n    State: RUNNING_UNLOCKED\n    Unlock time: +0s0ms\n\n  Max users: 1 (limit reached: true)\n";

const vibrator: Dump = () => "Vibrator Manager Service:\n  mVibratorIds: []\n  mVibrators:\n";

const webView: Dump = () => "Current WebView package is null\nMinimum targetSdkVersion: 33\nWebView packages:\n";

export const serviceDumps: Record<string, Dump> = {
  account,
  alarm,
  appops,
  audio,
  bluetooth_manager: bluetooth,
  connectivity,
  diskstats,
  dropbox,
  iphonesubinfo: phoneSubscriber,
  jobscheduler: jobScheduler,
  location,
  "media.camera": mediaCamera,
  media_session: mediaSession,
  notification,
  sensorservice: sensors,
  statusbar: statusBar,
  "telephony.registry": telephony,
  trust,
  uimode: uiMode,
  usb,
  user,
  vibrator_manager: vibrator,
  webviewupdate: webView,
};
