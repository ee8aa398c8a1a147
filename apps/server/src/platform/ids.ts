import { createHash, randomBytes, randomUUID } from "node:crypto";

export const newId = (): string => randomUUID();
/** 256 bits, safe in URLs, headers and cookies. */
export const newSecret = (): string => randomBytes(32).toString("base64url");
/** Secrets of full entropy are looked up by this; it needs no salt. */
export const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");
/** What `like` takes, so that the user's own `%` and `_` mean themselves. */
export const likePattern = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
