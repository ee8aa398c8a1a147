export { comparisonReport, MEASURES, ROWS_TOLD, stackText, TOLD_TREES } from "./comparison-report.ts";
export {
  isReportFormat,
  type Report,
  REPORT_FORMATS,
  type ReportFormat,
  reportText,
  type Table,
} from "./report-text.ts";
