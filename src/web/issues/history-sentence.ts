import type { IssueHistoryResponse } from '#shared/api/rechecks.ts'
import { formatDateTime } from '../components/format.ts'

/** When an issue was first seen, and in how many of the crawls since then it was found. */
export function historySentence({ firstSeen, crawls }: Pick<IssueHistoryResponse, 'firstSeen' | 'crawls'>): string {
  const states = crawls.map(({ state }) => state)
  // The newest crawl comes first.
  const since = states.slice(0, states.lastIndexOf('found'))
  if (firstSeen === null || !states.includes('found')) return 'No stored crawl has it.'
  const first = `First seen on ${formatDateTime(firstSeen)}`
  if (since.length === 0) return `${first}, by the newest crawl.`
  const found = since.filter(state => state === 'found').length
  const notChecked = since.filter(state => state === 'not-checked').length
  const exception = notChecked === 0 ? '' : ` ${notChecked} of them did not check it.`
  if (found === since.length)
    return `${first}. Found in ${since.length === 1 ? 'the crawl' : `each of the ${since.length} crawls`} since then.`
  return `${first}. Found in ${found} of the ${since.length === 1 ? 'one crawl' : `${since.length} crawls`} since then.${exception}`
}
