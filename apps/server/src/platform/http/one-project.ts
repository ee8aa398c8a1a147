import { UdtError } from "@udt/contract";

/** Both places that may name the project must name the same. @throws UdtError project_mismatch */
export function oneProject(of_query: string | undefined, of_body: string | undefined): string | undefined {
  if (of_query !== undefined && of_body !== undefined && of_query !== of_body) throw new UdtError("project_mismatch");
  return of_query ?? of_body;
}
