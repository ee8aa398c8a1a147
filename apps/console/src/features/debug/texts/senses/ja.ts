/** What the device sees and what is heard of it. */
const camera = {
  order: "カメラにはこの順で画像が写り、撮影するたびに次の画像に進みます。セッションの終了時に消去されます。",
  failed: "カメラの画像を読み取れません",
  back: "背面カメラ",
  front: "前面カメラ",
  empty: "デバイス本来の映像が写ります",
  add: "画像を追加",
  drop: "PNG または JPEG をここにドロップ",
  named: "{number} 枚目",
  replace: "差し替え",
  remove: "取り除く",
  full: "1 台のカメラに置ける画像は {max} 枚までです。",
  too_many: "追加されませんでした：{names}。1 台のカメラに置ける画像は {max} 枚までです。",
  no_folders: "追加されませんでした：{names}。フォルダーではなく画像をドロップしてください。",
  sending: "{name} を送信中…",
};

const sound = {
  listen: "デバイスの音を聞く",
  mute: "ミュート",
  no_device: "このデバイスの音は聞けません。Android 11 以降が必要です",
  no_browser: "音を聞くには https のページと Opus を再生できるブラウザーが必要です",
  failed: "デバイスから音が届きません",
};

const touch = {
  title: "タッチの時間の内訳",
  none: "画面をタッチすると、その時間の内訳がここに表示されます。",
  latest: "直近（ミリ秒）",
  median: "{count} 回の中央値",
  total: "タッチから画像まで",
  note: "画像が変わったタッチだけを、ブラウザーがイベントを受け取ってから描画が終わるまで測ります。それぞれの場所は自分の時計で測り、応答の往復は半分ずつとします。エンコーダーが最速で要する時間はデバイスに含みます。",
  direct: "タッチはエージェントに直接送られ、サーバーを経由していません。",
  direct_leg: "ブラウザーからエージェント",
  legs: {
    page: "ページ",
    socket: "ブラウザーからサーバー",
    server: "サーバーからエージェント",
    agent: "エージェント",
    device: "デバイス",
    encode: "エンコーダー（最速を超えた分）",
    back: "戻り",
    decode: "デコード",
    paint: "描画",
  },
};

const quality = {
  title: "画質（見ている全員に適用）：{now}",
  button: "画質",
  dark: "デバイス画面は消灯中",
  auto: "自動",
  auto_now: "自動：{level}",
  high: "高画質",
  balanced: "標準",
  low: "データ節約",
  least: "最低",
  about: {
    auto: "回線が遅いと下げ、戻れば上げます",
    level: "長辺は最大 {px} ピクセル、最大 {rate} Mbit/s",
  },
};

export const senses = { camera, sound, quality, touch };
