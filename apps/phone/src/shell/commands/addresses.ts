import type { PhoneSystem } from "../../types.ts";
import { type Program, failWith, print } from "../program.ts";

/** The phone's place in the network that it tells of; nothing is ever sent there. */
export const WLAN = {
  name: "wlan0",
  address: "10.0.2.16",
  prefix: 24,
  broadcast: "10.0.2.255",
  dns: "10.0.2.3",
  mtu: 1500,
};
const SUBNET = "10.0.2.0/24";
const NETMASK = "255.255.255.0";

/** Wi-Fi is there unless it or all radio is switched off. */
export const hasWifi = ({ settings }: Pick<PhoneSystem, "settings">): boolean =>
  settings.get("global", "wifi_on") === "1" && settings.get("global", "airplane_mode_on") !== "1";

const LO = `1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
    inet 127.0.0.1/8 scope host lo
       valid_lft forever preferred_lft forever
`;
const wlanAddresses = (isUp: boolean) =>
  `2: wlan0: <BROADCAST,MULTICAST${isUp ? ",UP,LOWER_UP" : ""}> mtu ${WLAN.mtu} qdisc mq state ${isUp ? "UP" : "DOWN"} group default qlen 1000
    link/ether 02:00:00:00:00:00 brd ff:ff:ff:ff:ff:ff
${isUp ? `    inet ${WLAN.address}/${WLAN.prefix} brd ${WLAN.broadcast} scope global wlan0\n       valid_lft forever preferred_lft forever\n` : ""}`;

/** `ip [-f inet|-4] addr [show [dev] IFACE]` and `ip route`. The hardware address is the one that apps are told since Android 6. */
const ip: Program = async (context) => {
  const words = context.args.filter((arg, index) => !arg.startsWith("-") && context.args[index - 1] !== "-f");
  const [object = "", ...rest] = words;
  const isUp = hasWifi(context.phone.system);
  if (/^r(oute)?$/.test(object))
    return print(context, isUp ? `${SUBNET} dev wlan0 proto kernel scope link src ${WLAN.address} \n` : "");
  if (!/^a(ddr(ess)?)?$/.test(object)) return failWith(context, `Object "${object}" is unknown, try "ip help".`);
  const wanted = rest.filter((word) => !["show", "list", "dev"].includes(word)).at(0);
  if (wanted !== undefined && !["lo", "wlan0"].includes(wanted))
    return failWith(context, `Device "${wanted}" does not exist.`);
  return print(context, (wanted === "wlan0" ? "" : LO) + (wanted === "lo" ? "" : wlanAddresses(isUp)));
};

/** `ifconfig [IFACE]`, as toybox prints it. */
const ifconfig: Program = async (context) => {
  const [wanted] = context.args.filter((arg) => !arg.startsWith("-"));
  if (wanted !== undefined && !["lo", "wlan0"].includes(wanted))
    return failWith(context, `ifconfig: ${wanted}: No such device`);
  const isUp = hasWifi(context.phone.system);
  const lo =
    "lo        Link encap:Local Loopback  \n          inet addr:127.0.0.1  Mask:255.0.0.0\n          UP LOOPBACK RUNNING  MTU:65536  Metric:1\n\n";
  const wlan = `wlan0     Link encap:Ethernet  HWaddr 02:00:00:00:00:00\n${isUp ? `          inet addr:${WLAN.address}  Bcast:${WLAN.broadcast}  Mask:${NETMASK}\n          UP BROADCAST RUNNING MULTICAST  MTU:${WLAN.mtu}  Metric:1\n` : `          BROADCAST MULTICAST  MTU:${WLAN.mtu}  Metric:1\n`}\n`;
  return print(context, (wanted === "wlan0" ? "" : lo) + (wanted === "lo" ? "" : wlan));
};

export const addressCommands = { ip, ifconfig };
