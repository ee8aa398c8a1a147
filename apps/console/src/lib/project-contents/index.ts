export { ProjectContents } from "./project-contents.tsx";
