/** What a role tells the `udt start` that forked it, over the IPC channel. */
export type RoleMessage =
  | {
      type: "server_ready";
      url: string;
      local_url: string;
      port: number;
      admin_email: string;
      admin_password: string | undefined;
    }
  | { type: "phones_ready"; addresses: string[] }
  | { type: "agent_ready" }
  /** It answers {@link SupervisorMessage}. */
  | { type: "here" }
  | { type: "refused"; sentence: string };

/** What who forked a role asks it, again and again. */
export interface SupervisorMessage {
  type: "are_you_there";
}

/** `onSent` is called when the message has left the process. */
export function tell(message: RoleMessage, onSent?: () => void): void {
  process.send?.(message, undefined, undefined, onSent);
}

/** How to come in. The password is there only when it was made up at this start. */
export function readyLines(server: { url: string; admin_email: string; admin_password: string | undefined }): string[] {
  const { url, admin_email, admin_password } = server;
  return [
    `UDT is ready at ${url.replace("//127.0.0.1", "//localhost")}`,
    admin_password === undefined
      ? `Sign in as ${admin_email}`
      : `Sign in as ${admin_email} with the password ${admin_password} (shown this once; only a hash is kept)`,
  ];
}
