/** What a file had and what it is to have, line by line. */
export { Changes } from "./changes.tsx";
