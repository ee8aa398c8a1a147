import type { UiLanguage } from "@udt/contract";
import type { Mailer } from "../../../platform/mail.ts";
import { mailOf } from "../../../platform/mail-message.ts";
import { ACCOUNT_MAIL_TEXTS } from "./texts.ts";

interface AccountMailNeeds {
  mailer: Mailer;
  /** What browsers call the server, without a slash at the end. */
  publicUrl: () => string;
  /** A mail that no server took. Who waits for it asks anew. */
  onError: (error: unknown) => void;
}

/** Mails to people about their own account. Without a mail server there are none. */
export class AccountMail {
  readonly #needs: AccountMailNeeds;
  readonly #underWay = new Set<Promise<void>>();
  constructor(needs: AccountMailNeeds) {
    this.#needs = needs;
  }

  get isReady(): boolean {
    return this.#needs.mailer.isReady;
  }

  /** @param secret what the link proves; it travels behind the `#`, which browsers send to no server */
  forgotten(to: string, secret: string, language: UiLanguage): void {
    this.#send(to, "forgotten", `/reset_password#${secret}`, language);
  }

  passwordChanged(to: string, language: UiLanguage): void {
    if (to !== "") this.#send(to, "changed", "/userinfo", language);
  }

  /** Resolves when what was begun is sent, or was given up. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Nobody waits for a mail: how long it takes would tell who is known here. */
  #send(to: string, what: "forgotten" | "changed", path: string, language: UiLanguage): void {
    const { mailer, publicUrl, onError } = this.#needs;
    if (!mailer.isReady) return;
    const { [what]: words, footer } = ACCOUNT_MAIL_TEXTS[language];
    const link = { text: words.link, url: `${publicUrl()}${path}` };
    const message = { title: words.title, tone: "plain" as const, rows: [], note: words.text, link };
    const sending = mailer
      .send({ to: [to], ...mailOf(message, footer) })
      .then(() => undefined)
      .catch(onError)
      .finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }
}
