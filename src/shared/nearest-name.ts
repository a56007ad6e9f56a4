/** The known name with the smallest edit distance. */
export function nearestName(name: string, known: readonly string[]): string {
  const ranked = known
    .map(each => ({ each, distance: editDistance(name, each) }))
    .sort((a, b) => a.distance - b.distance)
  return ranked[0]?.each ?? ''
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
