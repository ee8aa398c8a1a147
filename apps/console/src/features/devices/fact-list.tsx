import { EditOutlined } from "@ant-design/icons";
import type { Device, ModelFact } from "@udt/contract";
import { CopyButton } from "../../lib/components/index.ts";
import { useDeviceFacts } from "../../lib/device-facts/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

/** Which of a model's facts each line tells. */
const OF_MODEL: Readonly<Record<string, readonly ModelFact[]>> = {
  resolution: ["width", "height"],
  cpu: ["cpu_name", "cpu_arch", "cpu_cores"],
  gpu: ["gpu"],
  memory: ["memory_bytes"],
};

/** What a device is, as it says, or as administrators say of its model. */
export function FactList({ device }: { device: Device }) {
  const t = useT("devices");
  const common = useT("common");
  const format = useFormat();
  const told = useDeviceFacts()(device);
  const fact = (key: Parameters<typeof told>[0]) => ({
    ...told(key),
    isEdited: OF_MODEL[key]?.some((name) => device.edited_facts.includes(name)) ?? false,
  });
  return (
    <>
      <h2 className="devices-drawer-title">{t("drawer.facts")}</h2>
      <dl className="udt-facts">
        <Fact {...fact("model")} canCopy />
        <Fact {...fact("brand")} />
        <Fact {...fact("hardware_model")} />
        <Fact {...fact("kind")} />
        <Fact {...fact("serial")} canCopy mono />
        <Fact name={t("drawer.device_id")} value={device.device_id} canCopy mono />
        <Fact {...fact("system")} />
        <Fact {...fact("resolution")} />
        <Fact {...fact("cpu")} />
        <Fact {...fact("gpu")} />
        <Fact {...fact("memory")} />
        <Fact {...fact("battery")} />
        <Fact {...fact("free")} />
        <Fact
          name={t("drawer.capabilities")}
          value={device.capabilities.map((capability) => common(`capability.${capability}`)).join(" · ")}
        />
        <Fact {...fact("agent")} canCopy />
        <Fact name={t("drawer.first_seen")} value={format.exact(device.first_seen_at)} />
        <Fact name={t("drawer.last_seen")} value={format.exact(device.last_seen_at)} />
      </dl>
    </>
  );
}

export function Fact(props: { name: string; value: string; canCopy?: boolean; mono?: boolean; isEdited?: boolean }) {
  const t = useT("devices");
  return (
    <>
      <dt>{props.name}</dt>
      <dd className={props.mono ? "udt-mono" : undefined}>
        {props.value || "–"}
        {props.isEdited && (
          <span className="devices-edited" title={t("drawer.edited")}>
            <EditOutlined aria-hidden />
            <span className="udt-hidden">{t("drawer.edited")}</span>
          </span>
        )}
        {props.canCopy && props.value && <CopyButton text={props.value} />}
      </dd>
    </>
  );
}
