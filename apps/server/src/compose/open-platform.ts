import type { FastifyBaseLogger } from "fastify";
import { folderBlobs, type Blobs } from "../platform/blobs/blobs.ts";
import { LooseBlobs } from "../platform/blobs/loose-blobs.ts";
import { startBus, type Bus } from "../platform/bus.ts";
import type { ServerClock } from "../platform/clock.ts";
import { openSecretBox, type SecretBox } from "../platform/crypto.ts";
import { openDatabase, type Database } from "../platform/database/database.ts";
import { sealedByKey } from "../platform/database/sealed.ts";
import { startUpkeep } from "../platform/database/upkeep.ts";
import { hostInUrl } from "../platform/http/listen.ts";
import { smtpMailer, type Mailer } from "../platform/mail.ts";
import { outboundGuard, type Outbound } from "../platform/outbound.ts";
import { blobFolder, databaseTarget, secretKeySource, type ServerSettings } from "../platform/settings.ts";
import type { Parts } from "./parts.ts";

/** What reaches out of the process: all that every other part is made of. */
export interface Platform {
  settings: ServerSettings;
  clock: ServerClock;
  log: FastifyBaseLogger;
  /** What went wrong while nobody waited for it. */
  onError(error: unknown): void;
  database: Database;
  bus: Bus;
  blobs: Blobs;
  loose: LooseBlobs;
  secrets: SecretBox;
  outbound: Outbound;
  mailer: Mailer;
  /** Known once the server listens. */
  listeningPort(): number;
  /** The server's address on this machine, without a trailing slash; known once it listens. */
  listeningUrl(): string;
  /** What browsers call it, without a trailing slash. */
  publicUrl(): string;
}

export async function openPlatform(
  parts: Parts,
  needs: Pick<Platform, "settings" | "clock" | "log" | "onError" | "listeningPort">,
): Promise<Platform> {
  const { settings, clock, onError, listeningPort } = needs;
  const { outgoing } = settings;
  const database = await openDatabase(databaseTarget(settings));
  parts.add({ service: database, close: () => database.close() });
  const blobs = folderBlobs(blobFolder(settings));
  parts.add({ service: undefined, close: startUpkeep({ database, clock, onError }) });
  const bus = await startBus(database, clock, onError);
  parts.add({ service: bus, close: () => bus.close() });
  const secrets = await openSecretBox(secretKeySource(settings), await sealedByKey(database.db));
  const mailer = smtpMailer({ url: outgoing.smtp_url, from: outgoing.mail_from });
  parts.add({ service: mailer, close: () => mailer.close() });
  const listeningUrl = () => `http://${hostInUrl(settings.host)}:${listeningPort()}${settings.base_path}`;
  return {
    ...needs,
    database,
    bus,
    blobs,
    loose: new LooseBlobs({ database, blobs, clock }),
    secrets,
    outbound: outboundGuard(outgoing.outbound_allow),
    mailer,
    listeningUrl,
    publicUrl: () => settings.public_url ?? listeningUrl(),
  };
}
