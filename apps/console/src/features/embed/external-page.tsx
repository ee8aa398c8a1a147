import { ApiOutlined } from "@ant-design/icons";
import { Link } from "react-router";
import { EmptyState } from "../../lib/components/page-states.tsx";
import "../../lib/components/button.css";
import { isEmbedded } from "../../lib/embed/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";

/** Where a page of another platform begins to embed the console; its first word names the project. */
export default function ExternalPage() {
  const t = useT("embed");
  if (isEmbedded()) {
    return (
      <EmptyState isPage icon={<ApiOutlined />} title={t("waiting")}>
        {t("waiting_text")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      isPage
      icon={<ApiOutlined />}
      title={t("alone")}
      action={
        <Link className="udt-button" to={paths.home()}>
          {t("home")}
        </Link>
      }
    >
      {t("alone_text")}
    </EmptyState>
  );
}
