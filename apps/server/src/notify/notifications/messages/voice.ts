import type { UiLanguage } from "@udt/contract";

/** How a channel speaks. */
export interface Voice {
  language: UiLanguage;
  comment: string;
  /** What the paths of the facts are below. */
  base_url: string;
}
