import { readLocator } from "@udt/low-code";
import { AimOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useEffect, useEffectEvent } from "react";
import { useT } from "../../../../../lib/i18n/index.ts";
import type { FormRoom, Way } from "./room.ts";

/** Has the next press on the phone say what is meant. */
export function PointButton({ way, room }: { way: Way; room: FormRoom }) {
  const t = useT("steps");
  const { pointing, key, set, fallsBack } = room;
  const at = [key, ...way].join("/");
  const isOn = pointing.at === at;
  const end = useEffectEvent(() => pointing.end(at));
  // What does not show waits for nothing.
  useEffect(() => (isOn ? () => end() : undefined), [isOn]);
  const take = (locator: string, others: readonly string[]) => {
    set(way, readLocator(locator));
    // What was fallen back on was another element.
    if (fallsBack && way.length === 1 && way[0] === "locator")
      set(["fallback"], others.length > 0 ? others.map(readLocator) : undefined);
  };
  return (
    <Button
      size="small"
      icon={<AimOutlined />}
      type={isOn ? "primary" : "default"}
      aria-pressed={isOn}
      disabled={!pointing.isPossible}
      title={pointing.isPossible ? undefined : t("form.no_phone")}
      onClick={() => (isOn ? pointing.end(at) : pointing.begin(at, take))}
    >
      {t(isOn ? "form.pointing" : "form.point")}
    </Button>
  );
}
