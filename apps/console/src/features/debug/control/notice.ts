import type { ConsoleEvent } from "@udt/contract";

export type DriversChanged = Extract<ConsoleEvent, { type: "drivers.changed" }>;

/** Which sentence tells the reader what became of their control, and whom it names. */
export interface Told {
  words: "lost" | "taken" | "passed_on" | "handed" | "left" | "given" | "returned" | "back";
  name: string;
  /** Who has it now, where that is a third. */
  to: string;
}

/**
 * What to tell of a change of control by which the reader's own came or went; undefined for what they did themselves and see.
 *
 * @param drives whether they have control now
 */
export function toldOf(
  { action, by, drivers }: Pick<DriversChanged, "action" | "by" | "drivers">,
  reader: { user_id: string; drives: boolean },
): Told | undefined {
  const instead = drivers.find((driver) => driver.instead);
  const told = (words: Told["words"]): Told => ({ words, name: by.user_name, to: instead?.user_name ?? "" });
  const isOwnAct = by.user_id === reader.user_id;
  if (reader.drives) {
    if (isOwnAct) return undefined;
    if (action === "give") return told("given");
    return told(action === "leave" ? "back" : "returned");
  }
  // Who hands over is still told that their hands are off.
  if (isOwnAct) return told(action === "give" ? "handed" : "left");
  if (action !== "give") return told("lost");
  return told(instead?.user_id === by.user_id ? "taken" : "passed_on");
}
