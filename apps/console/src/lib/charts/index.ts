export { BarChart } from "./bar-chart.tsx";
export type { ChartDay } from "./chart-frame.tsx";
export { LineChart } from "./line-chart.tsx";
