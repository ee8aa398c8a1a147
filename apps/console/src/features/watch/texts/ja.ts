import type { TextsLike } from "../../../lib/i18n/namespaces.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  title: "デバイスの閲覧",
  loading: "リンクを開いています",
  watching: "閲覧のみ",
  driven: "{names} さんが操作中",
  left: "残り {time}",
  waiting: "デバイスを準備しています。画面は自動的に表示されます。",
  over: "このリンクは無効になりました",
  over_text:
    "期限が切れたか、取り消されたか、セッションが終了しています。リンクを受け取った相手に、新しいリンクを依頼してください。",
  failed: "現在このリンクを開けません",
  retry: "再試行",
  connecting: "画面に接続しています…",
  reconnecting: "再接続しています。表示は最後に受け取った画面です。",
  closed: "画面は表示されなくなりました。このページを再読み込みしてください。",
  full: "このリンクで同時に閲覧できる人数に達しています。しばらくしてからこのページを再読み込みしてください。",
  stands_still: "{time} から画面が止まっています",
  stands_still_text: "新しい画面を要求しましたが、デバイスから応答がありません。映像を再開しています。",
  no_picture: "このブラウザーでは画面を表示できません。",
  worker_failed: "このページの画面を表示する部分が停止しました。ページを再読み込みしてください。",
};
export default ja;
