import { AgentsService } from "../core/agents/agents.service.ts";
import { assistdRoutes } from "../core/assistd/assistd.routes.ts";
import { AssistdService } from "../core/assistd/assistd.service.ts";
import { controlRoutes, watchLinksRoutes, watchSocket } from "../core/control/control.routes.ts";
import { ControlService } from "../core/control/control.service.ts";
import { WatchLinksService } from "../core/control/watch-links.service.ts";
import { cameraRoutes } from "../core/camera/camera.routes.ts";
import { CameraService } from "../core/camera/camera.service.ts";
import { DevicePicturesService } from "../core/devices/device-pictures.service.ts";
import { DeviceNotesService } from "../core/devices/device-notes.service.ts";
import { AdminDevices } from "../core/devices/admin-devices.service.ts";
import { adminDevicesRoutes, devicesRoutes, notesRoutes } from "../core/devices/devices.routes.ts";
import { DevicesService } from "../core/devices/devices.service.ts";
import { eventsRoutes } from "../core/events/events.routes.ts";
import { EventsService } from "../core/events/events.service.ts";
import { filebrowserRoutes } from "../core/filebrowser/filebrowser.routes.ts";
import { FilebrowserService } from "../core/filebrowser/filebrowser.service.ts";
import { handoversRoutes } from "../core/handovers/handovers.routes.ts";
import { givingRoutes } from "../core/giving/giving.routes.ts";
import { GivingService } from "../core/giving/giving.service.ts";
import { HandoversService } from "../core/handovers/handovers.service.ts";
import { LinksService } from "../core/links/links.service.ts";
import { modelsRoutes } from "../core/models/models.routes.ts";
import { ModelsService } from "../core/models/models.service.ts";
import { placementRoutes } from "../core/placement/placement.routes.ts";
import { PlacementService } from "../core/placement/placement.service.ts";
import { recentTestsRoutes } from "../core/recent-tests/recent-tests.routes.ts";
import { RecentTestsService } from "../core/recent-tests/recent-tests.service.ts";
import { outOfUseRoutes } from "../core/out-of-use/out-of-use.routes.ts";
import { OutOfUseService } from "../core/out-of-use/out-of-use.service.ts";
import { startPlatformPruning } from "../core/resources/platform-tests.ts";
import { remoteAdbRoutes } from "../core/remote-adb/remote-adb.routes.ts";
import { RemoteAdbService } from "../core/remote-adb/remote-adb.service.ts";
import { resourcesRoutes } from "../core/resources/resources.routes.ts";
import { ResourcesService } from "../core/resources/resources.service.ts";
import { SchedulingService } from "../core/scheduling/scheduling.service.ts";
import {
  endVain,
  causesOf,
  namesOf,
  progressOf,
  type DeviceSessionsNeeds,
  type Kinds,
} from "../core/sessions/sessions.service.ts";
import { tagsRoutes } from "../core/tags/tags.routes.ts";
import { TagsService } from "../core/tags/tags.service.ts";
import { workOrdersRoutes } from "../core/work-orders/work-orders.routes.ts";
import { wearRoutes } from "../core/wear/wear.routes.ts";
import { WearService } from "../core/wear/wear.service.ts";
import { WorkOrdersService, type TellOrder } from "../core/work-orders/work-orders.service.ts";
import { holdWanted, wantedApps } from "../assets/apps/wanted.ts";
import { checksFinding } from "../kinds/inspection/check-answers.ts";
import { TAG_USES } from "../kinds/told.ts";
import { TaskQueue } from "../core/tasks/task-queue.service.ts";
import { testsRoutes } from "../core/sessions/tests.routes.ts";
import { TestsService } from "../core/sessions/tests.service.ts";
import { streamsRoutes } from "../core/streams/streams.routes.ts";
import { StreamsService } from "../core/streams/streams.service.ts";
import type { ProjectsService } from "../people/projects/projects.service.ts";
import type { AuditService } from "../people/audit/audit.service.ts";
import type { RuntimeSettingsService } from "../people/admin/runtime-settings.service.ts";
import type { UsersService } from "../people/users/users.service.ts";
import type { Routes } from "../platform/http/routes.ts";
import type { Platform } from "./open-platform.ts";
import type { Parts } from "./parts.ts";

export interface CoreNeeds {
  audit: AuditService;
  users: UsersService;
  projects: ProjectsService;
  runtime: RuntimeSettingsService;
  kinds: Kinds;
  tellOrder: TellOrder;
  checkBefore: DeviceSessionsNeeds["checkBefore"];
}

/** Agents, their devices, and tests of whatever kind that hold them. */
export async function startCore(parts: Parts, platform: Platform, people: CoreNeeds) {
  const { settings, database, bus, clock, log, blobs, loose, onError } = platform;
  const { audit, users, projects, runtime, kinds, tellOrder, checkBefore } = people;
  const agents = new AgentsService(database, clock, projects, audit);
  const ownUrl = (dialled: string | undefined) =>
    (settings.own_url ?? dialled ?? platform.listeningUrl()).replace(/^http/, "ws");
  const links = await LinksService.start({ database, clock, log, ownUrl });
  parts.add({ service: links, close: () => links.close() });
  const queue = new TaskQueue({ clock, links });
  const { devices, pictures, mountDevices, ...made } = makeDevices(parts, platform, { ...people, links });
  const parallelLimits = () => ({
    per_user: runtime.values.parallel_tests_per_user,
    per_project: runtime.values.parallel_tests_per_project,
  });
  const tests = new TestsService({
    ...platform,
    links,
    devices,
    kinds,
    tellOrder,
    checkBefore,
    inactivityMinutes: () => runtime.values.inactivity_minutes,
    place: (tx, user, project_id) => projects.holdPlace(tx, user, project_id),
    parallelLimits,
    wantedApps,
  });
  const stopHearing = runtime.changed.on(({ before, after }) => {
    if (before.inactivity_minutes !== after.inactivity_minutes) void tests.inactivityChanged().catch(onError);
  });
  parts.add({ service: tests, close: () => (stopHearing(), tests.close()) });
  const limits = {
    parallel: parallelLimits,
    countHeld: (...asked: Parameters<TestsService["countHeld"]>) => tests.countHeld(...asked),
  };
  startWithdrawal(parts, platform, { audit, devices, kinds, tests });
  const scheduling = new SchedulingService({ ...platform, links, devices, sessions: tests.sessions, kinds, limits });
  parts.add({ service: scheduling, close: () => scheduling.close() });
  const resources = new ResourcesService({ database, blobs, clock, tests, loose, log }, settings.base_path);
  const stopPruning = startPlatformPruning({ database, clock, loose, tests }, onError);
  parts.add({ service: resources, close: () => (stopPruning(), resources.close()) });
  const assistd = new AssistdService(links, tests);
  const streams = new StreamsService({ bus, clock, links, tests, users, log, direct: settings.direct });
  parts.add({ service: streams, close: () => streams.close() });
  const control = new ControlService({ database, bus, clock, audit, users, projects, tests, onError });
  parts.add({ service: control, close: () => control.close() });
  const watchLinks = new WatchLinksService({
    database,
    bus,
    clock,
    audit,
    users,
    projects,
    tests,
    isOn: () => runtime.values.watch_links,
    watching: (link_id) => streams.watchingBy(link_id),
  });
  const stopWatching = runtime.changed.on(({ before, after }) => {
    if (before.watch_links !== after.watch_links) void streams.recheckLinks().catch(onError);
  });
  parts.add({ service: watchLinks, close: stopWatching });
  const files = new FilebrowserService(streams, tests, clock);
  const adb = { settings: settings.adb, database, bus, clock, audit, users, tests, streams, log };
  const remoteAdb = new RemoteAdbService(adb);
  parts.add({ service: remoteAdb, close: () => remoteAdb.stop() });
  const camera = new CameraService({ streams, tests, clock });
  const events = new EventsService(bus, clock, users, log);
  parts.add({ service: events, close: () => events.close() });
  return parts.add({
    service: {
      agents,
      links,
      queue,
      devices,
      ...made,
      pictures,
      tests,
      scheduling,
      resources,
      assistd,
      streams,
      parallelLimits,
    },
    mount({ routes, sockets }) {
      mountDevices(routes);
      testsRoutes(routes, tests, (test_id) => streams.viewers(test_id));
      resourcesRoutes(routes, resources);
      assistdRoutes(routes, assistd, resources);
      filebrowserRoutes(routes, files, assistd);
      remoteAdbRoutes(routes, remoteAdb);
      cameraRoutes(routes, camera, assistd);
      controlRoutes(routes, control);
      watchLinksRoutes(routes, watchLinks);
      watchSocket(sockets, watchLinks, streams);
      streamsRoutes(sockets, streams);
      eventsRoutes(sockets, events);
    },
  });
}

function startWithdrawal(
  parts: Parts,
  platform: Platform,
  needs: Pick<CoreNeeds, "audit" | "kinds"> & { devices: DevicesService; tests: TestsService },
): void {
  const { audit, devices, kinds, tests } = needs;
  const waiting = { ...platform, kinds, sessions: tests.sessions };
  const ends = { endVain: (device_id: string) => endVain(waiting, device_id) };
  const outOfUse = new OutOfUseService({ ...platform, audit, devices, ...ends });
  const giving = new GivingService({ ...platform, audit, devices, ...ends });
  parts.add({ service: giving, mount: ({ routes }) => givingRoutes(routes, giving) });
  parts.add({ service: outOfUse, mount: ({ routes }) => outOfUseRoutes(routes, outOfUse) });
}

function makeDevices(
  parts: Parts,
  { database, bus, clock, blobs, loose, onError }: Platform,
  { kinds, audit, projects, runtime, tellOrder, links }: CoreNeeds & { links: LinksService },
) {
  const devices = new DevicesService({
    links,
    database,
    bus,
    clock,
    namesOf: (held) => namesOf(kinds, database.db, held),
    progressOf: (held) => progressOf(kinds, database.db, held),
    causesOf: (held) => causesOf(kinds, database.db, held),
    tellOrder,
    firstLook: () => runtime.values.first_look,
  });
  const wear = new WearService({ database, bus, clock, devices, onError });
  parts.add({ service: wear, close: () => wear.close() });
  const statesOf = (device_ids: readonly string[]) => devices.statesOf(device_ids);
  const pictures = new DevicePicturesService({ database, bus, clock, devices });
  const notes = new DeviceNotesService({ database, bus, clock, audit, devices });
  const recent = new RecentTestsService({ database, devices, kinds });
  const placement = new PlacementService({ bus, audit, devices });
  const models = new ModelsService({ database, bus, clock, audit, blobs, loose });
  const orders = new WorkOrdersService({
    database,
    bus,
    clock,
    blobs,
    loose,
    audit,
    devices,
    place: (tx, user, project_id) => projects.holdPlace(tx, user, project_id),
    tell: tellOrder,
    checksFinding,
  });
  const handovers = new HandoversService({ database, bus, clock, devices, tell: tellOrder });
  const tags = new TagsService({ database, bus, clock, audit, usersOf: TAG_USES, holdApps: holdWanted, statesOf });
  return {
    devices,
    pictures,
    tags,
    wear,
    orderFiles: orders.files,
    mountDevices(routes: Routes) {
      devicesRoutes(routes, devices, pictures);
      adminDevicesRoutes(routes, new AdminDevices({ database, devices }));
      notesRoutes(routes, notes);
      wearRoutes(routes, wear);
      recentTestsRoutes(routes, recent);
      modelsRoutes(routes, models);
      placementRoutes(routes, placement);
      tagsRoutes(routes, tags);
      workOrdersRoutes(routes, orders);
      handoversRoutes(routes, handovers);
    },
  };
}

export type Core = Awaited<ReturnType<typeof startCore>>;
