import type { ReportLanguage } from "@udt/contract";
import { en } from "./en.ts";
import { ja } from "./ja.ts";
import type { ReportTexts } from "./report-texts.ts";
import { zh } from "./zh.ts";

export const REPORT_TEXTS: Record<ReportLanguage, ReportTexts> = { zh, en, ja };
