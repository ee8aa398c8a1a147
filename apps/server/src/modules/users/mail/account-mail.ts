import type { UiLanguage } from "@udt/contract";
import type { Mailer } from "../../../platform/mail.ts";
import { mailOf, type Message } from "../../../platform/mail-message.ts";
import { ACCOUNT_MAIL_TEXTS, type AccountChange } from "./texts.ts";

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
    const { title, text, link } = ACCOUNT_MAIL_TEXTS[language].forgotten;
    this.#send(to, language, { title, note: text, rows: [], link: { text: link, path: `/reset_password#${secret}` } });
  }

  /**
   * Tells of a change to what somebody signs in by, which may have been somebody else's doing.
   * @param to empty: a provider tells no address, and there is nowhere to send it
   * @param key the name of the API key that it is about
   */
  changed(to: string, what: AccountChange, language: UiLanguage, key?: string): void {
    if (to === "") return;
    const words = ACCOUNT_MAIL_TEXTS[language];
    const { title, text } = words.changed[what];
    this.#send(to, language, {
      title,
      note: `${text} ${words.not_you}`,
      rows: key === undefined ? [] : [{ label: words.key, value: key }],
      link: { text: words.open, path: "/userinfo" },
    });
  }

  /** Resolves when what was begun is sent, or was given up. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Nobody waits for a mail: how long it takes would tell who is known here. */
  #send(
    to: string,
    language: UiLanguage,
    { link, ...said }: Pick<Message, "title" | "note" | "rows"> & { link: { text: string; path: string } },
  ): void {
    const { mailer, publicUrl, onError } = this.#needs;
    if (!mailer.isReady) return;
    const message = { ...said, tone: "plain" as const, link: { text: link.text, url: `${publicUrl()}${link.path}` } };
    const sending = mailer
      .send({ to: [to], ...mailOf(message, ACCOUNT_MAIL_TEXTS[language].footer) })
      .then(() => undefined)
      .catch(onError)
      .finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
  }
}
