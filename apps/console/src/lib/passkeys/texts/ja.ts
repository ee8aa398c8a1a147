import type { TextsLike } from "../../i18n/namespaces.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  missing: {
    elsewhere: "パスキーは次のアドレスで開いたときに使えます：",
    insecure: "ここではパスキーを使えません。ブラウザーは https のページだけで使えるようにしています。",
    address:
      "ここではパスキーを使えません。パスキーは名前ごとに保存されますが、このサーバーは IP アドレスで開かれています。管理者が名前と https を用意できます。",
    frame: "ほかのサイトのページ内ではパスキーを使えません。UDT を単独のウィンドウで開いてください。",
    browser: "このブラウザーはパスキーに対応していません。",
  },
  fault: {
    cancelled: "パスキーを受け取れませんでした。もう一度試し、求められたらデバイスのロックを解除してください。",
    exists: "このデバイスには、このサーバーのパスキーがすでにあります。",
    unfit: "このデバイスにはパスキーを保存できません。PIN、指紋、顔のいずれかで確認できる必要があります。",
    device: "ブラウザーまたはデバイスで処理できませんでした。もう一度試すか、別のデバイスを使ってください。",
  },
};
export default ja;
