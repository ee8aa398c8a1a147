/** The tools of `udt device` as a server of the Model Context Protocol. */
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { DEVICE_TOOLS, mcpName, toolRefusal, type Tool, type ToolAnswer, type ToolRoom } from "@udt/client/device";

const INSTRUCTIONS = `Drives phones of a UDT server as a person does: device_list, device_take, then look (device_tree, \
device_screenshot), act (device_tap, device_type, device_swipe, device_key), look again, and device_end when done. A session \
is an ordinary debug session: it ends after a while without a call, people can watch it at its page, and the key's owner can \
take it over there.`;

export interface ToolServerNeeds {
  version: string;
  /** A key that only reads is offered what reads alone. */
  only_reads: boolean;
  /** Whose call this is, from what its request carried. */
  room(extra: { authInfo?: { extra?: Record<string, unknown> }; signal: AbortSignal }): ToolRoom;
  /** The call is about this session. */
  used(
    extra: { authInfo?: { extra?: Record<string, unknown> } },
    of: { project: string; test_id: string },
  ): Promise<void>;
  onError(error: unknown): void;
}

export function toolServer(needs: ToolServerNeeds): McpServer {
  const server = new McpServer(
    { name: "udt", title: "Unified Device Testing", version: needs.version },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of DEVICE_TOOLS) if (tool.reads || !needs.only_reads) offer(server, tool, needs);
  return server;
}

function offer(server: McpServer, tool: Tool, needs: ToolServerNeeds): void {
  const { title, description, reads, destructive, idempotent } = tool;
  const annotations = {
    title,
    readOnlyHint: reads,
    destructiveHint: destructive,
    idempotentHint: idempotent,
    openWorldHint: false,
  };
  server.registerTool(
    mcpName(tool),
    { title, description, annotations, inputSchema: tool.input, outputSchema: tool.output },
    async (input: Record<string, unknown>, extra): Promise<CallToolResult> => {
      try {
        const room = needs.room(extra);
        const { test_id } = input;
        const project = input["project"] ?? room.project;
        if (typeof test_id === "string" && typeof project === "string") await needs.used(extra, { project, test_id });
        return told(await tool.run(room, input as never));
      } catch (error) {
        const refusal = toolRefusal(error);
        if (refusal === undefined) needs.onError(error);
        const said = refusal ?? { code: "internal", message: "internal error" };
        return { isError: true, content: [{ type: "text", text: JSON.stringify(said) }] };
      }
    },
  );
}

function told({ data, text, picture }: ToolAnswer): CallToolResult {
  const shown = text === undefined ? JSON.stringify(data) : text;
  return {
    structuredContent: data,
    content: [
      ...(picture
        ? [
            {
              type: "image" as const,
              data: Buffer.from(picture.bytes).toString("base64"),
              mimeType: picture.content_type,
            },
          ]
        : []),
      { type: "text", text: shown },
    ],
  };
}
