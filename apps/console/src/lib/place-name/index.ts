export { placeName, usePlaceName } from "./place-name.ts";
