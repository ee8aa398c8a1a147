import type { WEAR_WORDS } from "./wear.en.ts";

/** デバイスに手入れが必要な理由。 */
export const WEAR_WORDS_JA: Readonly<Record<keyof typeof WEAR_WORDS, string>> = {
  battery_hot: "バッテリーの温度が {celsius} °C です。{most} °C 以上のデバイスでは自動テストを実行しません",
  care_hot: "バッテリーの温度が {celsius} °C です",
  care_cycles: "バッテリーの満充電が {cycles} 回に達しています。{most} 回以上は劣化とみなします",
  care_level: "充電中のはずの電池残量が {from}% から {percent}% に減っています",
  care_disk_low: "空き容量が {free} しかありません",
  care_disk_filling: "空き容量が減っています。ここ数日のペースでは {days} 日以内になくなります",
  care_disconnects: "{hours} 時間に {count} 回、接続が切れました",
};
