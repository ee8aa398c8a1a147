/** What is told of a sample's memory graph, which Apple's tools alone read. */
export const memgraph = {
  waits: "Waits for a Mac agent",
  reads: "A Mac agent reads it",
  no_mac:
    "No agent that could read it is there: it is read as soon as one is that runs on a Mac with Apple’s tools (footprint, vmmap, heap, leaks, malloc_history).",
  busy: "An agent on a Mac is there, and reads it once it is free.",
  why: "Apple’s own tools alone read a memory graph (.memgraph). It is kept until then.",
  stage: {
    waiting: "{agent_name} begins.",
    download: "{agent_name} downloads it.",
    tools: "{agent_name} has Apple’s tools read it.",
  },
  failed: "The memory graph could not be read",
  kept: "It is kept, and can be read again.",
  retry: "Read again",
};
