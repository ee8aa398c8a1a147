export * from "./agent-link.ts";
export * from "./agent-tasks.ts";
export {
  ENGINE_FAULTS,
  type Agent,
  type AgentLogLine,
  type AgentMachine,
  type AgentScripts,
  type EngineFault,
} from "./agents.ts";
export * from "./audit-actions.ts";
export * from "./automation.ts";
export * from "./camera-images.ts";
export * from "./captures.ts";
export * from "./capabilities.ts";
export {
  caseStep,
  LOCATOR_LIMITS,
  type CandidateLocator,
  type CaseDetail,
  type PicturePart,
  type RunCaseResult,
  type RunCaseTask,
} from "./case-results.ts";
export { chooseLanguage, type LanguageFacts } from "./choose-language.ts";
export * from "./device-profiles.ts";
export * from "./device-rules.ts";
export * from "./direct-path.ts";
export * from "./device-keys.ts";
export * from "./device-use.ts";
export * from "./elements.ts";
export * from "./element-paths.ts";
export * from "./embed.ts";
export * from "./endpoint.ts";
export * from "./endpoints/index.ts";
export type { AdminOrg, ProjectOrg } from "./endpoints/orgs.ts";
export type { DayStats } from "./endpoints/statistics.ts";
export type { AccountFile, CaseTotals, Job, RunSummary } from "./endpoints/jobs.ts";
export type { CaseRun, Run, RunSpec } from "./endpoints/runs.ts";
export type { LostDevice, PartMemory, Slot } from "./endpoints/run-slots.ts";
export {
  EXPORT_FORMATS,
  REPORT_LANGUAGES,
  type ExportFormat,
  type ReportLanguage,
  type Share,
} from "./endpoints/reports.ts";
export {
  LIBRARY_SORTS,
  PARSE_ORIGINS,
  REPOSITORY_AUTH_KINDS,
  type Library,
  type LibraryCase,
  type LibrarySort,
  type Parse,
  type ParseOrigin,
} from "./endpoints/libraries.ts";
export type { ScriptEditor } from "./endpoints/script-editors.ts";
export {
  SCRIPT_RESTORES,
  type ScriptCommit,
  type ScriptComparison,
  type ScriptRestore,
} from "./endpoints/script-history.ts";
export type { FoundFile } from "./endpoints/script-search.ts";
export {
  SCRIPT_SORTS,
  SCRIPT_TEMPLATES,
  type ScriptEntry,
  type ScriptRepository,
  type ScriptSort,
  type ScriptTemplate,
} from "./endpoints/scripts.ts";
export type { NewCredential, Passkey, ShownCredential } from "./endpoints/passkeys.ts";
export type { ProjectSigners, ProjectSigningTool, Resign } from "./endpoints/resigns.ts";
export type { DeviceNote } from "./endpoints/device-notes.ts";
export type { Watched, WatchLink } from "./endpoints/control.ts";
export type { AdbKey, RemoteAdb } from "./endpoints/remote-adb.ts";
export type { ApiKey } from "./endpoints/users.ts";
export type { Credential } from "./endpoints/credentials.ts";
export type { ProjectContents } from "./endpoints/projects.ts";
export type { Schedule, Timing } from "./endpoints/schedules.ts";
export { timing } from "./endpoints/schedules.ts";
export { jobName, passRatio, settledCases, wantedCases } from "./endpoints/jobs.ts";
export type { FailureWords, RankedCase } from "./endpoints/case-stats.ts";
export { IMAGE_THEMES } from "./endpoints/quality-images.ts";
export type { BoardImage, BoardShown, ImageTheme } from "./endpoints/quality-images.ts";
export { QUALITY_DEVICE_SORTS, QUALITY_ORDERS } from "./endpoints/quality-lists.ts";
export { QUALITY_DAYS, QUALITY_RESULTS } from "./endpoints/quality.ts";
export type { QualityFigures, QualityResults, QualityRun, QualityTable } from "./endpoints/quality.ts";
export { CASE_HEALTH, CASE_NEW_RUNS, caseHealth } from "./case-health.ts";
export type { CaseHealth, CaseOutcomes } from "./case-health.ts";
export { FLAKY_RISERS, PASS_RATE_DAYS } from "./endpoints/home.ts";
export type { CaseCell, CaseGroup } from "./endpoints/case-groups.ts";
export { MEMORY_NOISE_BYTES, MEMORY_TRACE_SORTS } from "./endpoints/memory.ts";
export type { Alert } from "./endpoints/alerts.ts";
export type { Channel, Delivery, Trigger } from "./endpoints/notifications.ts";
export * from "./envelope.ts";
export * from "./errors.ts";
export * from "./resigns.ts";
export * from "./said-of-call.ts";
export * from "./events.ts";
export * from "./job-config.ts";
export {
  hasApps,
  jobFacts,
  ruleInWords,
  UNITS,
  type ConfigFact,
  type ConfigNames,
  type JobWords,
} from "./job-facts/facts.ts";
export * from "./junit.ts";
export * from "./files.ts";
export * as libraryRules from "./library-rules.ts";
export * as scriptRules from "./script-rules.ts";
export * from "./script-variables.ts";
export type { RepositoryAuth } from "./library-rules.ts";
export * from "./limits.ts";
export * from "./memgraphs.ts";
export * from "./memory.ts";
export * from "./memory-baselines.ts";
export * from "./memory-comparison.ts";
export * from "./memory-partitions.ts";
export * from "./memory-recordings.ts";
export * from "./memory-scenes.ts";
export * from "./models.ts";
export * from "./alerts.ts";
export * from "./notifications.ts";
export * as notificationRules from "./notification-rules.ts";
export * from "./openapi.ts";
export * from "./outbound-address.ts";
export * from "./privileges.ts";
export * from "./runtime-settings.ts";
export * as rules from "./rules.ts";
export { packageName, RULES, type RuleName } from "./rules.ts";
export * as shapes from "./shapes.ts";
export type {
  AdminUser,
  App,
  AppChanges,
  AppDetail,
  AppVersion,
  AuditEntry,
  Device,
  Install,
  Member,
  ProjectDetail,
  ProjectInfo,
  Resource,
  RunProgress,
  Test,
  UserInfo,
  Driver,
  TestEnder,
  Viewer,
  WorkCause,
} from "./shapes.ts";
export * from "./self-checks.ts";
export * from "./slots.ts";
export * from "./sockets.ts";
export * from "./states.ts";
export * from "./performance.ts";
export * from "./phase-limits.ts";
export * from "./picture-quality.ts";
export * from "./recordings.ts";
export * from "./input.ts";
export * from "./environments.ts";
export * from "./handovers.ts";
export * from "./inspections.ts";
export * from "./ios-certificates.ts";
export * from "./stream-ways.ts";
export * from "./streams.ts";
export * from "./trials.ts";
export * from "./tags.ts";
export * from "./web-config.ts";
export * from "./words.ts";
export * from "./wear.ts";
export * from "./work-orders.ts";
