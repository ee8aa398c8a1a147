import { useT } from "../../../lib/i18n/index.ts";
import { useSession, type TestWithViewers } from "../session.tsx";
import { AskControl } from "./ask-control.tsx";

/** By name: who drives in the holder's place, or the holder. */
const whoDrives = ({ drivers, user_name }: TestWithViewers): string =>
  drivers.find(({ instead }) => instead)?.user_name ?? user_name;

/** In place of the phone's keys, for who watches: who has control of it, and how to ask for it. */
export function WatchesOnly() {
  const t = useT("debug");
  const { test } = useSession();
  return (
    <div className="dbg-observer">
      <p>{t("viewers.view_only", { name: whoDrives(test) })}</p>
      <AskControl />
    </div>
  );
}
