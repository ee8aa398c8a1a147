/** The composition of case libraries: their services, their timers, and the repositories that this server serves itself. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LibraryFramework } from "@udt/contract";
import { every } from "../platform/clock.ts";
import { GitRepositories } from "../platform/git-repositories.ts";
import { CredentialsService } from "../assets/libraries/credentials.service.ts";
import { credentialsRoutes, deliveriesRoutes, librariesRoutes } from "../assets/libraries/libraries.routes.ts";
import {
  LibrariesService,
  type BuiltinLibrary,
  type LibrariesDependencies,
} from "../assets/libraries/libraries.service.ts";
import { ParseDeliveries } from "../assets/libraries/parse-task.ts";
import type { Platform } from "./open-platform.ts";
import type { Part } from "./parts.ts";

const SYNC_LOOK_MS = 30_000;
const SYNC_AT_ONCE = 10;
const SWEEP_EVERY_MS = 3_600_000;
/** What comes with UDT; the first is the demo project's. */
const EXAMPLES: readonly { name: string; folder: string; framework: LibraryFramework }[] = [
  { name: "shop-ts", folder: "shop-ts", framework: "node_test" },
  { name: "shop-pytest", folder: "shop-pytest", framework: "pytest" },
  { name: "shop-lowcode", folder: "shop-lowcode", framework: "low_code" },
];

export function startLibraries(
  needs: Omit<LibrariesDependencies, "credentials" | "builtin"> & Pick<Platform, "settings">,
): Part<{ libraries: LibrariesService; git: GitRepositories }> {
  const { clock, log, settings } = needs;
  const credentials = new CredentialsService(needs);
  const git = new GitRepositories(
    join(settings.data_dir, "git"),
    EXAMPLES.map(({ name, folder }) => {
      return { name, folder: fileURLToPath(new URL(`../../../../examples/${folder}`, import.meta.url)) };
    }),
  );
  const served = async (): Promise<BuiltinLibrary[]> => {
    const examples = await Promise.all(
      EXAMPLES.map(async ({ name, framework }) => {
        const commit_id = await git.commitOf(name);
        return commit_id === undefined ? [] : [{ name, path: `/git/${name}.git`, framework, commit_id }];
      }),
    );
    return examples.flat();
  };
  const builtin = () =>
    served().catch((error: unknown): BuiltinLibrary[] => {
      log.warn({ err: error }, "the examples cannot be served: is git installed?");
      return [];
    });
  const libraries = new LibrariesService({ ...needs, credentials, builtin });
  const deliveries = new ParseDeliveries(needs);
  const onError = (error: unknown) => log.error({ err: error }, "care of case libraries");
  const stops = [
    every(clock, SYNC_LOOK_MS, () => libraries.syncDue(SYNC_AT_ONCE).catch(onError)),
    every(clock, SWEEP_EVERY_MS, () => libraries.sweepDeleted().catch(onError)),
  ];
  return {
    service: { libraries, git },
    mount({ routes }) {
      librariesRoutes(routes, libraries);
      deliveriesRoutes(routes, deliveries);
      credentialsRoutes(routes, credentials);
    },
    async close() {
      for (const stop of stops) stop();
      await git.close();
    },
  };
}
