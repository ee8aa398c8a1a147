import { delay } from "@udt/base";
import type { PhoneSystem } from "../../types.ts";
import { parseOptions } from "../options.ts";
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
const GATEWAY = "10.0.2.2";
const UNREACHABLE = "Network is unreachable";

/** Wi-Fi is there unless it or all radio is switched off. */
export const hasWifi = ({ settings, faults }: Pick<PhoneSystem, "settings" | "faults">): boolean =>
  faults.network !== "none" &&
  settings.get("global", "wifi_on") === "1" &&
  settings.get("global", "airplane_mode_on") !== "1";

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
  if (/^r(oute)?$/.test(object) && rest[0] === "get") {
    if (!isUp) return failWith(context, `RTNETLINK answers: ${UNREACHABLE}`, 2);
    return print(context, `${rest[1] ?? ""} via ${GATEWAY} dev wlan0 src ${WLAN.address} uid 2000 \n    cache \n`);
  }
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

const PING_MS = 3;
const SLOW_PING_MS = 900;

/** `ping [-c COUNT] [-W SECONDS] HOST`: one, and that is simulated. Nothing leaves the phone: every host answers, as the fault `network` says. */
const ping: Program = async (context) => {
  const { values, operands } = parseOptions(context.args, ["-c", "-W", "-w", "-i", "-s"]);
  const [host] = operands;
  if (host === undefined) return failWith(context, "usage: ping [-c COUNT] [-W SECONDS] HOST", 2);
  const { system } = context.phone;
  if (!hasWifi(system)) return failWith(context, `connect: ${UNREACHABLE}`, 2);
  const { network } = system.faults;
  const waitMs =
    network === "slow" ? SLOW_PING_MS : network === "silent" ? Number(values.get("-W") ?? 1) * 1000 : PING_MS;
  await delay(waitMs, context.signal);
  const head = `PING ${host} (${host}) 56(84) bytes of data.\n`;
  const stats = (received: number) =>
    `\n--- ${host} ping statistics ---\n1 packets transmitted, ${received} received, ${100 - received * 100}% packet loss, time 0ms\n`;
  if (network === "silent") {
    await context.stdout(head + stats(0));
    return 1;
  }
  const time = network === "slow" ? String(SLOW_PING_MS) : PING_MS.toFixed(2);
  return print(context, `${head}64 bytes from ${host}: icmp_seq=1 ttl=64 time=${time} ms\n${stats(1)}`);
};

export const addressCommands = { ip, ifconfig, ping };
