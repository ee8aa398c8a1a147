import type { TextsLike } from "../../../../lib/i18n/namespaces.ts";
import type { figures as en } from "./en.ts";

export const figures: TextsLike<typeof en> = {
  stats: {
    at_rest: "静止中",
    round_trip: "往復時間",
    way: "経路",
    direct_path: "直接接続",
    decode: "デコード",
    decoder: "デコーダー",
    source: "映像ソース",
    frames: "表示フレーム数",
  },
  way: { direct: "エージェントから直接", relayed: "リレー経由", server: "サーバー経由" },
  way_short: { direct: "直接", relayed: "リレー", server: "サーバー" },
  direct_path: {
    connecting: "接続中",
    connected: "接続済み",
    down: "切断されました。再試行しています",
    failed: "接続できないため、サーバーを使用しています",
  },
};
