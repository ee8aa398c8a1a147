import type { InspectionConfig, SelfCheckStep } from "@udt/contract";

/** What a tag asks of a device before it is handed out, as the tag was when that was asked, and how far it is. */
export interface Checking {
  tag_id: string;
  project_id: string;
  tag_name: string;
  /** What of it is done. */
  config: InspectionConfig;
  /** All of it; an earlier server did not keep that. */
  tag_config?: InspectionConfig | undefined;
  step: SelfCheckStep | null;
  /** Which step kept it from being handed out. */
  failed?: SelfCheckStep | undefined;
}
