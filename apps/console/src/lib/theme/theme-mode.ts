import { useSyncExternalStore } from "react";
import { local } from "../storage.ts";

/** `system` until the user chooses; only a choice is stored. */
export type ThemeChoice = "light" | "dark" | "system";
export type ThemeMode = "light" | "dark";

const KEY = "theme-mode";
const listeners = new Set<() => void>();
const system = () => window.matchMedia("(prefers-color-scheme: dark)");
const stillness = () => window.matchMedia("(prefers-reduced-motion: reduce)");

export function themeChoice(): ThemeChoice {
  const stored = local.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function themeMode(): ThemeMode {
  const choice = themeChoice();
  if (choice !== "system") return choice;
  return system().matches ? "dark" : "light";
}

function apply(): void {
  document.documentElement.dataset["theme"] = themeMode();
  for (const listener of listeners) listener();
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === "system") local.removeItem(KEY);
  else local.setItem(KEY, choice);
  apply();
}

/** Follows the system and other tabs for the life of the page. */
export function watchTheme(): void {
  system().addEventListener("change", apply);
  stillness().addEventListener("change", apply);
  window.addEventListener("storage", (event) => {
    if (event.key === KEY || event.key === null) apply();
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useThemeMode = (): ThemeMode => useSyncExternalStore(subscribe, themeMode);
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, themeChoice);
/** Whether the user's system asks for as little motion as can be. */
export const useStillness = (): boolean => useSyncExternalStore(subscribe, () => stillness().matches);
