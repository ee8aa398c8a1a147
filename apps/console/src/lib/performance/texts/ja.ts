import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  cpu: "CPU",
  memory: "メモリ",
  fps: "フレームレート",
  traffic: "通信量",
  temperature: "温度",
  battery: "バッテリー",
  unit: { cpu: "%", memory: "MB", fps: "fps", traffic: "KB/s", temperature: "°C", battery: "%" },
  series: {
    cpu_app: "アプリ",
    cpu_total: "デバイス全体",
    mem_pss: "合計 (PSS)",
    mem_java: "Java ヒープ",
    mem_native: "ネイティブヒープ",
    mem_graphics: "グラフィックス",
    mem_code: "コード",
    mem_stack: "スタック",
    fps: "描画",
    jank: "カクつき",
    net_in: "受信",
    net_out: "送信",
    temperature: "バッテリー",
    battery: "残量",
  },
  net_of: {
    app: "通信量はアプリ自身のものです。OS がアプリのユーザー ID ごとに数えた値で、画面の映像などの adb 通信は含みません。",
    device_without_adb:
      "アプリが指定されていないため、通信量はデバイス全体のものです。画面の映像など adb による通信は除いています。",
    device:
      "通信量はデバイス全体のものです。この OS ではアプリごとの値が得られません。adb はケーブル接続のため含まれません。",
  },
  net_unknown:
    "通信量は測定できませんでした。OS からアプリごとの値が得られないか、アプリがデバイスにありませんでした。",
  simulated: "シミュレーション値：このデバイスは仮想デバイスです。数値はアプリの動作から決まった計算式で求めています。",
};
export default ja;
