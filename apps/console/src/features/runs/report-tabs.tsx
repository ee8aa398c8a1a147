import { useFormat } from "../../lib/format/index.ts";

/** A report's parts, each an address of its own. */
export function ReportTabs<T extends string>(props: {
  tabs: readonly { name: T; label: string; count?: number | undefined }[];
  active: T;
  onChoose: (name: T) => void;
}) {
  const format = useFormat();
  return (
    <div className="runs-tabs" role="tablist">
      {props.tabs.map(({ name, label, count }) => (
        <button
          key={name}
          type="button"
          role="tab"
          data-tab={name}
          aria-selected={name === props.active}
          onClick={() => props.onChoose(name)}
        >
          {label}
          {count !== undefined && <span className="udt-num">{format.number(count)}</span>}
        </button>
      ))}
    </div>
  );
}
