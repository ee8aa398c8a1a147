import type { Inside } from "../core/mcp/inside-client.ts";
import { mcpRoutes } from "../core/mcp/mcp.routes.ts";
import { McpService } from "../core/mcp/mcp.service.ts";
import type { TestsService } from "../core/sessions/tests.service.ts";
import type { UsersService } from "../people/users/users.service.ts";
import { isOwnOrigin } from "../platform/http/origins.ts";
import type { Platform } from "./open-platform.ts";
import type { Parts } from "./parts.ts";

export interface McpNeeds {
  users: UsersService;
  tests: TestsService;
  inside: Inside;
}

/** The door for programs and AI agents. */
export function startMcp(parts: Parts, platform: Platform, needs: McpNeeds): void {
  const mcp = new McpService({ ...platform, ...needs });
  parts.add({
    service: mcp,
    mount: ({ routes }) =>
      mcpRoutes(routes, mcp, ({ headers }) => isOwnOrigin({ headers }, platform.settings.public_url)),
    close: () => mcp.close(),
  });
}
