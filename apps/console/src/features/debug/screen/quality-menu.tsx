import { CheckOutlined } from "@ant-design/icons";
import { longestPx, PICTURE_LEVELS, PICTURE_QUALITIES, type PictureLevel } from "@udt/contract";
import { ClickMenu } from "../../../lib/components/click-menu.tsx";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import { useUser } from "../../../lib/session/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { keepQuality } from "./kept-quality.ts";

const MBIT = 1_000_000;

/** The driver's choice of how good the picture is, for all who look; and what it is now. */
export function QualityMenu({ controller }: { controller: ScreenController }) {
  const t = useT("debug");
  const common = useT("common");
  const { user_id } = useUser();
  const format = useFormat();
  const { quality: told, decoder } = useStore(controller.view);
  if (!told) return null;
  const { quality, level } = told;
  const boundsOf = (each: PictureLevel) => {
    const px = String(longestPx(each, decoder === "tinyh264"));
    return t("quality.about.level", { px, rate: format.number(PICTURE_LEVELS[each].bit_rate / MBIT) });
  };
  const items = PICTURE_QUALITIES.map((each) => ({
    key: each,
    // What is chosen already changes nothing; its mark tells it from what cannot be had.
    disabled: each === quality,
    icon: each === quality ? <CheckOutlined /> : <span className="dbg-quality-gap" />,
    label: (
      <span className="dbg-quality-item">
        {t(`quality.${each}`)}
        <small className="udt-secondary">{each === "auto" ? t("quality.about.auto") : boundsOf(each)}</small>
      </span>
    ),
    onClick: () => {
      keepQuality(user_id, each);
      controller.choose(each);
    },
  }));
  const now = quality === "auto" ? t("quality.auto_now", { level: t(`quality.${level}`) }) : t(`quality.${quality}`);
  return (
    <ClickMenu menu={{ items, selectable: true, selectedKeys: [quality] }}>
      <button
        type="button"
        className="dbg-link dbg-quality"
        data-quality={quality}
        aria-label={common("labelled", { label: t("quality.button"), value: now })}
        title={t("quality.title", { now })}
      >
        {now} ▾
      </button>
    </ClickMenu>
  );
}
