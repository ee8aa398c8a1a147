export { BarChart, type Bar } from "./bar-chart.tsx";
