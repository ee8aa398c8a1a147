import { createStore } from "../../lib/streams/index.ts";

const KEPT = 50;
/** Apps that were started here, by this page's clock: nobody else tells of them. */
export const startedApps = createStore<readonly { test_id: string; package_name: string; at: number }[]>([]);

export function noteAppStart(test_id: string, package_name: string): void {
  startedApps.update((list) => [...list, { test_id, package_name, at: Date.now() }].slice(-KEPT));
}
