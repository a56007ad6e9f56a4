/**
 * The words of a path in lower case, and each segment written together: `sign`, `in` and `signin` for `/sign-in`. Words are
 * whole, so that `author` is not taken for `auth`.
 */
export function pathWords(url: string): string[] {
  const path = URL.parse(url)?.pathname.toLowerCase() ?? ''
  const segments = path.split('/').filter(Boolean)
  return segments.flatMap(segment => [...segment.split(/[^a-z0-9]+/), segment.replace(/[^a-z0-9]+/g, '')])
}
