import type { TextsLike } from "../../i18n/namespaces.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  brand: "ブランド",
  model: "機種",
  hardware_model: "ハードウェア型番",
  serial: "シリアル番号",
  system: "OS",
  resolution: "解像度",
  cpu: "プロセッサー",
  cores_other: "{count} コア",
  gpu: "グラフィックス",
  memory: "メモリ",
  battery: "バッテリー",
  charging: "充電中",
  free: "空き容量",
  celsius: "{value} °C",
  cycles_other: "充電サイクル {count} 回",
  kind: "種類",
  virtual: "仮想デバイス",
  real: "実機",
  agent: "エージェント",
};
export default ja;
