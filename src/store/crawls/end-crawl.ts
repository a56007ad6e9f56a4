import { type RawBuilder, sql } from 'kysely'
import type { EndReason } from '#shared/model.ts'
import type { ClaimedDatabase, CrawlDatabase } from '../database/database.ts'
import { fencedWrite, readClaimedCrawl } from '../database/fenced.ts'
import { StorageFullError } from '../errors.ts'
import { applySettings, holdVersion, SettingsChanged } from '../issues/apply-settings.ts'
import { writeIssueOrder } from '../issues/issue-order.ts'
import { searchedIssues } from '../issues/searched-issues.ts'
import { writeSearchParts } from '../search/search-parts.ts'
import { deleteLog } from '../urls/url-log.ts'
import { hideSurplusCrawls } from './kept-crawls.ts'

export interface CrawlEnd {
  reason: EndReason
  /** Shown to the user. */
  sentence: string
  endedMs: number
  /** The crawl that it was compared with; null where there is none, and where it ended before that. */
  earlierCrawlId?: number | null
  /** It reached every page that something leads to. */
  isWhole?: boolean
}

/** Ends for which URLs may be undecided, that links name and only the log knows. */
const beforeEnding: ReadonlySet<EndReason> = new Set(['failed', 'storage-full'])

/** Ends the crawl. Its issues follow the settings of the website at the moment of the end. */
export async function endCrawl(claimed: ClaimedDatabase, end: CrawlEnd & { keptCrawls: number }): Promise<void> {
  for (;;) {
    const { website_id: websiteId } = await readClaimedCrawl(claimed, ['website_id'])
    const version = await applyBeforeEnd(claimed, { websiteId, nowMs: end.endedMs })
    await writeTexts(claimed)
    try {
      await writeEnd(claimed, { ...end, applied: version === null ? null : { websiteId, version } })
    } catch (error) {
      if (error instanceof SettingsChanged) continue
      throw error
    }
    if (!beforeEnding.has(end.reason)) await dropLog(claimed)
    return
  }
}

/** null when the disk is full: such a crawl ends all the same, and the sweep applies the settings later. */
async function applyBeforeEnd(
  claimed: ClaimedDatabase,
  { websiteId, nowMs }: { websiteId: number; nowMs: number },
): Promise<number | null> {
  try {
    return await applySettings(claimed, { websiteId, nowMs, write: run => fencedWrite(claimed, { write: run }) })
  } catch (error) {
    if (error instanceof StorageFullError) return null
    throw error
  }
}

/** Issues are searched row by row where their texts could not be written: such a crawl ends all the same. */
async function writeTexts(claimed: ClaimedDatabase): Promise<void> {
  try {
    await writeSearchParts(claimed, searchedIssues(claimed))
    await writeIssueOrder(claimed)
  } catch (error) {
    if (!(error instanceof StorageFullError)) throw error
  }
}

/** Where that fails, the log goes with its crawl. */
async function dropLog(crawl: CrawlDatabase): Promise<void> {
  try {
    await deleteLog(crawl)
  } catch (error) {
    if (!crawl.specifics.isFull(error)) throw error
  }
}

/** The end of a crawl, which is never before its start: the clock of the machine may be set back in between. */
export function endedAt(nowMs: number): RawBuilder<number> {
  const startedMs = sql`coalesce(started_ms, created_ms)`
  return sql<number>`case when ${startedMs} > ${nowMs} then ${startedMs} else ${nowMs} end`
}

interface WrittenEnd extends CrawlEnd {
  keptCrawls: number
  /** null: the crawl ends without applying the settings. */
  applied: { websiteId: number; version: number } | null
}

async function writeEnd(claimed: ClaimedDatabase, end: WrittenEnd): Promise<void> {
  await fencedWrite(claimed, {
    changes: {
      status: 'complete',
      phase: 'done',
      end_reason: end.reason,
      end_sentence: end.sentence,
      ended_ms: endedAt(end.endedMs),
      earlier_crawl_id: end.earlierCrawlId ?? null,
      is_whole: end.isWhole ? 1 : 0,
      lease_until_ms: 0,
    },
    async write({ transaction, crawlId }) {
      if (end.applied) await holdVersion({ transaction }, end.applied)
      // The claim ends: later writes of its worker are refused.
      const crawl = await transaction
        .updateTable('crawl')
        .set(({ eb }) => ({ epoch: eb('epoch', '+', 1) }))
        .where('id', '=', crawlId)
        .returning('website_id')
        .executeTakeFirstOrThrow()
      await hideSurplusCrawls(transaction, { websiteId: crawl.website_id, keptCrawls: end.keptCrawls })
    },
  })
}
