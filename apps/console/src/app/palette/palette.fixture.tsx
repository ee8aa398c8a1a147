/** The search as a page has it, without a server. Specs that use it begin with `// @vitest-environment happy-dom`. */
import { show } from "../../lib/components/rendered.fixture.tsx";
import PaletteDialog from "./palette-dialog.tsx";

export const NONE = { list: [], total: 0, page_num: 1, page_size: 5 };
const demo = (user_type: 0 | 1 | 2) => ({ project_id: "demo", name: "Demo", user_type, target_usage: "normal" });
/** What a project answers to somebody of this standing who may do that. */
export const answers = (privilege_list: readonly string[] = [], user_type: 0 | 1 | 2 = 2) => ({
  "/v1/plat/project/list": { list: [demo(user_type)], total: 1 },
  "/v1/plat/project/demo": demo(user_type),
  "/v1/plat/project/demo/privilege/enforce": { privilege_list: ["case.view", ...privilege_list] },
  ...Object.fromEntries(
    [
      "/v1/api/devices",
      "/v1/api/jobs",
      "/v1/api/runs",
      "/v1/api/apps",
      "/v1/caseapi/cases",
      "/v1/plat/project/demo/member/list",
    ].map((path) => [path, NONE]),
  ),
});
export const openPalette = (address?: string) => show(<PaletteDialog projectId="demo" onClose={() => {}} />, address);
export const labels = (group: string) =>
  [...document.querySelectorAll<HTMLElement>(`[role=group][aria-label="${group}"] [role=option]`)].map(
    (option) => option.querySelector("b")?.textContent,
  );
export const option = (label: string) =>
  [...document.querySelectorAll<HTMLElement>("[role=option]")].find(
    (each) => each.querySelector("b")?.textContent === label,
  );
