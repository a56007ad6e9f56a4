import { sql } from 'kysely'
import { linkKinds } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import type { CrawlDatabase } from '../database/database.ts'
import { isDecided } from './decided.ts'

/** What a program that reads pages as text takes in, and what is offered to it. */
export interface TextSums {
  /** HTML pages of status 200, with the words of their main text and the bytes as sent. */
  pages: number
  words: number
  bytes: number
  /** Markdown files that the crawl knows: how many, how many responded with 200, and how many pages name as an alternate. */
  markdown: { urls: number; found: number; alternates: number }
}

const ALTERNATE = kindsToMask(['alternate'], linkKinds)

export async function readTextSums({ db, crawlId }: CrawlDatabase): Promise<TextSums> {
  const sums = await db
    .selectFrom('page_list')
    .select(({ fn }) => [
      fn.countAll().as('pages'),
      fn.sum<number | null>('words').as('words'),
      fn.sum<number | null>('bytes').as('bytes'),
    ])
    .where('crawl_id', '=', crawlId)
    .where('status', '=', 200)
    .where('words', 'is not', null)
    .executeTakeFirstOrThrow()
  const markdown = await db
    .selectFrom('url')
    .select(({ fn }) => [
      fn.countAll().as('urls'),
      fn.sum<number | null>(sql`case when status = 200 then 1 else 0 end`).as('found'),
      fn.sum<number | null>(sql`case when kinds & ${ALTERNATE} > 0 then 1 else 0 end`).as('alternates'),
    ])
    .where('crawl_id', '=', crawlId)
    .where('scope', '=', 'internal')
    .where(isDecided)
    .where(({ eb, or }) => or([eb('url', 'like', '%.md'), eb('media_type', '=', 'text/markdown')]))
    .executeTakeFirstOrThrow()
  return {
    pages: Number(sums.pages),
    words: Number(sums.words ?? 0),
    bytes: Number(sums.bytes ?? 0),
    markdown: {
      urls: Number(markdown.urls),
      found: Number(markdown.found ?? 0),
      alternates: Number(markdown.alternates ?? 0),
    },
  }
}
