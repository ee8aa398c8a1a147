/** How many calls one caller may make in a minute, so that a program gone wild leaves room for the others. */
import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { UdtError } from "@udt/contract";
import { hashSecret } from "../ids.ts";
import { credentialsOf } from "./caller.ts";

const WINDOW_MS = 60_000;
/** One address may be that of a whole office. */
const CALLERS_AN_ADDRESS = 10;
/** Callers that are remembered; of more, those that were not heard of for longest begin anew. */
const CALLERS_MAX = 20_000;

/** Counts a call. @throws UdtError rate_limited */
export type CountCall = (request: FastifyRequest) => Promise<void>;

/**
 * Counts by the credential that a call shows, whoever's it is, and by its address, so that no credential is tried for the room
 * that another one gives. Each server counts by itself.
 *
 * @param calls_per_minute of one caller; an address may have ten times as many. 0: no limit
 */
export async function limitCalls(
  app: FastifyInstance,
  { calls_per_minute, sessionCookie }: { calls_per_minute: number; sessionCookie: string },
): Promise<CountCall> {
  if (calls_per_minute === 0) return async () => undefined;
  await app.register(rateLimit, { global: false, timeWindow: WINDOW_MS, cache: CALLERS_MAX });
  const ofAddress = app.createRateLimit({
    max: calls_per_minute * CALLERS_AN_ADDRESS,
    keyGenerator: ({ ip }) => ip,
  });
  const ofCaller = app.createRateLimit({
    max: calls_per_minute,
    keyGenerator: ({ headers, ip }) => {
      const { session, bearer, key } = credentialsOf(headers, sessionCookie);
      const shown = key?.secret_id ?? bearer ?? session;
      return shown === undefined ? ip : hashSecret(shown);
    },
  });
  return async (request) => {
    for (const count of [ofAddress, ofCaller]) {
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded)
        throw new UdtError("rate_limited", { seconds: counted.ttlInSeconds });
    }
  };
}
