import { EditPage } from "../features/scripts/edit/edit-page.tsx";
import { SkeletonRows } from "../lib/components/index.ts";
import { loadTexts } from "../lib/i18n/index.ts";
import { lateComponent } from "../lib/late/late-component.tsx";
import type { BesideEditor } from "../lib/open-file.ts";

/** Its code and its texts come when a phone is first wanted. */
const Phone = lateComponent<BesideEditor>(
  async () =>
    (await Promise.all([import("../features/debug/beside/phone-beside.tsx"), loadPhoneTexts()]))[0].PhoneBeside,
  (_, waiting = <SkeletonRows rows={4} />) => <aside className="edit-phone">{waiting}</aside>,
);

const loadPhoneTexts = () => loadTexts("beside", "debug", "control", "inspection", "uploads", "tests");

/** The script editor, and beside it a phone of a debug session. */
export default function ScriptEditPage() {
  return <EditPage Phone={Phone} />;
}
