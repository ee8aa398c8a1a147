import type { Bus } from "../platform/bus.ts";
import { every } from "../platform/clock.ts";
import type { SecretBox } from "../platform/crypto.ts";
import type { Mailer } from "../platform/mail.ts";
import { AccountWaiting } from "../people/users/account-waiting.ts";
import { AccountsService, type AccountsDependencies } from "../people/users/accounts.service.ts";
import { ForgottenPasswords } from "../people/users/forgotten-passwords.ts";
import { AccountMail } from "../people/users/mail/account-mail.ts";
import { SignupsService } from "../people/users/signups.service.ts";

const SETTLED_EVERY_MS = 3_600_000;

export interface OwnAccounts {
  accounts: AccountsService;
  forgotten: ForgottenPasswords;
  signups: SignupsService;
  waiting: AccountWaiting;
  mail: AccountMail;
  /** Resolves when the mails that were asked for are sent, or given up. */
  close(): Promise<void>;
}

/** What people do with their own account, and what they are mailed of it. */
export function startOwnAccounts(
  needs: Omit<AccountsDependencies, "mail"> & {
    bus: Bus;
    secrets: SecretBox;
    mailer: Mailer;
    publicUrl: () => string;
    /** Nobody waits for a mail: one that failed is told here. */
    onError: (error: unknown) => void;
  },
): OwnAccounts {
  const { mailer, publicUrl, onError, ...rest } = needs;
  const mail = new AccountMail({ mailer, publicUrl, onError });
  const forgotten = new ForgottenPasswords({ ...rest, mail, onError });
  const waiting = new AccountWaiting({ ...rest, onError });
  const signups = new SignupsService({ ...rest, mail, waiting, onError });
  const settle = () => signups.settle().catch(onError);
  const settled = settle();
  const stopSettling = every(rest.clock, SETTLED_EVERY_MS, settle);
  return {
    accounts: new AccountsService({ ...rest, mail }),
    forgotten,
    signups,
    waiting,
    mail,
    async close() {
      stopSettling();
      await waiting.close();
      await settled;
      await signups.close();
      await forgotten.close();
      await mail.close();
    },
  };
}
