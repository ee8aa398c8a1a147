import type { AppDefinition, PhoneApps } from "../screen/app.ts";
import type { PhonePackages } from "../types.ts";
import { cameraApp } from "./camera-app.ts";
import { gameApp } from "./game-app.ts";
import { LAUNCHER, launcherOf } from "./launcher.ts";
import { notesApp } from "./notes-app.ts";
import { settingsApp } from "./settings-app.ts";
import { shopApp } from "./shop-app.ts";
import { testPatternApp } from "./test-pattern-app.ts";
import { packageScreen } from "./package-screen.ts";

const launcher = launcherOf((packages) =>
  packages
    .list()
    .map(({ package_name }) => defineApp(packages, package_name))
    .filter((app) => app !== undefined),
);

export const BUILT_IN: readonly AppDefinition[] = [
  launcher,
  shopApp,
  notesApp,
  gameApp,
  cameraApp,
  settingsApp,
  testPatternApp,
];

/** The app behind an installed package: built in, or for a real APK, whose code cannot run here, a screen about it. */
export const defineApp = (packages: PhonePackages, packageName: string): AppDefinition | undefined => {
  const installed = packages.find(packageName);
  if (installed === undefined) return undefined;
  return BUILT_IN.find((app) => app.packageName === packageName) ?? packageScreen(installed);
};

/** What a screen asks of the apps. */
export const APPS: PhoneApps = { launcher: LAUNCHER, define: defineApp };
