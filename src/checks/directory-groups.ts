/** Maximum number of directories, and of URLs kept for each. */
const MAX_GROUPS = 1_000
const MAX_URLS_PER_GROUP = 1_000

/**
 * Groups URLs by host and first directory, in their order. Rules (of robots.txt, of a template) usually apply to a directory, so a
 * group has one cause.
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
