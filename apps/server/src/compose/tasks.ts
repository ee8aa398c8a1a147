import { tasksRoutes } from "../core/tasks/tasks.routes.ts";
import { TasksService, type TaskRules } from "../core/tasks/tasks.service.ts";
import type { ResignsService } from "../assets/ios-certificates/resigns.service.ts";
import type { LibrariesService } from "../assets/libraries/libraries.service.ts";
import type { Core } from "./core.ts";
import type { Platform } from "./open-platform.ts";
import type { Parts } from "./parts.ts";

interface TaskMakers {
  core: Core;
  libraries: LibrariesService;
  resigns: ResignsService;
  memgraph_rules: TaskRules<"memgraph">;
}

/** What agents do without a device. A new kind of task is a line here, beside the table of what is its own. */
export function startTasks(
  parts: Parts,
  platform: Platform,
  { core, libraries, resigns, memgraph_rules }: TaskMakers,
): { tasks: TasksService } {
  const kinds = { parse: libraries.parse_rules, resign: resigns.rules, memgraph: memgraph_rules };
  const tasks = new TasksService({ ...platform, ...core, kinds });
  parts.add({ service: tasks, mount: ({ routes }) => tasksRoutes(routes, tasks), close: () => tasks.close() });
  return { tasks };
}
