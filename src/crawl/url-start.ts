/** A scheme, a host of plain characters, perhaps a port, and the slash that begins the path. */
const PLAIN_START = /^https?:\/\/[\w.:[\]-]+\/$/
/** Starts that are remembered at once; a crawl meets a few hosts, and some of them ten thousand times. */
const MAX_REMEMBERED = 2_000

/**
 * The same function with a memory, for what only the scheme, host and port of a URL decide: reading a URL takes a
 * microsecond, and one crawl reads a hundred thousand.
 */
export function byUrlStart<Value>(read: (url: string) => Value): (url: string) => Value {
  const known = new Map<string, Value>()
  return url => {
    const start = url.slice(0, url.indexOf('/', 'https://'.length) + 1)
    const remembered = known.get(start)
    if (remembered !== undefined) return remembered
    const value = read(url)
    if (PLAIN_START.test(start)) {
      if (known.size >= MAX_REMEMBERED) known.clear()
      known.set(start, value)
    }
    return value
  }
}
