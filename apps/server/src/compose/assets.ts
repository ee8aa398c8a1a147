import { appsRoutes } from "../assets/apps/apps.routes.ts";
import { AppsService } from "../assets/apps/apps.service.ts";
import { ProducedAppsService } from "../assets/apps/produced-apps.service.ts";
import { InstallsService } from "../assets/apps/installs.service.ts";
import { threadedPackageReader } from "../assets/apps/package-reader.ts";
import { TakenUploads } from "../assets/apps/taken-uploads.service.ts";
import { UploadsService } from "../assets/apps/uploads.service.ts";
import { ExpiryWarnings } from "../assets/ios-certificates/expiry-warnings.ts";
import { IosCertificatesService } from "../assets/ios-certificates/ios-certificates.service.ts";
import {
  iosCertificatesRoutes,
  resignRoutes,
  type Resigning,
} from "../assets/ios-certificates/ios-certificates.routes.ts";
import { threadedPairReader } from "../assets/ios-certificates/pair-reader.ts";
import { ResignChecks } from "../assets/ios-certificates/resign-checks.service.ts";
import { ResignDeliveries } from "../assets/ios-certificates/resign-deliveries.service.ts";
import { ASKED, threadedResignReader } from "../assets/ios-certificates/resign-reader.ts";
import { ResignsService } from "../assets/ios-certificates/resigns.service.ts";
import { SigningFiles } from "../assets/ios-certificates/signing-files.ts";
import { threadedSigningKeyReader } from "../assets/ios-certificates/signing-key-reader.ts";
import { baselinesRoutes } from "../assets/memory/baselines.routes.ts";
import { BaselinesService } from "../assets/memory/baselines.service.ts";
import type { TellBudget } from "../assets/memory/budget-watch.ts";
import { threadedFlameReader } from "../assets/memory/flame-reader.ts";
import { memgraphRules } from "../assets/memory/memgraph-task.ts";
import { MemgraphTexts } from "../assets/memory/memgraph-texts.service.ts";
import { MemgraphWaits } from "../assets/memory/memgraph-waits.ts";
import { memgraphsRoutes } from "../assets/memory/memgraphs.routes.ts";
import { memoryRoutes } from "../assets/memory/memory.routes.ts";
import { threadedPartitioner } from "../assets/memory/partitioner.ts";
import { partitionsRoutes } from "../assets/memory/partitions.routes.ts";
import { PartitionsService } from "../assets/memory/partitions.service.ts";
import { RecordedSamplesService } from "../assets/memory/recorded-samples.service.ts";
import { recordingsRoutes } from "../assets/memory/recordings.routes.ts";
import { RecordingsService } from "../assets/memory/recordings.service.ts";
import { threadedSampleComparer } from "../assets/memory/sample-comparer.ts";
import { threadedSampleReader } from "../assets/memory/sample-reader.ts";
import { SampleReadings } from "../assets/memory/sample-readings.ts";
import { scenesRoutes } from "../assets/memory/scenes.routes.ts";
import { ScenesService } from "../assets/memory/scenes.service.ts";
import { SamplesService } from "../assets/memory/samples.service.ts";
import type { TestsService } from "../core/sessions/tests.service.ts";
import { TraceDeletion } from "../assets/memory/trace-deletion.service.ts";
import { TracesService } from "../assets/memory/traces.service.ts";
import { ASSET_USES } from "../kinds/told.ts";
import type { NotificationsService } from "../notify/notifications/notifications.service.ts";
import type { RuntimeSettingsService } from "../people/admin/runtime-settings.service.ts";
import type { AuditService } from "../people/audit/audit.service.ts";
import type { Core } from "./core.ts";
import { startLibraries } from "./libraries.ts";
import type { Platform } from "./open-platform.ts";
import { startScripts } from "./scripts.ts";
import type { Parts } from "./parts.ts";

export interface AssetsNeeds {
  core: Core;
  audit: AuditService;
  runtime: RuntimeSettingsService;
  notifications: NotificationsService;
}

/** What projects keep to test, and to test with: applications, what they are signed with, and case libraries. */
export function startAssets(parts: Parts, platform: Platform, { core, audit, runtime, notifications }: AssetsNeeds) {
  const { database, bus, clock, log, blobs, loose } = platform;
  const { tests, assistd, queue } = core;
  const testsWith = (project_id: string, app_id: string) => tests.countWithApp(project_id, app_id);
  const apps = new AppsService({ database, bus, clock, audit, blobs, loose, uses: ASSET_USES, testsWith });
  const readPackage = threadedPackageReader();
  const uploads = new UploadsService({ database, bus, clock, audit, blobs, loose, log, readPackage });
  parts.add({ service: uploads, close: () => uploads.close() });
  const installs = new InstallsService({ database, bus, clock, log, apps, sessions: tests.sessions, assistd });
  parts.add({
    service: { apps, installs },
    mount: ({ routes }) => appsRoutes(routes, { uploads, apps, installs }, blobs),
    close: () => installs.close(),
  });
  const noted = { audit, notifications, uploads };
  const { traces: memory_traces, recordings, memgraph_rules } = startMemory(parts, platform, core, noted);
  const allowsUnisolated = () => runtime.values.allow_unisolated_scripts;
  const kept = startScripts(platform, audit);
  const { libraries, git } = parts.add(
    startLibraries({ ...platform, audit, queue, uses: ASSET_USES, allowsUnisolated, scripts: kept.sources }),
  );
  const { scripts, scriptsGit } = parts.add(kept.served(libraries));
  const ios_certificates = new IosCertificatesService({
    ...platform,
    audit,
    queue,
    readPair: threadedPairReader(),
    statesOf: (device_ids) => core.devices.statesOf(device_ids),
  });
  const produced = new ProducedAppsService({ bus, clock, blobs, loose, readPackage });
  const resigning = startResigning(platform, { core, audit, apps, produced, certificates: ios_certificates });
  const warnings = new ExpiryWarnings({
    ...platform,
    tell: (tx, warning) => notifications.enqueueCertificate(tx, warning),
  });
  parts.add({
    service: ios_certificates,
    mount: ({ routes }) => {
      iosCertificatesRoutes(routes, ios_certificates);
      resignRoutes(routes, resigning);
    },
    close: () => warnings.close(),
  });
  const { resigns } = resigning;
  const memory = { memory_traces, recordings, memgraph_rules };
  return { apps, uploads, installs, ...memory, libraries, git, scripts, scriptsGit, ios_certificates, resigns };
}

function startMemory(
  parts: Parts,
  platform: Platform,
  { tests, assistd, agents, queue }: Core,
  { audit, notifications, uploads }: Pick<AssetsNeeds, "audit" | "notifications"> & { uploads: UploadsService },
) {
  const tellBudget: TellBudget = (tx, notice) => notifications.enqueueMemory(tx, notice);
  const readSample = threadedSampleReader();
  const taken = new TakenUploads(platform);
  const compareSamples = threadedSampleComparer();
  const readFlame = threadedFlameReader();
  const needs = { ...platform, audit, uploads, taken, readSample, compareSamples, readFlame, tellBudget };
  const waits = new MemgraphWaits({ ...needs, agents, queue });
  const readings = new SampleReadings(needs, waits);
  const traces = new TracesService(needs, waits);
  const deletion = new TraceDeletion({ ...needs, readings, waits });
  const samples = new SamplesService(needs, readings, waits);
  const texts = new MemgraphTexts({ ...needs, agents, queue });
  const partitions = new PartitionsService({ ...needs, samples, partitionSample: threadedPartitioner() });
  const recordings = new RecordingsService({ ...needs, assistd, sessions: tests.sessions });
  const assertHeld: TestsService["assertHeld"] = (...of) => tests.assertHeld(...of);
  const recorded = new RecordedSamplesService({ ...needs, recordings, assertHeld }, readings);
  return parts.add({
    service: { traces, recordings, memgraph_rules: memgraphRules(needs, readings) },
    mount: ({ routes }) => {
      memoryRoutes(routes, traces, deletion, samples);
      partitionsRoutes(routes, partitions);
      memgraphsRoutes(routes, waits, texts);
      scenesRoutes(routes, new ScenesService(needs));
      baselinesRoutes(routes, new BaselinesService(needs));
      recordingsRoutes(routes, recordings, recorded);
    },
    close: async () => {
      await recordings.close();
      await readings.close();
    },
  });
}

interface ResigningNeeds extends Pick<AssetsNeeds, "core" | "audit"> {
  apps: AppsService;
  produced: ProducedAppsService;
  certificates: IosCertificatesService;
}

function startResigning({ database, bus, clock, secrets }: Platform, needs: ResigningNeeds): Resigning {
  const { audit, apps, produced, certificates } = needs;
  const { queue, agents } = needs.core;
  const read = threadedResignReader(ASKED);
  const signing = new SigningFiles({ database, secrets });
  const checks = new ResignChecks({ database, clock, apps, certificates: signing, read });
  const resigns = new ResignsService({ database, bus, audit, queue, agents, apps, certificates, checks });
  const readKey = threadedSigningKeyReader();
  // What an agent waits for is not behind what people have checked.
  const delivered = { read: threadedResignReader(), readKey, checks };
  const deliveries = new ResignDeliveries({
    database,
    audit,
    queue,
    agents,
    apps,
    produced,
    certificates: signing,
    ...delivered,
  });
  return { checks, resigns, deliveries };
}
