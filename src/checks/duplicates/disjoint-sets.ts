export interface DisjointSets {
  /** The lowest index of the set that `index` is in. */
  find: (index: number) => number
  unite: (a: number, b: number) => void
}

/** Sets over 0 … size − 1, each alone at first; four bytes per member. */
export function createDisjointSets(size: number): DisjointSets {
  const parents = new Uint32Array(size).map((_, index) => index)
  const find = (index: number): number => {
    let root = index
    for (let parent = parents[root] ?? root; parent !== root; parent = parents[root] ?? root) root = parent
    for (let next = index; next !== root; ) {
      const parent = parents[next] ?? root
      parents[next] = root
      next = parent
    }
    return root
  }
  const unite = (a: number, b: number): void => {
    const [rootA, rootB] = [find(a), find(b)]
    parents[Math.max(rootA, rootB)] = Math.min(rootA, rootB)
  }
  return { find, unite }
}
