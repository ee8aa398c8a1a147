import type { Language } from "../screen/app.ts";
import type { DrawingName } from "./shop-drawings.ts";

export type Category = "audio" | "home" | "wear" | "desk";

export interface Product {
  sku: string;
  drawing: DrawingName;
  category: Category;
  /** Ground of the picture, light to deep. */
  tint: readonly [string, string];
  /** In cents; the shop counts in one currency. */
  price: number;
  rating: number;
  name: Record<Language, string>;
  about: Record<Language, string>;
}

const product = (
  sku: string,
  drawing: DrawingName,
  category: Category,
  tint: readonly [string, string],
  price: number,
  rating: number,
  [en, zh, ja]: readonly [string, string, string],
  [aboutEn, aboutZh, aboutJa]: readonly [string, string, string],
): Product => ({
  sku,
  drawing,
  category,
  tint,
  price,
  rating,
  name: { en, zh, ja },
  about: { en: aboutEn, zh: aboutZh, ja: aboutJa },
});

export const CATALOGUE: readonly Product[] = [
  product(
    "HP-100",
    "headphones",
    "audio",
    ["#ffe3d8", "#ff9f7e"],
    12_900,
    4.8,
    ["Aria Headphones", "Aria 头戴耳机", "Aria ヘッドホン"],
    [
      "Over-ear comfort with deep, even sound and thirty hours on one charge.",
      "包耳式舒适佩戴，声音深沉均衡，一次充电可用三十小时。",
      "耳を包む快適さと深みのある音。一度の充電で三十時間。",
    ],
  ),
  product(
    "WT-210",
    "watch",
    "wear",
    ["#dfe7ff", "#8ea8ff"],
    19_900,
    4.6,
    ["Orbit Watch", "Orbit 手表", "Orbit ウォッチ"],
    [
      "A bright round face, a week of battery, and a strap that breathes.",
      "明亮的圆形表盘，一周续航，透气表带。",
      "明るい丸型文字盤、一週間の電池、通気性のよいバンド。",
    ],
  ),
  product(
    "LP-031",
    "lamp",
    "home",
    ["#fff3cf", "#ffd166"],
    5_900,
    4.7,
    ["Dune Lamp", "Dune 台灯", "Dune ランプ"],
    [
      "Warm light that dims with a touch. Made for late pages.",
      "触摸调光的暖光，为深夜阅读而生。",
      "触れて調光できる暖かな光。夜更けの読書に。",
    ],
  ),
  product(
    "SN-077",
    "sneaker",
    "wear",
    ["#d9f5ea", "#6fd3ae"],
    8_900,
    4.5,
    ["Drift Sneakers", "Drift 运动鞋", "Drift スニーカー"],
    [
      "Light soles and a knitted upper for whole days on foot.",
      "轻盈鞋底与针织鞋面，适合全天行走。",
      "軽いソールとニットアッパーで一日中歩ける。",
    ],
  ),
  product(
    "CM-500",
    "camera",
    "desk",
    ["#e9e4ff", "#a99bff"],
    44_900,
    4.9,
    ["Lumen Camera", "Lumen 相机", "Lumen カメラ"],
    [
      "A small camera with a fast lens and honest colours.",
      "小巧机身，大光圈镜头，色彩真实。",
      "明るいレンズと自然な色の小さなカメラ。",
    ],
  ),
  product(
    "PL-012",
    "plant",
    "home",
    ["#e2f6d8", "#9bd77b"],
    2_400,
    4.4,
    ["Fern in Clay", "陶盆蕨", "素焼き鉢のシダ"],
    [
      "Asks for little water and gives a green corner.",
      "少浇水，也能带来一角绿意。",
      "水やりは少しで、緑の一角ができる。",
    ],
  ),
  product(
    "SP-220",
    "speaker",
    "audio",
    ["#ffdfe9", "#ff8fb3"],
    7_900,
    4.3,
    ["Pebble Speaker", "Pebble 音箱", "Pebble スピーカー"],
    [
      "Fits a palm, fills a kitchen, survives the rain.",
      "手掌大小，声音充满厨房，不怕雨淋。",
      "手のひらサイズで台所に響く。雨にも強い。",
    ],
  ),
  product(
    "MG-009",
    "mug",
    "home",
    ["#ffe9d6", "#f7b27a"],
    1_800,
    4.6,
    ["Harbour Mug", "Harbour 马克杯", "Harbour マグ"],
    [
      "Stoneware with a reactive glaze; no two are alike.",
      "窑变釉炻器，每只都不同。",
      "窯変釉の炻器。同じものは二つとない。",
    ],
  ),
  product(
    "BP-140",
    "backpack",
    "wear",
    ["#d8efff", "#74bdf2"],
    9_900,
    4.7,
    ["Ridge Backpack", "Ridge 背包", "Ridge リュック"],
    [
      "Twenty litres, a laptop sleeve, and straps that stay put.",
      "二十升容量，电脑隔层，肩带稳固。",
      "二十リットル、PC収納、ずれない肩ひも。",
    ],
  ),
  product(
    "KB-065",
    "keyboard",
    "desk",
    ["#e4e9f2", "#9fb0cc"],
    10_900,
    4.8,
    ["Tact Keyboard", "Tact 键盘", "Tact キーボード"],
    [
      "Quiet switches in an aluminium frame, three devices at a tap.",
      "铝制框架，静音轴体，一键切换三台设备。",
      "アルミ枠に静音スイッチ。三台をワンタッチで切替。",
    ],
  ),
];

export const findProduct = (sku: string): Product | undefined => CATALOGUE.find((entry) => entry.sku === sku);

export const priceText = (cents: number): string => `€${(cents / 100).toFixed(2)}`;
