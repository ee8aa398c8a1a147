import { fail, ok, withoutTrailingSlashes, type Result } from "@udt/base";

export interface Address {
  host: string;
  port: number;
}

export interface AgentSettings {
  /** Address of the server, `http:` or `https:`, without a trailing slash. */
  server_url: string;
  token: string;
  /** Where the agent keeps its identity, its key, dirty marks and spooled files. */
  data_dir: string;
  /** The adb server to watch; null watches none. Nothing listening there is no error. */
  adb_server: Address | null;
  /** ADB daemons to dial straight. */
  direct: Address[];
  /** What a recording may take on disk while the server is away. */
  recording_spool_bytes: number;
  /** `host:port` of those that installers of packages may reach besides the registries. */
  install_hosts: string[];
  /** Whom devices are to reach when they check themselves; null for their own gateways. */
  self_check_address: string | null;
  /** A scrcpy server file to use instead of the pinned release. */
  scrcpy_server_path?: string;
}

/** Reads the settings from `UDT_*` variables. The error is a sentence that names the variable. */
export function readAgentSettings(env: Readonly<Record<string, string | undefined>>): Result<AgentSettings, string> {
  const server_url = withoutTrailingSlashes(env["UDT_SERVER_URL"] ?? "");
  if (!/^https?:$/.test(URL.parse(server_url)?.protocol ?? "")) {
    return fail("UDT_SERVER_URL must be the server's http or https address, such as http://localhost:8700.");
  }
  const token = env["UDT_AGENT_TOKEN"] ?? "";
  if (!token) return fail("UDT_AGENT_TOKEN must be the token that the console showed for this agent.");

  const adbServer = env["UDT_ADB_SERVER"] ?? "127.0.0.1:5037";
  const adb_server = adbServer === "" || adbServer === "none" ? null : parseAddress(adbServer);
  if (adb_server === undefined)
    return fail(`UDT_ADB_SERVER must be host:port or "none", not ${JSON.stringify(adbServer)}.`);

  const direct: Address[] = [];
  for (const text of (env["UDT_PHONE_ADDRESSES"] ?? "").split(",").map((part) => part.trim())) {
    if (!text) continue;
    const address = parseAddress(text);
    if (!address)
      return fail(`UDT_PHONE_ADDRESSES must be host:port pairs with commas between, not ${JSON.stringify(text)}.`);
    direct.push(address);
  }
  const spoolBytes = env["UDT_RECORDING_SPOOL_BYTES"] || String(512 * 1024 ** 2);
  if (!/^\d{1,15}$/.test(spoolBytes))
    return fail(`UDT_RECORDING_SPOOL_BYTES must be a whole number of bytes, not ${JSON.stringify(spoolBytes)}.`);
  const install_hosts: string[] = [];
  for (const text of (env["UDT_INSTALL_HOSTS"] ?? "").split(",").map((part) => part.trim())) {
    if (!text) continue;
    const address = parseAddress(text) ?? parseAddress(`${text}:443`);
    if (!address)
      return fail(`UDT_INSTALL_HOSTS must be hosts, each with a port or without, not ${JSON.stringify(text)}.`);
    install_hosts.push(`${address.host.toLowerCase()}:${address.port}`);
  }
  const selfCheck = env["UDT_SELF_CHECK_ADDRESS"] ?? "";
  if (!/^[A-Za-z0-9][A-Za-z0-9.:-]{0,252}$|^$/.test(selfCheck))
    return fail(`UDT_SELF_CHECK_ADDRESS must be a host or an address, not ${JSON.stringify(selfCheck)}.`);
  const scrcpy = env["UDT_SCRCPY_SERVER"];
  return ok({
    server_url,
    token,
    data_dir: env["UDT_DATA_DIR"] || ".udt",
    adb_server,
    direct,
    recording_spool_bytes: Number(spoolBytes),
    install_hosts,
    self_check_address: selfCheck || null,
    ...(scrcpy && { scrcpy_server_path: scrcpy }),
  });
}

/** `host:port`, with an IPv6 host in brackets. */
function parseAddress(text: string): Address | undefined {
  const match = /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  const host = match?.[1] ?? match?.[2];
  return host !== undefined && port >= 1 && port <= 65_535 ? { host, port } : undefined;
}
