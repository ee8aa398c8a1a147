import { ApiError } from "@udt/client";
import { testEndpoints } from "@udt/contract/endpoints/tests";
import { api } from "../api/api.ts";
import { rememberedDuration } from "./duration.ts";

export interface DebugWish {
  project: string;
  device_id: string;
  /** Minutes; the remembered duration when left out. */
  duration_minutes?: number | undefined;
  /** Installed as soon as the session runs. */
  app_id?: string | null | undefined;
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === "app_not_found";

/** Takes a device for a debug session. An app that was deleted meanwhile keeps nobody from it: `lacksApp` says that it begins without. */
export async function beginDebug(wish: DebugWish): Promise<{ test_id: string; lacksApp: boolean }> {
  const { project, device_id, duration_minutes = rememberedDuration(), app_id } = wish;
  const create = (app: { app_id?: string }) =>
    api.call(testEndpoints.testCreate, {
      query: { project },
      body: { kind: "debug", device_id, duration_minutes, ...app },
    });
  if (app_id === undefined || app_id === null) return { ...(await create({})), lacksApp: false };
  try {
    return { ...(await create({ app_id })), lacksApp: false };
  } catch (error) {
    if (!isGone(error)) throw error;
    return { ...(await create({})), lacksApp: true };
  }
}
