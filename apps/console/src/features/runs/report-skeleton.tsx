import { SkeletonBar } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";

/** What comes of a report, or of a part of it that has a page of its own. */
export function ReportSkeleton() {
  const t = useT("common");
  return (
    <div className="udt-skeleton runs-skeleton" role="status" aria-label={t("loading")}>
      <h1 className="udt-hidden">{t("loading")}</h1>
      <SkeletonBar width="28%" height={26} />
      <SkeletonBar width="100%" height={96} />
      <SkeletonBar width="100%" height={140} />
      <SkeletonBar width="100%" height={320} />
    </div>
  );
}
