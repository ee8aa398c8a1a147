/** What `udt` runs as a process of its own. */
export type Role = "server" | "agent" | "phone";

/** What each role reads, beside what is not UDT's: one must not hold the secrets of another. The server reads all the rest. */
const READ: Record<Exclude<Role, "server">, ReadonlySet<string>> = {
  agent: new Set([
    "UDT_SERVER_URL",
    "UDT_AGENT_TOKEN",
    "UDT_DATA_DIR",
    "UDT_ADB_SERVER",
    "UDT_PHONE_ADDRESSES",
    "UDT_RECORDING_SPOOL_BYTES",
    "UDT_INSTALL_HOSTS",
    "UDT_SELF_CHECK_ADDRESS",
    "UDT_SCRCPY_SERVER",
  ]),
  phone: new Set(["UDT_PHONE_PORT"]),
};

/** The environment that a role's process is started with. */
export function envOf(role: Role, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (role === "server") return env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("UDT_") || READ[role].has(name)));
}
