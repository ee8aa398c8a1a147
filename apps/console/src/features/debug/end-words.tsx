import { useT } from "../../lib/i18n/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { Said } from "../../lib/words/index.ts";
import { useSession } from "./session.tsx";

/** Why a session is over, as it is true for whoever reads of it, and what its device says of it. */
export function EndWords() {
  const t = useT("debug");
  const words = useT("inspection");
  const { test_device } = useSession();
  const { title, text } = useEndWords();
  const { error, failed_check } = test_device;
  return (
    <>
      <h2>{title}</h2>
      <p>{text}</p>
      {test_device.state === "cleaning" && <p>{t("ended.cleaning")}</p>}
      {error && (
        <p className="dbg-panel-detail">
          {failed_check && <b>{words(`step.${failed_check}`)} </b>}
          <Said said={error} />
        </p>
      )}
    </>
  );
}

function useEndWords(): { title: string; text: string } {
  const t = useT("debug");
  const { user_id } = useUser();
  const { test, test_device } = useSession();
  if (test_device.failed_check) return { title: t("checking.failed"), text: t("checking.failed_text") };
  const reason = test.end_reason ?? "user";
  const by = test.ended_by;
  const plain = { title: t(`ended.${reason}.title`), text: t(`ended.${reason}.text`) };
  if (!by) return plain;
  const { user_name: name, key_name: key } = by;
  const isMine = by.user_id === user_id;
  if (by.by_token) return { title: t("ended.by_token.title"), text: t("ended.by_token.text", { name }) };
  if (key !== null) {
    const text = isMine ? t("ended.by_key.own_text", { key }) : t("ended.by_key.text", { name });
    return { title: t("ended.by_key.title", { key }), text };
  }
  if (isMine) {
    const text = reason === "admin" ? t("ended.own.text_of", { name: test.user_name }) : t("ended.own.text");
    return { title: t("ended.own.title"), text };
  }
  if (reason === "admin") return { ...plain, text: t("ended.admin.text_by", { name }) };
  return { ...plain, title: t("ended.user.title_by", { name }) };
}
