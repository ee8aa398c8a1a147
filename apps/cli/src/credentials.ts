/** In whose name a command calls, as the `Authorization` header says it; undefined where nothing says so. */
export function credentials(env: NodeJS.ProcessEnv): string | undefined {
  const token = env["UDT_PROJECT_TOKEN"];
  if (token) return `Bearer ${token}`;
  const [id, key] = [env["UDT_SECRET_ID"], env["UDT_SECRET_KEY"]];
  return id && key ? `Basic ${Buffer.from(`${id}:${key}`).toString("base64")}` : undefined;
}

/** Of a command that names no other server. */
export const DEFAULT_SERVER = "http://localhost:8700";
