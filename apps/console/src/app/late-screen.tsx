import type { ComponentType } from "react";
import { afterFailedLoad } from "../lib/late/failed-load.ts";
import { lateComponent } from "../lib/late/late-component.tsx";

type Load = () => Promise<ComponentType>;

/** A screen with all that it needs; while the server cannot be reached one that waits for it, in an application that stays. */
export async function screenOf(load: Load): Promise<ComponentType> {
  try {
    return await load();
  } catch (error) {
    const verdict = await afterFailedLoad();
    if (verdict === "reloading") return new Promise<never>(() => {});
    if (verdict === "failed") throw error;
    // The router keeps what it was first given: this leads to the screen from then on.
    return lateComponent(load, (_, waiting) => waiting, verdict);
  }
}
