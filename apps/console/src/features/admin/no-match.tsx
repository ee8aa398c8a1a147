import { SearchOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { EmptyState } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";

/** A list that the search or a filter left empty. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  const t = useT("admin");
  return (
    <EmptyState
      icon={<SearchOutlined />}
      title={t("no_match.title")}
      action={<Button onClick={onClear}>{t("no_match.clear")}</Button>}
    >
      {t("no_match.text")}
    </EmptyState>
  );
}
