import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { useFormat } from "../format/index.ts";
import { useT } from "../i18n/index.ts";
import { FilterSelect } from "./filter-select.tsx";
import "./list.css";

const SMALLEST = 25;
const SIZES = [SMALLEST, 50, 100];

/** Steps through a list that the server pages. Not there while everything fits the smallest page. */
export function Pager(props: {
  page_num: number;
  page_size: number;
  total: number;
  onChange: (change: { page_num?: string; page_size?: string }) => void;
}) {
  const t = useT("common");
  const format = useFormat();
  const pages = Math.max(1, Math.ceil(props.total / props.page_size));
  if (props.total <= SMALLEST) return null;
  // An address made by hand may ask for another; what holds is shown.
  const sizes = [...new Set([...SIZES, props.page_size])].toSorted((a, b) => a - b);
  const first = (props.page_num - 1) * props.page_size + 1;
  return (
    <nav className="udt-pager" aria-label={t("pager.label")}>
      <span className="udt-num">
        {t("pager.range", {
          first: format.number(Math.min(first, props.total)),
          last: format.number(Math.min(first + props.page_size - 1, props.total)),
          total: format.number(props.total),
        })}
      </span>
      <FilterSelect
        label={t("pager.size")}
        value={String(props.page_size)}
        initial={String(SMALLEST)}
        options={sizes.map((size) => ({ value: String(size), label: format.number(size) }))}
        onChange={(page_size) => props.onChange({ page_size: page_size ?? "" })}
      />
      <button
        type="button"
        className="udt-filter"
        aria-label={t("pager.previous")}
        disabled={props.page_num <= 1}
        onClick={() => props.onChange({ page_num: String(Math.min(props.page_num - 1, pages)) })}
      >
        <LeftOutlined />
      </button>
      <span className="udt-num">
        {format.number(props.page_num)} / {format.number(pages)}
      </span>
      <button
        type="button"
        className="udt-filter"
        aria-label={t("pager.next")}
        disabled={props.page_num >= pages}
        onClick={() => props.onChange({ page_num: String(props.page_num + 1) })}
      >
        <RightOutlined />
      </button>
    </nav>
  );
}
