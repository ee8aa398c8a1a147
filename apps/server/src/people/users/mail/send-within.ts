import { UdtError } from "@udt/contract";

/**
 * Sends a mail that a stranger may have asked for, and beyond its bounds none, without a word: enough of them are in the
 * mailbox, and who asks must not learn whose it is.
 * @param bounds Each counts it, and returns how to take that back; what no server took is not in the mailbox.
 * @param send Whether a server took it.
 */
export async function sendWithin(bounds: readonly (() => () => void)[], send: () => Promise<boolean>): Promise<void> {
  const takeBack: (() => void)[] = [];
  let isSent = false;
  try {
    for (const take of bounds) takeBack.push(take());
    isSent = await send();
  } catch (error) {
    if (!(error instanceof UdtError)) throw error;
  } finally {
    if (!isSent) for (const one of takeBack) one();
  }
}
