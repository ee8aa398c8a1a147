import { useLocation } from "react-router";
import { Missing } from "./missing.tsx";

/** An address that is none of the console's. */
export function UnknownPage() {
  return <Missing what="page" project={undefined} address={useLocation().pathname} />;
}
