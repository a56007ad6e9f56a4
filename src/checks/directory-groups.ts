/** Directories told apart, and addresses kept of each. */
const MAX_GROUPS = 1_000
const MAX_URLS_PER_GROUP = 1_000

/**
 * Puts addresses together by host and first directory, in the order in which they come: rules about pages (of robots.txt, of a
 * template) mostly hold for a directory, so it stands for the cause.
 */
export async function directoryGroups(urls: AsyncIterable<string>): Promise<string[][]> {
  const groups = new Map<string, string[]>()
  for await (const url of urls) {
    const { origin, pathname } = new URL(url)
    const key = `${origin}/${pathname.split('/')[1] ?? ''}`
    const group = groups.get(key) ?? []
    if (group.length < MAX_URLS_PER_GROUP) group.push(url)
    if (groups.has(key) || groups.size < MAX_GROUPS) groups.set(key, group)
  }
  return [...groups.values()]
}
