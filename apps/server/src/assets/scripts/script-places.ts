/** Where a script repository lies, and by which address it is known. */
import { join } from "node:path";

/** The key of its folder among the files. */
export const folderKey = (repo_id: string): string => `scripts/${repo_id}.git`;
export const folderOf = (blob_folder: string, repo_id: string): string => join(blob_folder, folderKey(repo_id));
/** Of a push on its way, or a save: swept like every file whose writer is gone. */
export const spoolOf = (blob_folder: string, id: string): string => join(blob_folder, "scripts", `${id}.part`);

/** Its address below the server's. */
export const pathOf = (project_id: string, repo_id: string): string => `/git/${project_id}/${repo_id}.git`;
/** Which repository of a project an address below the server's is. */
export const repoAt = (project_id: string, path: string): string | undefined => {
  const [, project, repo_id] = /^\/git\/([A-Za-z0-9_-]+)\/([A-Za-z0-9_-]+)\.git$/.exec(path) ?? [];
  return project === project_id ? repo_id : undefined;
};
