/** The composition of case libraries: their services, their timers, and the repositories that this server serves itself. */
import { fileURLToPath } from "node:url";
import type { LibraryFramework } from "@udt/contract";
import { every } from "./platform/clock.ts";
import { GitRepositories } from "./platform/git-repositories.ts";
import type { Routes } from "./platform/http/routes.ts";
import { CredentialsService } from "./modules/libraries/credentials.service.ts";
import { credentialsRoutes, librariesRoutes } from "./modules/libraries/libraries.routes.ts";
import {
  LibrariesService,
  type BuiltinLibrary,
  type LibrariesDependencies,
} from "./modules/libraries/libraries.service.ts";

export interface RunningLibraries {
  libraries: LibrariesService;
  /** To be mounted beside the API. */
  git: GitRepositories;
  mount(routes: Routes): void;
  close(): Promise<void>;
}

const SYNC_LOOK_MS = 30_000;
const SYNC_AT_ONCE = 10;
const SWEEP_EVERY_MS = 3_600_000;
/** What comes with UDT; the first is the demo project's. */
const EXAMPLES: readonly { name: string; folder: string; framework: LibraryFramework }[] = [
  { name: "shop-ts", folder: "shop-ts", framework: "node_test" },
  { name: "shop-pytest", folder: "shop-pytest", framework: "pytest" },
];

export function startLibraries(
  needs: Omit<LibrariesDependencies, "credentials" | "builtin"> & {
    /** Where repositories are made that this server serves. */
    folder: string;
  },
): RunningLibraries {
  const { database, clock, secrets, audit, log } = needs;
  const credentials = new CredentialsService(database, clock, secrets, audit);
  const git = new GitRepositories(needs.folder);
  const builtin = async (): Promise<BuiltinLibrary[]> => {
    const served = await Promise.all(
      EXAMPLES.map(async ({ name, folder, framework }) => {
        const path = fileURLToPath(new URL(`../../../examples/${folder}`, import.meta.url));
        const commit_id = await git.serve({ name, folder: path });
        return commit_id === undefined ? [] : [{ name, path: `/git/${name}.git`, framework, commit_id }];
      }),
    );
    return served.flat();
  };
  const served = builtin().catch((error: unknown): BuiltinLibrary[] => {
    log.warn({ err: error }, "the examples cannot be served: is git installed?");
    return [];
  });
  const libraries = new LibrariesService({ ...needs, credentials, builtin: () => served });
  const onError = (error: unknown) => log.error({ err: error }, "care of case libraries");
  const stops = [
    every(clock, SYNC_LOOK_MS, () => libraries.syncDue(SYNC_AT_ONCE).catch(onError)),
    every(clock, SWEEP_EVERY_MS, () => libraries.sweepDeleted().catch(onError)),
  ];
  return {
    libraries,
    git,
    mount(routes) {
      librariesRoutes(routes, libraries);
      credentialsRoutes(routes, credentials);
    },
    async close() {
      for (const stop of stops) stop();
      await served;
      await libraries.close();
    },
  };
}
