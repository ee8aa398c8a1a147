import { AUTH_TYPES, type UiLanguage, type UserInfo } from "@udt/contract";
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

/** Whom it is about; the address may be empty: a provider tells none, and there is nowhere to send it. */
type Told = Pick<UserInfo, "email" | "auth_type">;

/** Mails to people about their own account. Without a mail server there are none. */
export class AccountMail {
  readonly #needs: AccountMailNeeds;
  readonly #underWay = new Set<Promise<boolean>>();
  constructor(needs: AccountMailNeeds) {
    this.#needs = needs;
  }

  get isReady(): boolean {
    return this.#needs.mailer.isReady;
  }

  /**
   * @param secret what the link proves; it travels behind the `#`, which browsers send to no server
   * @returns whether a server took it; as of all of these, what went wrong is told to `onError`
   */
  forgotten(to: string, secret: string, language: UiLanguage): Promise<boolean> {
    const { title, text, link } = ACCOUNT_MAIL_TEXTS[language].forgotten;
    return this.#send(to, language, {
      title,
      note: text,
      rows: [],
      link: { text: link, path: `/reset_password#${secret}` },
    });
  }

  /**
   * Has nothing in it that whoever registered wrote: it may be somebody else's mailbox.
   * @param secret as for a forgotten password
   */
  confirm(to: string, secret: string, language: UiLanguage): Promise<boolean> {
    const words = ACCOUNT_MAIL_TEXTS[language];
    const { title, text, link } = words.confirm;
    const said = { title, note: text, rows: [], link: { text: link, path: `/confirm_email#${secret}` } };
    return this.#send(to, language, said, words.footer_signup);
  }

  /** Somebody tried to register with the address of an account. */
  taken(to: string, language: UiLanguage): Promise<boolean> {
    const { title, text, link } = ACCOUNT_MAIL_TEXTS[language].taken;
    return this.#send(to, language, { title, note: text, rows: [], link: { text: link, path: "/login" } });
  }

  /**
   * Tells of a change to what somebody signs in by, which may have been somebody else's doing.
   * @param name of the API key or the passkey that it is about
   */
  changed(to: Told, what: AccountChange, language: UiLanguage, name?: string): void {
    const words = ACCOUNT_MAIL_TEXTS[language];
    const label = what === "api_key" || what === "api_key_deleted" ? words.key : words.passkey;
    this.#change(to, what, language, name === undefined ? [] : [{ label, value: name }]);
  }

  /** Tells whose second factors an administrator has removed which they were. */
  secondFactorsRemoved(to: Told, removed: { totp: boolean; passkeys: readonly string[] }, language: UiLanguage): void {
    const words = ACCOUNT_MAIL_TEXTS[language];
    const rows = removed.passkeys.map((value) => ({ label: words.passkey, value }));
    if (removed.totp) rows.unshift({ label: words.totp, value: words.removed });
    this.#change(to, "second_factors_removed", language, rows);
  }

  #change(to: Told, what: AccountChange, language: UiLanguage, rows: Message["rows"]): void {
    if (to.email === "") return;
    const words = ACCOUNT_MAIL_TEXTS[language];
    const { title, text } = words.changed[what];
    const not_you = to.auth_type === AUTH_TYPES.external ? words.not_you_by_provider : words.not_you;
    void this.#send(to.email, language, {
      title,
      note: `${text} ${not_you}`,
      rows,
      link: { text: words.open, path: "/userinfo" },
    });
  }

  /** Tells who was reset by an operator. */
  reset(to: string, language: UiLanguage): void {
    const { reset, open } = ACCOUNT_MAIL_TEXTS[language];
    void this.#send(to, language, {
      title: reset.title,
      note: reset.text,
      rows: [],
      link: { text: open, path: "/userinfo" },
    });
  }

  /** Resolves when what was begun is sent, or was given up. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** No answer waits for a mail: how long it takes would tell who is known here. */
  #send(
    to: string,
    language: UiLanguage,
    { link, ...said }: Pick<Message, "title" | "note" | "rows"> & { link: { text: string; path: string } },
    footer = ACCOUNT_MAIL_TEXTS[language].footer,
  ): Promise<boolean> {
    const { mailer, publicUrl, onError } = this.#needs;
    if (!mailer.isReady) return Promise.resolve(false);
    const message = { ...said, tone: "plain" as const, link: { text: link.text, url: `${publicUrl()}${link.path}` } };
    const sending = mailer
      .send({ to: [to], ...mailOf(message, footer) })
      .then(() => true)
      .catch((error: unknown) => {
        onError(error);
        return false;
      })
      .finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
    return sending;
  }
}
