import type { TrialAccount } from "@udt/contract";
import { useState } from "react";

/** Whether a file's cases take something from the account of their run. */
const asksAccount = (text: string): boolean => text.includes("${account.") || text.includes("UDT_ACCOUNT");

/** With which account scripts run here: asked once, as the first that wants one is run, kept by the page, and by nothing else. */
export function useAccount() {
  /** Null: nobody was asked. */
  const [said, setSaid] = useState<{ account: TrialAccount | undefined } | null>(null);
  /** It is asked for, and this waits for the answer. */
  const [asking, setAsking] = useState<{ goOn?: (account: TrialAccount | undefined) => void }>();
  return {
    account: said?.account,
    asking,
    ask: () => setAsking({}),
    /** Goes on with the account, once that is known where the text wants one. */
    withAccount(text: string, goOn: (account: TrialAccount | undefined) => void): void {
      if (said === null && asksAccount(text)) setAsking({ goOn });
      else goOn(said?.account);
    },
    say(account: TrialAccount | undefined): void {
      setSaid({ account });
      setAsking(undefined);
      asking?.goOn?.(account);
    },
    giveUp: () => setAsking(undefined),
  };
}
export type AccountOfTrials = ReturnType<typeof useAccount>;
