/** 样本的内存图，只有 Apple 的工具能读取。 */
export const memgraph = {
  waits: "等待 Mac 代理",
  reads: "Mac 代理正在读取",
  no_mac:
    "目前没有能读取它的代理：一旦有代理运行在装有 Apple 工具（footprint、vmmap、heap、leaks、malloc_history）的 Mac 上，就会读取。",
  busy: "有一个 Mac 代理在线，空闲后即会读取。",
  why: "内存图（.memgraph）只有 Apple 自己的工具能读取，在此之前会一直保留。",
  stage: {
    waiting: "{agent_name} 即将开始。",
    download: "{agent_name} 正在下载。",
    tools: "{agent_name} 正在用 Apple 的工具读取。",
  },
  failed: "无法读取内存图",
  kept: "内存图已保留，可以重新读取。",
  retry: "重新读取",
};
