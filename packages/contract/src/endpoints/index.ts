import { adminEndpoints } from "./admin.ts";
import { alertEndpoints } from "./alerts.ts";
import { agentEndpoints } from "./agents.ts";
import { appEndpoints } from "./apps.ts";
import { assistdEndpoints } from "./assistd.ts";
import { cameraImageEndpoints } from "./camera-images.ts";
import { caseGroupEndpoints } from "./case-groups.ts";
import { caseStatsEndpoints } from "./case-stats.ts";
import { consoleEndpoints } from "./console.ts";
import { controlEndpoints } from "./control.ts";
import { credentialEndpoints } from "./credentials.ts";
import { deviceNoteEndpoints } from "./device-notes.ts";
import { deviceEndpoints } from "./devices.ts";
import { deviceTestEndpoints } from "./device-tests.ts";
import { filebrowserEndpoints } from "./filebrowser.ts";
import { handoverEndpoints } from "./handovers.ts";
import { homeEndpoints } from "./home.ts";
import { iosCertificateEndpoints } from "./ios-certificates.ts";
import { accountEndpoints, jobEndpoints } from "./jobs.ts";
import { agentTaskEndpoints, libraryEndpoints } from "./libraries.ts";
import { mcpEndpoints } from "./mcp.ts";
import { memberEndpoints } from "./members.ts";
import { memgraphEndpoints } from "./memgraphs.ts";
import { memoryEndpoints } from "./memory.ts";
import { memoryBaselineEndpoints } from "./memory-baselines.ts";
import { memoryRecordingEndpoints } from "./memory-recordings.ts";
import { memoryPartitionEndpoints } from "./memory-partitions.ts";
import { memorySceneEndpoints } from "./memory-scenes.ts";
import { metaEndpoints } from "./meta.ts";
import { deviceGivingEndpoints } from "./device-giving.ts";
import { devicePlacementEndpoints } from "./device-placements.ts";
import { modelEndpoints } from "./models.ts";
import { notificationEndpoints } from "./notifications.ts";
import { orgEndpoints } from "./orgs.ts";
import { outOfUseEndpoints } from "./out-of-use.ts";
import { passkeyEndpoints } from "./passkeys.ts";
import { platformEndpoints } from "./platform.ts";
import { projectEndpoints } from "./projects.ts";
import { qualityHealthEndpoints } from "./quality-health.ts";
import { qualityImageEndpoints } from "./quality-images.ts";
import { qualityListEndpoints } from "./quality-lists.ts";
import { qualityEndpoints } from "./quality.ts";
import { remoteAdbEndpoints } from "./remote-adb.ts";
import { resourceEndpoints } from "./resources.ts";
import { resignEndpoints } from "./resigns.ts";
import { reportEndpoints } from "./reports.ts";
import { agentRunEndpoints, runCancelEndpoints, runReadEndpoints } from "./runs.ts";
import { scheduleEndpoints } from "./schedules.ts";
import { scriptBranchEndpoints } from "./script-branches.ts";
import { scriptEditorEndpoints } from "./script-editors.ts";
import { scriptHistoryEndpoints } from "./script-history.ts";
import { scriptOutsideEndpoints } from "./script-outside.ts";
import { scriptSearchEndpoints } from "./script-search.ts";
import { scriptEndpoints } from "./scripts.ts";
import { secondFactorEndpoints } from "./second-factor.ts";
import { deviceProfileEndpoints } from "./device-profiles.ts";
import { selfCheckEndpoints } from "./self-checks.ts";
import { settingsEndpoints } from "./settings.ts";
import { statisticsEndpoints } from "./statistics.ts";
import { signInEndpoints } from "./sign-in.ts";
import { tagEndpoints } from "./tags.ts";
import { testEndpoints } from "./tests.ts";
import { agentTrialEndpoints, trialEndpoints } from "./trials.ts";
import { userEndpoints } from "./users.ts";
import { waitingEndpoints } from "./waiting.ts";
import { workOrderEndpoints } from "./work-orders.ts";

/** The whole HTTP API. */
export const ENDPOINTS = {
  ...metaEndpoints,
  ...userEndpoints,
  ...signInEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...projectEndpoints,
  ...memberEndpoints,
  ...orgEndpoints,
  ...platformEndpoints,
  ...settingsEndpoints,
  ...statisticsEndpoints,
  ...caseStatsEndpoints,
  ...qualityEndpoints,
  ...qualityHealthEndpoints,
  ...qualityListEndpoints,
  ...qualityImageEndpoints,
  ...handoverEndpoints,
  ...homeEndpoints,
  ...adminEndpoints,
  ...waitingEndpoints,
  ...consoleEndpoints,
  ...deviceEndpoints,
  ...deviceTestEndpoints,
  ...outOfUseEndpoints,
  ...modelEndpoints,
  ...deviceGivingEndpoints,
  ...devicePlacementEndpoints,
  ...iosCertificateEndpoints,
  ...resignEndpoints,
  ...deviceNoteEndpoints,
  ...deviceProfileEndpoints,
  ...selfCheckEndpoints,
  ...workOrderEndpoints,
  ...tagEndpoints,
  ...testEndpoints,
  ...jobEndpoints,
  ...accountEndpoints,
  ...libraryEndpoints,
  ...scriptEndpoints,
  ...scriptBranchEndpoints,
  ...scriptHistoryEndpoints,
  ...scriptSearchEndpoints,
  ...scriptEditorEndpoints,
  ...scriptOutsideEndpoints,
  ...credentialEndpoints,
  ...agentTaskEndpoints,
  ...resourceEndpoints,
  ...appEndpoints,
  ...memoryEndpoints,
  ...memgraphEndpoints,
  ...memoryBaselineEndpoints,
  ...memoryPartitionEndpoints,
  ...memoryRecordingEndpoints,
  ...memorySceneEndpoints,
  ...runReadEndpoints,
  ...caseGroupEndpoints,
  ...reportEndpoints,
  ...runCancelEndpoints,
  ...scheduleEndpoints,
  ...agentRunEndpoints,
  ...trialEndpoints,
  ...agentTrialEndpoints,
  ...assistdEndpoints,
  ...filebrowserEndpoints,
  ...controlEndpoints,
  ...remoteAdbEndpoints,
  ...cameraImageEndpoints,
  ...mcpEndpoints,
  ...agentEndpoints,
  ...notificationEndpoints,
  ...alertEndpoints,
};
export type EndpointName = keyof typeof ENDPOINTS;
