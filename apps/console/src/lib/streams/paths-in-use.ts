import { createStore, type Store } from "./store.ts";

/** A direct path that stands. */
export interface StandingPath {
  name: string;
  /** @throws when the path stands no longer */
  openChannel(key: string): RTCDataChannel;
}

/** The same as its streams see it. */
export interface PathInUse extends StandingPath {
  /** A channel of it has stalled: if pictures do not come either it is given up sooner. */
  doubt(): void;
}

const paths = new Map<string, Store<PathInUse | undefined>>();

/** The path that the streams of a session's device have in common; undefined: none stands. */
export function pathInUse({
  test_id,
  device_id,
}: {
  test_id: string;
  device_id: string;
}): Store<PathInUse | undefined> {
  const of = `${test_id} ${device_id}`;
  let path = paths.get(of);
  if (!path) paths.set(of, (path = createStore<PathInUse | undefined>(undefined)));
  return path;
}
