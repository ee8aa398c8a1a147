import { Coming, SkeletonBar } from "../../lib/components/index.ts";

/** What comes of a report, or of a part of it that has a page of its own. */
export function ReportSkeleton() {
  return (
    <Coming isPage className="udt-skeleton runs-skeleton">
      <SkeletonBar width="28%" height={26} />
      <SkeletonBar width="100%" height={96} />
      <SkeletonBar width="100%" height={140} />
      <SkeletonBar width="100%" height={320} />
    </Coming>
  );
}
