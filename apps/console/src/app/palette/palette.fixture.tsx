/** The search as a page has it, without a server. Specs that use it begin with `// @vitest-environment happy-dom`. */
import { show } from "../../lib/components/rendered.fixture.tsx";
import { PaletteDialog } from "./palette-dialog.tsx";

export const openPalette = (address?: string) => show(<PaletteDialog projectId="demo" onClose={() => {}} />, address);
export const labels = (group: string) =>
  [...document.querySelectorAll<HTMLElement>(`[role=group][aria-label="${group}"] [role=option]`)].map(
    (option) => option.querySelector("b")?.textContent,
  );
export const option = (label: string) =>
  [...document.querySelectorAll<HTMLElement>("[role=option]")].find(
    (each) => each.querySelector("b")?.textContent === label,
  );
export const search = () => document.querySelector("[role=combobox]") as HTMLInputElement;
