/** Mail by SMTP, through the operator's server (`UDT_SMTP_URL`). */
import { createTransport } from "nodemailer";

export interface Mail {
  to: string[];
  subject: string;
  text: string;
  html: string;
}

/** Why a mail was not taken. `isFinal`: the server said no and would again. */
export class MailError extends Error {
  readonly kind: "not_set" | "refused" | "unreachable";
  readonly isFinal: boolean;
  constructor(kind: MailError["kind"], isFinal: boolean, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.kind = kind;
    this.isFinal = isFinal;
  }
}

export interface Mailer {
  /** Whether mail is set up at all. */
  readonly isReady: boolean;
  /** Resolves once the server has taken it, with the recipients that it did not take of several. @throws MailError */
  send(mail: Mail): Promise<{ refused: string[] }>;
  close(): void;
}

const CONNECT_MS = 10_000;
/** Without a byte for so long a server is given up. */
const SILENCE_MS = 15_000;

/** @param settings `url` undefined: no mail, and each attempt says so. */
export function smtpMailer(settings: { url: string | undefined; from: string | undefined }): Mailer {
  const { url, from } = settings;
  if (url === undefined || from === undefined) {
    return {
      isReady: false,
      send: () => Promise.reject(new MailError("not_set", true, "UDT_SMTP_URL and UDT_MAIL_FROM are not set")),
      close() {},
    };
  }
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // What a message says comes from people: it must not read files or call addresses of this machine.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    isReady: true,
    async send(mail) {
      try {
        const { rejected } = await transport.sendMail({ from, ...mail });
        return { refused: [...rejected] };
      } catch (error) {
        throw refusal(error);
      }
    },
    close: () => transport.close(),
  };
}

function refusal(error: unknown): MailError {
  const { responseCode, response, code, message } = error as {
    responseCode?: number;
    response?: string;
    code?: string;
    message: string;
  };
  // RFC 5321: 5xx is for good, 4xx is for now.
  if (responseCode !== undefined) {
    return new MailError("refused", responseCode >= 500, response ?? message, { cause: error });
  }
  const isLogin = code === "EAUTH" || code === "ENOAUTH";
  return new MailError(isLogin ? "refused" : "unreachable", false, isLogin ? "sign-in failed" : (code ?? message), {
    cause: error,
  });
}
