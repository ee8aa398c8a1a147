/** Apps on the device. */
import { ENDPOINTS, packageName, shapes } from "@udt/contract";
import { z } from "zod";
import type { DeviceSession } from "../device-session.ts";
import { done, doneOutput, sessionTool, type Tool } from "./tool.ts";

const input = { package_name: packageName };
const places = ["package_name"];
const at = ({ place: { project, ...params } }: DeviceSession) => ({ params, query: { project } });

export const APP_TOOLS: readonly Tool[] = [
  sessionTool(
    {
      name: "installed",
      title: "List installed apps",
      description:
        "The packages on the device, which of them run, which one is on the screen, and what the device calls them once it has told that.",
      reads: false,
      idempotent: true,
      input: {},
      output: { apps: z.array(shapes.deviceApp) },
    },
    async (session) => {
      const { list } = await session.access.client.call(ENDPOINTS.deviceAppList, at(session));
      const lines = list.map(({ package_name, version_name, running, foreground, name }) =>
        [
          package_name,
          version_name,
          ...(running ? ["running"] : []),
          ...(foreground ? ["foreground"] : []),
          // Whoever made the app chose it; quoted, it passes for nothing else.
          ...(name === undefined ? [] : [JSON.stringify(name)]),
        ].join(" "),
      );
      return { data: { apps: list }, text: lines.join("\n") };
    },
  ),
  sessionTool(
    {
      name: "install",
      title: "Install an app",
      description: "Installs an app of the project by its id (device_apps) and waits for the end of it.",
      reads: false,
      idempotent: true,
      input: { app_id: z.string().min(1) },
      output: { install_id: z.string(), package_name: z.string(), state: shapes.install.shape.state },
      places: ["app_id"],
    },
    async (session, { app_id }) => {
      const { install_id, package_name, state } = await session.install(app_id);
      return { data: { install_id, package_name, state }, text: `Installed ${package_name}.` };
    },
  ),
  sessionTool(
    {
      name: "start",
      title: "Start an app",
      description: "Starts a package's main activity.",
      reads: false,
      input,
      output: doneOutput,
      places,
    },
    async (session, { package_name }) => {
      await session.start(package_name);
      return done("Started.");
    },
  ),
  sessionTool(
    {
      name: "stop",
      title: "Stop an app",
      description: "Ends an app at once, whatever it does.",
      reads: false,
      idempotent: true,
      input,
      output: doneOutput,
      places,
    },
    async (session, body) => {
      await session.access.client.call(ENDPOINTS.appStop, { ...at(session), body });
      return done("Stopped.");
    },
  ),
  sessionTool(
    {
      name: "clear",
      title: "Delete an app's data",
      description: "Deletes all that an app keeps on the device.",
      reads: false,
      destructive: true,
      idempotent: true,
      input,
      output: doneOutput,
      places,
    },
    async (session, body) => {
      await session.access.client.call(ENDPOINTS.appClear, { ...at(session), body });
      return done("Its data is deleted.");
    },
  ),
];
