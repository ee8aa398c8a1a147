const FIRST_ROOM = 4_096;
/** Of the room at most so much is taken, so that looking stays short. */
const FULL = 0.6;

/** Finds the node of a parent and a frame: a hash table in one array, without an object for each node. */
export class NodeIndex {
  /** Nodes; 0 is a free place, as the root is nobody's child. */
  #places = new Int32Array(FIRST_ROOM);
  /** Where what was not found last would be. */
  #free = 0;

  /** Of the nodes of a tree that is there. */
  static of(parents: Int32Array, frames: Int32Array, size: number): NodeIndex {
    const index = new NodeIndex();
    let room = FIRST_ROOM;
    while (size >= room * FULL) room *= 2;
    index.#fill(room, parents, frames, size);
    return index;
  }

  /** @returns the node, or 0 */
  find(parent: number, frame: number, parents: Int32Array, frames: Int32Array): number {
    const last = this.#places.length - 1;
    let at = hash(parent, frame) & last;
    for (let node = this.#places[at] ?? 0; node !== 0; node = this.#places[at] ?? 0) {
      if (parents[node] === parent && frames[node] === frame) return node;
      at = (at + 1) & last;
    }
    this.#free = at;
    return 0;
  }

  /** Puts the last of `size` nodes, which was looked for just now, where it was not found. */
  put(parents: Int32Array, frames: Int32Array, size: number): void {
    this.#places[this.#free] = size - 1;
    if (size < this.#places.length * FULL) return;
    this.#fill(this.#places.length * 2, parents, frames, size);
  }

  #fill(room: number, parents: Int32Array, frames: Int32Array, size: number): void {
    this.#places = new Int32Array(room);
    for (let node = 1; node < size; node += 1) {
      this.find(parents[node] ?? 0, frames[node] ?? 0, parents, frames);
      this.#places[this.#free] = node;
    }
  }
}

function hash(parent: number, frame: number): number {
  const mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(frame, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
