/** Which projects, devices and apps there are, and how one gets a device and gives it back. */
import { ENDPOINTS, LIMITS, shapes, type Device, type Test } from "@udt/contract";
import { z } from "zod";
import { debugTest, DeviceSession } from "../device-session.ts";
import { projectInput, projectOf, sessionInput, sessionTool, tool, type Tool } from "./tool.ts";

const LISTED_MAX = 100;
const shownDevice = shapes.device.pick({
  device_id: true,
  serial: true,
  brand: true,
  model: true,
  os: true,
  os_version: true,
  width: true,
  height: true,
  state: true,
  capabilities: true,
});
const showDevice = (device: Device) => shownDevice.parse(device);
const lineOfDevice = (device: Device) => {
  const { device_id, state, brand, model, os, os_version, width, height, serial } = device;
  return `${device_id} ${state} ${brand} ${model} ${os} ${os_version} ${width}x${height} ${serial}`;
};

const sessionOutput = {
  test_id: z.string(),
  device_id: z.string(),
  state: shapes.test.shape.state,
  end_reason: shapes.test.shape.end_reason,
  deadline: shapes.test.shape.deadline,
  inactive_deadline: shapes.test.shape.inactive_deadline,
  page: z.string().describe("Where people watch the session and take it over"),
};

function sessionData(pages: string, test: Test) {
  const { test_id, state, end_reason, deadline, inactive_deadline, project_id } = test;
  const device_id = test.devices[0]?.device_id ?? "";
  const page = `${pages}/${project_id}/remote/debug?${new URLSearchParams({ test_id, device_id })}`;
  return { test_id, device_id, state, end_reason, deadline, inactive_deadline, page };
}

export const FIND_TOOLS: readonly Tool[] = [
  tool(
    {
      name: "projects",
      title: "List projects",
      description: "The projects that this key may use, by their ids.",
      reads: true,
      input: { keyword: z.string().max(LIMITS.keyword_max).optional() },
      output: { projects: z.array(z.object({ project_id: z.string(), name: z.string() })) },
      places: ["keyword"],
    },
    async ({ access }, { keyword = "" }) => {
      const query = { keyword, page_size: LISTED_MAX };
      const { list } = await access.client.call(ENDPOINTS.projectList, { query });
      const projects = list.flatMap(({ project_id, name, can_open }) => (can_open ? [{ project_id, name }] : []));
      return { data: { projects }, text: projects.map((one) => `${one.project_id} ${one.name}`).join("\n") };
    },
  ),
  tool(
    {
      name: "list",
      title: "List devices",
      description: "The project's devices with their state; only those that are idle can be taken.",
      reads: true,
      input: {
        ...projectInput,
        keyword: z.string().max(LIMITS.keyword_max).optional().describe("Part of model, brand or serial"),
        state: shapes.device.shape.state.optional(),
      },
      output: { devices: z.array(shownDevice), total: z.int() },
      places: ["keyword"],
    },
    async (room, { project, keyword = "", state }) => {
      const query = { project: projectOf(room, project), keyword, state, page_size: LISTED_MAX };
      const { list, total } = await room.access.client.call(ENDPOINTS.deviceList, { query });
      return { data: { devices: list.map(showDevice), total }, text: list.map(lineOfDevice).join("\n") };
    },
  ),
  tool(
    {
      name: "apps",
      title: "List apps",
      description: "The project's app packages, newest first; device_install takes their ids.",
      reads: true,
      input: { ...projectInput, keyword: z.string().max(LIMITS.keyword_max).optional() },
      output: {
        apps: z.array(shapes.app.pick({ app_id: true, name: true, package_name: true, version_name: true, os: true })),
      },
      places: ["keyword"],
    },
    async (room, { project, keyword = "" }) => {
      const query = { project: projectOf(room, project), keyword, page_size: LISTED_MAX };
      const { list } = await room.access.client.call(ENDPOINTS.appList, { query });
      const apps = list.map(({ app_id, name, package_name, version_name, os }) => {
        return { app_id, name, package_name, version_name, os };
      });
      const lines = apps.map((app) => `${app.app_id} ${app.package_name} ${app.version_name} ${app.os} ${app.name}`);
      return { data: { apps }, text: lines.join("\n") };
    },
  ),
  tool(
    {
      name: "take",
      title: "Take a device",
      description:
        "Takes a device for a debug session of yours and waits until it is ready: the one named, or the first idle one that fits. Others cannot use it meanwhile; end the session when you are done. People may watch it, and the key's owner may take it over, at the page that is answered.",
      reads: false,
      input: {
        ...projectInput,
        device_id: z.string().optional(),
        keyword: z.string().max(LIMITS.keyword_max).optional().describe("Part of model, brand or serial"),
        minutes: z.int().min(LIMITS.debug_minutes_min).max(LIMITS.debug_minutes_max).default(30),
        app_id: z.string().optional().describe("Installed at once"),
      },
      output: sessionOutput,
      places: ["device_id"],
    },
    async (room, { project, minutes, ...wish }) => {
      const { access } = room;
      const of = { ...wish, duration_minutes: minutes };
      const session = await DeviceSession.take(access, projectOf(room, project), of);
      return { data: sessionData(room.pages, await session.state()) };
    },
  ),
  tool(
    {
      name: "session",
      title: "Look at a session",
      description: "How a session is: its state, how it ended, and until when it lasts.",
      reads: true,
      input: sessionInput,
      output: sessionOutput,
      places: ["test_id"],
    },
    async (room, { project, test_id }) => {
      const test = await debugTest(room.access, projectOf(room, project), test_id);
      return { data: sessionData(room.pages, test) };
    },
  ),
  sessionTool(
    {
      name: "extend",
      title: "Extend a session",
      description: "Moves the deadline of a session, so many minutes further.",
      reads: false,
      input: { minutes: z.int().min(1).max(LIMITS.extend_minutes_max) },
      output: { deadline: z.int() },
      places: ["minutes"],
    },
    async (session, { minutes }) => ({ data: { deadline: await session.extend(minutes) } }),
  ),
  tool(
    {
      name: "end",
      title: "End a session",
      description:
        "Ends a session and gives the device back. It is cleaned: what was installed or stored on it in the session goes. Files of the test (screenshots, recordings) stay.",
      reads: false,
      destructive: true,
      idempotent: true,
      input: sessionInput,
      output: sessionOutput,
      places: ["test_id"],
    },
    async (room, { project, test_id }) => {
      const { access, pages } = room;
      const test = await debugTest(access, projectOf(room, project), test_id);
      // Ending one that has ended is no error.
      const ended = test.state === "ended" ? test : await DeviceSession.ofTest(access, test).end();
      return { data: sessionData(pages, ended) };
    },
  ),
];
