import type { QueryClient } from "@tanstack/react-query";
import type { ConsoleEvent, EndpointName } from "@udt/contract";
import type { ReadName } from "../api/keys.ts";

/** Many changes in one moment are one read. */
const GATHER_MS = 250;

/** The reads that an event makes stale. `undefined` is all of them. */
export const STALE_AFTER: Record<ConsoleEvent["type"], readonly ReadName[] | undefined> = {
  "device.changed": [
    "deviceList",
    "deviceGet",
    "deviceWear",
    "selfCheckList",
    "deviceStrategies",
    "deviceProfileOutcome",
    "workOrderList",
    "workOrderGet",
    "homeFirstSteps",
    "tagList",
    "tagPreview",
    "iosCertificateGet",
    "iosCertificateDevices",
  ],
  "self_check.changed": ["selfCheckList", "deviceStrategies", "deviceTestList"],
  "work_order.changed": ["workOrderList", "workOrderGet", "adminOrderList", "adminDeviceOrderList", "adminOrderGet"],
  "note.changed": ["deviceNoteList", "deviceList", "deviceGet"],
  "tag.changed": [
    "tagList",
    "tagNames",
    "tagGet",
    "tagPreview",
    "deviceList",
    "deviceGet",
    "jobDevices",
    "configNames",
    "deviceStrategies",
  ],
  "model.changed": [
    "adminModelList",
    "adminModelGet",
    "adminDeviceList",
    "adminDeviceGet",
    "deviceList",
    "deviceGet",
    "workOrderList",
    "workOrderGet",
    "deviceTestList",
    "tagPreview",
    "agentDevices",
    "projectAgentDevices",
  ],
  "ios_certificate.changed": [
    "iosCertificateList",
    "iosCertificateGet",
    "iosCertificateDevices",
    "iosCertificateResignCheck",
    "resignList",
  ],
  "resign.changed": ["resignList"],
  "test.changed": [
    "testList",
    "testGet",
    "deviceTestList",
    "adminDeviceTestList",
    "resourceList",
    "deviceList",
    "biRecentTests",
    "runList",
    "runGet",
    "runDevices",
    "homePassRate",
    "homeNeeds",
    "homeFirstSteps",
  ],
  "run.changed": ["runGet", "runDevices", "runCases", "runCaseGroups", "runCase", "runCaseAround", "deviceFailures"],
  "job.changed": ["jobList", "jobGet", "tagList", "tagGet", "scheduleList", "appGet", "homeNeeds", "homeFirstSteps"],
  "library.changed": ["libraryList", "libraryGet", "libraryCases", "caseSearch", "libraryParses", "homeFirstSteps"],
  "script.changed": [
    "scriptList",
    "scriptGet",
    "scriptBranches",
    "scriptTree",
    "scriptFile",
    "scriptCommits",
    "scriptRestorePreview",
    "scriptSearch",
  ],
  "script_editors.changed": ["scriptEditorList"],
  "memory.changed": [
    "memoryTraceList",
    "memoryTraceGet",
    "memoryRecordingGet",
    "memoryVersionList",
    "memoryTraceScenes",
    "memoryVersionScenes",
  ],
  "memgraph.changed": ["memoryTraceList", "memoryTraceGet"],
  "memory_baselines.changed": ["memoryBaselineList"],
  "memory_partitions.changed": ["memoryPartitionsGet", "memoryPartitionsVersions", "memorySamplePartitions"],
  "app.changed": ["appList", "appGet", "appVersions"],
  "install.changed": ["appInstallList"],
  "viewers.changed": ["testGet", "watchLinkList"],
  "drivers.changed": ["testGet"],
  "control.asked": [],
  "control.declined": [],
  "watch_link.changed": ["watchLinkList"],
  "remote_adb.changed": ["remoteAdbGet", "adbKeyList"],
  "project.changed": ["projectGet", "projectList", "privilegeList", "privilegeEnforce"],
  "member.changed": [
    "memberList",
    "homeFirstSteps",
    "orgList",
    "orgChildList",
    "joinList",
    "projectGet",
    "projectList",
    "privilegeEnforce",
  ],
  "join.decided": ["projectList", "projectGet", "privilegeEnforce"],
  "accounts.changed": ["adminWaiting", "adminUserList", "adminSignupList"],
  "notice.changed": ["noticeGet"],
  "settings.changed": ["adminSettingsGet", "adminAddressList", "libraryCheck"],
  "notification.changed": ["channelList", "triggerList", "deliveryList"],
  resync: undefined,
  tick: [],
};

/** Reads whose key names no project. */
const OF_NO_PROJECT: ReadonlySet<unknown> = new Set<EndpointName>([
  "projectList",
  "noticeGet",
  "adminSettingsGet",
  "adminAddressList",
  "adminWaiting",
  "adminUserList",
  "adminSignupList",
  "adbKeyList",
  "biRecentTests",
  "adminDeviceTestList",
  "adminModelList",
  "adminModelGet",
  "adminDeviceList",
  "adminDeviceGet",
  "adminOrderList",
  "adminDeviceOrderList",
  "adminOrderGet",
  "agentDevices",
]);

/** Turns events into invalidations of reads by their names and project, if any, gathered so that a storm stays cheap. */
export function createInvalidator(queryClient: QueryClient, projectId: string | null) {
  const waiting = new Set<ReadName>();
  let all = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = undefined;
    const stale = new Set<unknown>(waiting);
    const everything = all;
    waiting.clear();
    all = false;
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [name, project] }) =>
        (project === projectId || OF_NO_PROJECT.has(name)) && (everything || stale.has(name)),
    });
  };

  return {
    add(event: ConsoleEvent): void {
      const names = STALE_AFTER[event.type];
      if (names?.length === 0) return;
      if (names) for (const name of names) waiting.add(name);
      else all = true;
      timer ??= setTimeout(flush, GATHER_MS);
    },
    /** Everything of the project. */
    readAnew(): void {
      all = true;
      timer ??= setTimeout(flush, GATHER_MS);
    },
    /** The server is back: what failed while it was away is asked for again, so that no error outlives its cause. */
    retryFailed(): void {
      void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
    },
    close(): void {
      clearTimeout(timer);
    },
  };
}
