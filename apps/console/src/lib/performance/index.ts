export { Chart, type ChartLine, type Moment } from "./chart.tsx";
export { shownCharts, summaryOf, valueAt, type ShownChart } from "./charts.ts";
export { useRecordedPerformance } from "./recorded.ts";
export {
  addGap,
  addSample,
  between,
  newest,
  noPerformance,
  parsePerformance,
  type PerformanceData,
} from "./performance-data.ts";
