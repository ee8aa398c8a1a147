import type { DataOf } from "@udt/contract";
import type { projectEndpoints } from "@udt/contract/endpoints/projects";
import { pageOf } from "./runs.fixture.ts";

type Project = DataOf<typeof projectEndpoints.projectList>["list"][number];
const DEMO: Omit<Project, "user_type"> = {
  project_id: "demo",
  name: "Demo",
  icon: "",
  target_usage: "normal",
  visibility: 2,
  description: "",
  member_count: 1,
  created_at: 0,
  can_open: true,
  join_requested: false,
};

/** What the server answers of who reads: how they stand in the project. */
export const standing = (user_type: Project["user_type"]) => ({
  "/v1/plat/project/list": pageOf<Project>({ ...DEMO, user_type }),
});
