import type { Mailer } from "../../platform/mail.ts";
import { AccountsService, type AccountsDependencies } from "./accounts.service.ts";
import { ForgottenPasswords } from "./forgotten-passwords.ts";
import { AccountMail } from "./mail/account-mail.ts";

export interface OwnAccounts {
  accounts: AccountsService;
  forgotten: ForgottenPasswords;
  mail: AccountMail;
  /** Resolves when the mails that were asked for are sent, or given up. */
  close(): Promise<void>;
}

/** What people do with their own account, and what they are mailed of it. */
export function startOwnAccounts(
  needs: Omit<AccountsDependencies, "mail"> & {
    mailer: Mailer;
    publicUrl: () => string;
    /** Nobody waits for a mail: one that failed is told here. */
    onError: (error: unknown) => void;
  },
): OwnAccounts {
  const { mailer, publicUrl, onError, ...rest } = needs;
  const mail = new AccountMail({ mailer, publicUrl, onError });
  const forgotten = new ForgottenPasswords({ ...rest, mail, onError });
  return {
    accounts: new AccountsService({ ...rest, mail }),
    forgotten,
    mail,
    async close() {
      await forgotten.close();
      await mail.close();
    },
  };
}
