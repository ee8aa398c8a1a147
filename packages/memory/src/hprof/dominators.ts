/** What refers to what: the references of `node` are `targets[starts[node]]` up to `targets[starts[node + 1]]`, without it. */
export interface Graph {
  starts: Uint32Array;
  targets: Int32Array;
}

/**
 * What is held, in the order in which it is found from the roots, each node after one that refers to it. Node 0 of this order is what
 * holds all roots, and no node of the graph.
 */
export interface Held {
  /** The graph's nodes; -1 first. */
  nodes: Int32Array;
  /** By which each was found. */
  parents: Int32Array;
  /** Where in the order each node of the graph is; 0 where nothing holds it. */
  order: Int32Array;
}

/** @param keptBy of each node of the graph, not 0 for a root */
export function heldBy({ starts, targets }: Graph, keptBy: Uint8Array): Held {
  const size = starts.length - 1;
  const order = new Int32Array(size);
  const nodes = new Int32Array(size + 1);
  const parents = new Int32Array(size + 1);
  // Of each on the way here, the reference that is followed next.
  const next = new Uint32Array(size + 1);
  nodes[0] = -1;
  let count = 1;
  const find = (node: number, parent: number) => {
    order[node] = count;
    nodes[count] = node;
    parents[count] = parent;
    next[count] = starts[node] ?? 0;
    return count++;
  };
  for (let root = 0; root < size; root += 1) {
    if (keptBy[root] === 0 || order[root] !== 0) continue;
    for (let at = find(root, 0); at !== 0;) {
      const reference = next[at] ?? 0;
      if (reference >= (starts[(nodes[at] ?? 0) + 1] ?? 0)) {
        at = parents[at] ?? 0;
        continue;
      }
      next[at] = reference + 1;
      const target = targets[reference] ?? 0;
      if (order[target] === 0) at = find(target, at);
    }
  }
  return { nodes: nodes.slice(0, count), parents: parents.slice(0, count), order };
}

/** Who refers to each of what is held, as a graph in the order of {@link Held}; without roots' own holder. */
export function turnedRound({ starts, targets }: Graph, { nodes, order }: Held): Graph {
  const size = nodes.length;
  const places = new Uint32Array(size + 1);
  const eachOf = (at: number, tell: (target: number) => void) => {
    const node = nodes[at] ?? 0;
    for (let reference = starts[node] ?? 0; reference < (starts[node + 1] ?? 0); reference += 1)
      tell(order[targets[reference] ?? 0] ?? 0);
  };
  for (let at = 1; at < size; at += 1) eachOf(at, (target) => (places[target + 1] = (places[target + 1] ?? 0) + 1));
  for (let at = 1; at <= size; at += 1) places[at] = (places[at] ?? 0) + (places[at - 1] ?? 0);
  const turned = new Int32Array(places[size] ?? 0);
  const filled = places.slice();
  for (let at = 1; at < size; at += 1)
    eachOf(at, (target) => {
      const place = filled[target] ?? 0;
      turned[place] = at;
      filled[target] = place + 1;
    });
  return { starts: places, targets: turned };
}

/**
 * Of each in the order of {@link Held} the one that holds it: without which nothing of what is kept would refer to it, however far away.
 * The holder comes before it; 0 is where no single one does. The simple way of Lengauer and Tarjan, without recursion: whatever
 * somebody made refer to what, it takes no more than (nodes + references) × log(nodes) steps.
 * https://doi.org/10.1145/357062.357071
 *
 * @param referrers of {@link turnedRound}. @param keptBy of each node of the graph, not 0 for a root
 */
export function dominatorsOf({ nodes, parents }: Held, referrers: Graph, keptBy: Uint8Array): Int32Array {
  const size = parents.length;
  const semi = parents.map((_, at) => at);
  const label = semi.slice();
  const forest = new Forest(semi, label);
  // Whose semidominator each is: the first of them, and behind each the next, until its holder is known and stands there.
  const waiting = new Int32Array(size);
  const holders = new Int32Array(size);
  for (let at = size - 1; at > 0; at -= 1) {
    const parent = parents[at] ?? 0;
    let least = keptBy[nodes[at] ?? 0] === 0 ? at : 0;
    for (let place = referrers.starts[at] ?? 0; place < (referrers.starts[at + 1] ?? 0); place += 1)
      least = Math.min(least, semi[forest.least(referrers.targets[place] ?? 0)] ?? 0);
    semi[at] = least;
    holders[at] = waiting[least] ?? 0;
    waiting[least] = at;
    forest.link(at, parent);
    for (let one = waiting[parent] ?? 0; one !== 0;) {
      const next = holders[one] ?? 0;
      const found = forest.least(one);
      holders[one] = (semi[found] ?? 0) < (semi[one] ?? 0) ? found : parent;
      one = next;
    }
    waiting[parent] = 0;
  }
  for (let at = 1; at < size; at += 1) {
    const holder = holders[at] ?? 0;
    if (holder !== semi[at]) holders[at] = holders[holder] ?? 0;
  }
  return holders;
}

/** Trees that grow together, in which the least semidominator on the way up is asked for; ways that were gone are short ever after. */
class Forest {
  readonly #semi: Int32Array;
  readonly #label: Int32Array;
  readonly #above: Int32Array;
  readonly #way: Int32Array;

  constructor(semi: Int32Array, label: Int32Array) {
    this.#semi = semi;
    this.#label = label;
    this.#above = new Int32Array(semi.length).fill(-1);
    this.#way = new Int32Array(semi.length);
  }

  link(at: number, above: number): void {
    this.#above[at] = above;
  }

  least(at: number): number {
    const above = this.#above;
    const [semi, label, way] = [this.#semi, this.#label, this.#way];
    if ((above[at] ?? -1) < 0) return at;
    let length = 0;
    for (let on = at; (above[above[on] ?? 0] ?? -1) >= 0; on = above[on] ?? 0) way[length++] = on;
    while (length > 0) {
      const on = way[--length] ?? 0;
      const over = above[on] ?? 0;
      if ((semi[label[over] ?? 0] ?? 0) < (semi[label[on] ?? 0] ?? 0)) label[on] = label[over] ?? 0;
      above[on] = above[over] ?? 0;
    }
    return label[at] ?? at;
  }
}
