import type { ConsoleEvent } from "@udt/contract";
import { createStore, type Store } from "../streams/store.ts";

/** Somebody who watches a session asks its holder for control of it. */
export type ControlAsked = Extract<ConsoleEvent, { type: "control.asked" }>;

/** Who does not answer for so long may be away, and can be asked again. */
export const CONTROL_ANSWER_MS = 60_000;

const asked: Store<readonly ControlAsked[]> = createStore<readonly ControlAsked[]>([]);
/** The requests of now that nobody has answered, for whatever page shows them, also when it comes later than they did. */
export const controlAsked: Pick<Store<readonly ControlAsked[]>, "get" | "subscribe"> = asked;

const isOf = (one: ControlAsked, test_id: string, user_id: string) =>
  one.test_id === test_id && one.by.user_id === user_id;

export function forgetAsked(test_id: string, user_id: string): void {
  asked.update((before) => before.filter((one) => !isOf(one, test_id, user_id)));
}

/** Takes in what an event says of requests for control. */
export function noteAsked(event: ConsoleEvent): void {
  if (event.type === "control.asked") {
    forgetAsked(event.test_id, event.by.user_id);
    asked.update((before) => [...before, event]);
    setTimeout(() => asked.update((before) => before.filter((one) => one !== event)), CONTROL_ANSWER_MS);
  }
  // Given here, on another page or by an administrator: it is answered.
  if (event.type === "drivers.changed") for (const { user_id } of event.drivers) forgetAsked(event.test_id, user_id);
}
