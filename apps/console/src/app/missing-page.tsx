import { shapes } from "@udt/contract";
import { useSearchParams } from "react-router";
import { oneOf } from "../lib/list/use-url-filters.ts";
import { Missing } from "./missing.tsx";

/** The address that other sites and older links lead to for what does not exist. */
export default function MissingPage() {
  const [search] = useSearchParams();
  const what = oneOf(search.get("what"), ["page", "project", "case", "job"]) ?? "page";
  const asked = shapes.id.safeParse(search.get("project"));
  return <Missing what={what} project={asked.success ? asked.data : undefined} />;
}
