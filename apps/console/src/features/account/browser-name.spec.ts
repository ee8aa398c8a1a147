import { expect, it } from "vitest";
import { browserName } from "./browser-name.ts";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`, "Chrome", "Linux"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    "Edge",
    "Windows",
  ],
  [`Mozilla/5.0 (Linux; Android 15) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox", "macOS"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari",
    "iOS",
  ],
  ["curl/8.14.1", "curl", ""],
  ["<script>alert(1)</script>", "", ""],
  ["", "", ""],
])("%s is %s on %s", (user_agent, browser, system) => {
  expect(browserName(user_agent)).toEqual({ browser, system });
});
