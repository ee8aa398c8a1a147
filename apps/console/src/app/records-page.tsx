import { CheckBefore } from "../features/devices/check-before.tsx";
import { RecordsPage } from "../features/records/records-page.tsx";

/** The records, each with the check before it as devices tell theirs. */
export default function Records() {
  return <RecordsPage CheckBefore={CheckBefore} />;
}
