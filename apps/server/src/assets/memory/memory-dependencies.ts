import type { FastifyBaseLogger } from "fastify";
import type { AppsDependencies } from "../apps/apps.service.ts";
import type { TakenUploads } from "../apps/taken-uploads.service.ts";
import type { UploadsService } from "../apps/uploads.service.ts";
import type { TellBudget } from "./budget-watch.ts";
import type { FlameReader } from "./flame-reader.ts";
import type { SampleComparer } from "./sample-comparer.ts";
import type { SampleReader } from "./sample-reader.ts";

export interface MemoryDependencies extends Omit<AppsDependencies, "testsWith" | "uses"> {
  log: FastifyBaseLogger;
  uploads: UploadsService;
  taken: TakenUploads;
  readSample: SampleReader;
  compareSamples: SampleComparer;
  readFlame: FlameReader;
  tellBudget: TellBudget;
}
