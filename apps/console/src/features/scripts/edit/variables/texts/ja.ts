import type { TextsLike } from "../../../../../lib/i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  ANDROID_SERIAL: "デバイス",
  ANDROID_ADB_SERVER_ADDRESS: "このデバイスだけが存在する adb サーバーのアドレス",
  ANDROID_ADB_SERVER_PORT: "このデバイスだけが存在する adb サーバーのポート",
  ADB_SERVER_SOCKET: "同じ adb サーバー（adb 自身が読む形）",
  UDT_PICTURES_URL: "画像を POST すると画面上で探すアドレス。デバイスに画面がなければ設定されない",
  UDT_APP_PACKAGE: "テスト対象のアプリ。ないときは空",
  UDT_APP_ACTIVITY: "テスト対象のアプリが最初に開くアクティビティ。ないときは空",
  CT_APP_PKG_NAME: "テスト対象のアプリ（WeTest のスクリプトが使う名前）",
  CT_APP_LAUNCH_ACTIVITY: "テスト対象のアプリが最初に開くアクティビティ（WeTest のスクリプトが使う名前）",
  DEVICE_SEQ: "実行の中でのこのデバイスの番号。0 から始まる",
  UDT_ACCOUNT: "アカウントファイルのこのデバイスの行（JSON）。ないときは空",
  UDT_SIGN_IN: "スクリプトが自らサインインする先、qq または wechat。タスクの指定がなければ空",
  UDT_PARAMETERS: "タスクのパラメーター。入力されたままのもの",
  UDT_ATTEMPT: "1。ケースを再試行するときはそれより大きい",
  UPLOADDIR: "フォルダー。中のファイルはすべてレポートとともに保存される",
  UDT_RESULTS_DIR: "フォルダー。中のファイルはすべてレポートとともに保存される",
  UDT_STEPS_FILE: "ステップを書き込むファイル。1 ステップにつき JSON を 1 行",
  CASE_FUNC: "ケースの名前。フレームワーク shell だけのもの",
};

export default ja;
