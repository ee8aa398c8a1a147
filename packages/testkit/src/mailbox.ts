import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The whole message as it came over the wire. */
  raw: string;
}

/** A real SMTP server on a free port that keeps what it is sent. */
export interface Mailbox {
  /** What `UDT_SMTP_URL` is set to. */
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** To whom the messages were that {@link answerWith} refused. */
  readonly turnedAway: string[];
  /** Refuses these recipients; a message to others only is taken. */
  refuse(...addresses: string[]): void;
  /** Answers every message with this until it is undefined again, such as `450 try later`. */
  answerWith(code: number | undefined, text?: string): void;
  stop(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const turnedAway: string[] = [];
  const refused = new Set<string>();
  let trouble: Error | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      done(refused.has(address) ? Object.assign(new Error(`no mailbox ${address}`), { responseCode: 550 }) : null);
    },
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        if (trouble) {
          turnedAway.push(...to);
          return done(trouble);
        }
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        mails.push({ from, to, raw: Buffer.concat(pieces).toString("utf8") });
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    turnedAway,
    refuse: (...addresses) => addresses.forEach((address) => refused.add(address)),
    answerWith(code, message = "refused") {
      trouble = code === undefined ? undefined : Object.assign(new Error(message), { responseCode: code });
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** What a message says, with the quoted-printable and base64 of its parts undone (RFC 2045). */
export function mailText(raw: string): string {
  return raw
    .split(/\r\n--[^\r\n]+(?:\r\n|$)/)
    .map((part) => {
      const [head = "", ...body] = part.split("\r\n\r\n");
      const text = body.join("\r\n\r\n");
      if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(text, "base64").toString("utf8");
      if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return text;
      const bytes = text
        .replace(/=\r\n/g, "")
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
      return Buffer.from(bytes, "latin1").toString("utf8");
    })
    .join("\n");
}
