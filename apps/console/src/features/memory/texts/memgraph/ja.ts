/** サンプルのメモリグラフ。読み取れるのは Apple のツールだけです。 */
export const memgraph = {
  waits: "Mac のエージェントを待っています",
  reads: "Mac のエージェントが読み取っています",
  no_mac:
    "読み取れるエージェントがありません：Apple のツール（footprint、vmmap、heap、leaks、malloc_history）がある Mac で動くエージェントが現れると読み取ります。",
  busy: "Mac のエージェントがあり、空きしだい読み取ります。",
  why: "メモリグラフ（.memgraph）を読み取れるのは Apple のツールだけです。それまで保管されます。",
  stage: {
    waiting: "{agent_name} が始めます。",
    download: "{agent_name} がダウンロードしています。",
    tools: "{agent_name} が Apple のツールで読み取っています。",
  },
  failed: "メモリグラフを読み取れませんでした",
  kept: "メモリグラフは保管されており、読み取り直せます。",
  retry: "読み取り直す",
};
