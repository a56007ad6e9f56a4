import { crawlTrapMessage } from '#checks/urls/url-crawl-trap.ts'
import { HTTP_OK } from '#shared/http-status.ts'
import type { PageRecord } from '#shared/page-record.ts'
import type { UrlRow } from '#store/store.ts'
import type { CrawlContext } from '../crawl-context.ts'
import type { Traps } from './traps.ts'

/** Traps during a crawl: their notes, and how they are restored when it is resumed. */

/** Sentences on the crawl; the issues name all of them. */
const MAX_NOTES = 3

/** Feeds all that has been committed to the traps of a resumed crawl. */
export async function restoreTraps({ traps, frontier, checkpoint, store, claim }: CrawlContext): Promise<void> {
  if (traps === null || checkpoint.lastNumber <= 1) return
  const numberOf = (id: number) => frontier.urls.numberOf(id)
  const interrupted = frontier.urls.inState('queued')
  const numbered = [...frontier.urls.inState('visited'), ...interrupted].sort((a, b) => numberOf(a) - numberOf(b))
  for (const id of numbered) traps.number(frontier.urls.row(id), numberOf(id))
  const [next] = interrupted
  const firstLeft = next === undefined ? Number.POSITIVE_INFINITY : numberOf(next)
  const site = await store.crawls.siteFacts(claim.crawlId)
  let isLevelBegun = false
  for await (const pages of site.pages()) {
    for (const page of pages) traps.visited(page)
    // Pages of the interrupted level wait for the others of it.
    isLevelBegun ||= pages.some(({ number }) => number > firstLeft)
    if (!isLevelBegun) traps.read()
  }
}

/** Traps are recognised by pages of status 200. */
export function noteVisited({ traps }: CrawlContext, { number, url, status, isCounted, facts }: PageRecord): void {
  if (traps === null || !isCounted || facts === null || status !== HTTP_OK) return
  const { wordCount, textHash, likeness } = facts.columns
  traps.visited({ number, url, wordCount, textHash, likeness })
}

interface LeavingCrawl {
  traps: Pick<Traps, 'look' | 'isSuspect' | 'found'> | null
  frontier: Pick<CrawlContext['frontier'], 'urls' | 'skipUnvisited'>
  checkpoint: Pick<CrawlContext['checkpoint'], 'traps' | 'notes'>
}

/** Called when visiting ends: skips what is left of endless patterns, and notes what was found of them. */
export function leaveTraps({ traps, frontier, checkpoint }: LeavingCrawl): void {
  if (traps === null) return
  traps.look()
  frontier.skipUnvisited(row => (traps.isSuspect(row) ? 'looks-endless' : null), frontier.urls.inState('queued'))
  const found = traps.found(frontier.urls.rowsInState('skipped', isOfTrap))
  if (found.length === 0) return
  checkpoint.traps = found
  const notes = found.filter(({ skipped }) => skipped > 0).map(trap => `${crawlTrapMessage(trap)}.`)
  for (const note of notes.slice(0, MAX_NOTES)) if (!checkpoint.notes.includes(note)) checkpoint.notes.push(note)
}

/** Stores which pages of traps are copies. Called when visiting has ended, once all pages are committed. */
export async function storeTrapCopies({ traps, store, claim }: CrawlContext): Promise<void> {
  const copies = traps?.copies() ?? []
  if (copies.length > 0) await store.crawls.addCopies(claim, copies)
}

function isOfTrap({ scope, skipReason }: Pick<UrlRow, 'scope' | 'skipReason'>): boolean {
  return scope === 'internal' && (skipReason === 'looks-endless' || isForShape(skipReason))
}

function isForShape(skipReason: UrlRow['skipReason']): boolean {
  return skipReason === 'repeats-itself' || skipReason === 'too-deep'
}
