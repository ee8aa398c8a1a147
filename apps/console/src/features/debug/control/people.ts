import { isDriven, type Driver, type TestKind, type Viewer } from "@udt/contract";

interface Looked {
  kind: TestKind;
  user_id: string;
  user_name: string;
  viewers: readonly Viewer[];
  drivers: readonly Driver[];
}

export interface Person extends Viewer {
  /** Whose session it is. */
  isHolder: boolean;
  /** Who reads the page. */
  isYou: boolean;
  /** Has the page open now. */
  isHere: boolean;
  /** What they may do with the device now. */
  part: "drives" | "watches";
  /** Has control in the holder's place. */
  instead: boolean;
}

/** Whether somebody has control: who was given it, and who began the session as long as it is not handed over. */
export function isDriving(test: Pick<Looked, "kind" | "drivers">, user_id: string, isOwn: boolean): boolean {
  if (!isDriven(test.kind)) return false;
  const isGiven = test.drivers.some((driver) => driver.user_id === user_id);
  return isGiven || (isOwn && !test.drivers.some(({ instead }) => instead));
}

/**
 * Everybody who has to do with a session now, each once: its holder, who drives it with or for them, and who watches. Of a run
 * everybody watches, whoever started it: its script drives.
 */
export function peopleOf(test: Looked, user_id: string): Person[] {
  const here = new Map(test.viewers.map((viewer) => [viewer.user_id, viewer]));
  const holder = isDriven(test.kind) ? [{ user_id: test.user_id, user_name: test.user_name }] : [];
  const all = new Map([...holder, ...test.drivers, ...here.values()].map((one) => [one.user_id, one.user_name]));
  return [...all].map(([id, user_name]) => {
    const isHolder = holder.some((one) => one.user_id === id);
    return {
      user_id: id,
      user_name,
      isHolder,
      isYou: id === user_id,
      isHere: here.has(id),
      part: isDriving(test, id, isHolder) ? "drives" : "watches",
      instead: test.drivers.some((driver) => driver.user_id === id && driver.instead),
    };
  });
}

/** Who else watches. */
export const watchersOf = (people: readonly Person[]): Person[] =>
  people.filter(({ part, isYou, isHere, isHolder }) => part === "watches" && isHere && !isYou && !isHolder);

/** The same colour for the same person on every page: a hue from the characters of the id. */
export function hueOf(user_id: string): number {
  let hash = 0;
  for (const character of user_id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360;
  return hash;
}
