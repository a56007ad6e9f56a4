import { readFile, writeFile } from 'node:fs/promises'

/** The requests that a server got, as it logs them: one line each, `METHOD URL`, in the order of its responses. */

export interface LoggedRequest {
  method: 'GET' | 'HEAD'
  url: string
}

export function readRequest(line: string): LoggedRequest {
  const [, method, url] = /^(GET|HEAD) (http:\S+)$/.exec(line) ?? []
  if (url === undefined) throw new Error(`no request of a crawl: ${line}`)
  return { method: method === 'HEAD' ? 'HEAD' : 'GET', url }
}

/** The lines since it was emptied. */
export async function linesOf(log: string): Promise<string[]> {
  return (await readFile(log, 'utf8')).split('\n').filter(Boolean)
}

/** The server goes on at the beginning. */
export async function emptyLog(log: string): Promise<void> {
  await writeFile(log, '')
}

/** One sentence for each way in which two servings differ, or in which a URL was never requested; none when all is well. */
export function logFaults(
  { requested, replayed }: { requested: readonly string[]; replayed: readonly string[] },
  named: ReadonlySet<string>,
): string[] {
  const urls = new Set(requested.map(line => readRequest(line).url))
  const unrequested = [...named].filter(url => !urls.has(url))
  const isSame = requested.toSorted().join('\n') === replayed.toSorted().join('\n')
  return [
    ...(unrequested.length > 0
      ? [`${unrequested.length} of ${named.size} URLs were not requested, such as ${unrequested[0]}`]
      : []),
    ...(isSame
      ? []
      : [`the audit made ${requested.length} requests and the loop ${replayed.length} that are not the same`]),
  ]
}
