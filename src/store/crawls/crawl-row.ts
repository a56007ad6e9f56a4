import type { Selectable } from 'kysely'
import type { CrawlOptions } from '#shared/crawl-options.ts'
import type { LlmsFileFacts, RobotsFileFacts, SecurityFileFacts, SitemapReading } from '#shared/host-facts.ts'
import type { CrawlPhase, CrawlStatus, EndReason } from '#shared/model.ts'
import type { OwnCheck } from '#shared/own-check.ts'
import { ruleWords } from '#shared/own-rules.ts'
import type {
  CrawlTrap,
  FaviconFacts,
  HostCertificate,
  HostVariant,
  LaterResponses,
  ShareImage,
  StyleFile,
} from '#shared/site-facts.ts'
import type { Database } from '../database/database.ts'
import type { CrawlCounts, CrawlTable } from '../database/schema.ts'

export interface CrawlEnding {
  reason: EndReason
  /** A sentence, for reasons that need one. */
  detail: string
}

/** The progress of a crawl, written with every batch. */
export interface CrawlCheckpoint {
  phase: CrawlPhase
  /** Host without www. that is in scope, after the seed's own redirect. */
  scopeHost: string
  /** Crawl depth of the current level, and the last frontier number assigned. */
  depth: number
  lastNumber: number
  /** HTML pages of status 2xx so far: what the page limit counts. */
  pagesCounted: number
  homeUrl: string | null
  /** A page that was read with the credentials of the crawl; `isClosed`: without them it is not served. */
  signedInPage?: { url: string; isClosed: boolean }
  /** Origins whose robots.txt was fetched: a resumed crawl fetches it again first. */
  robotsOrigins: string[]
  /** Hosts without www. whose URLs are requested, of a site with subdomains: their number is limited. */
  siteHosts?: string[]
  /** Absent until the sitemaps of the site have been read for pages to visit. */
  areSitemapsRead?: boolean
  /** What the sitemaps contain; absent until they are fetched. */
  sitemaps?: SitemapReading
  /** Contents of robots.txt of the site's own origins, the start page's first; absent until fetched. */
  robotsFiles?: RobotsFileFacts[]
  /** Why the start page could not be read; null when it could. */
  seedProblem: CrawlEnding | null
  /** How visiting ended; null until it has. */
  ending: CrawlEnding | null
  /** Time spent on requests, and bytes received: both are limited per crawl. */
  spentMs?: number
  receivedBytes?: number
  /** Pages that were not downloaded again, as the server says that they have not changed; and hosts that said so of others. */
  unchangedPages?: number
  hostsHidingChanges?: string[]
  /** Notes for the user, such as "https did not respond, http was used". */
  notes: string[]
  hostVariants: HostVariant[]
  favicon: FaviconFacts | null
  /** Certificates of the site's own hosts; absent until they are requested, for a limited number of hosts. */
  certificates?: HostCertificate[]
  /** Absent until the later responses are requested. */
  laterResponses?: LaterResponses
  /** Absent until fetched; images also where no page names one. */
  llmsFile?: LlmsFileFacts
  securityFile?: SecurityFileFacts
  shareImages?: ShareImage[]
  /** Also absent where no style sheet of the site names a file. */
  styleFiles?: StyleFile[]
  /** Crawler traps, the worst first, limited; absent until visiting has ended, and where there are none. */
  traps?: CrawlTrap[]
  /** Pages name more URLs than a crawl of this size keeps track of. */
  areUrlsUntracked?: true
  /** Failed URLs that wait to be requested again, while the crawl waits for nothing else; absent otherwise. */
  urlsToRetry?: number
  /** Own checks that had to be ended, by id, with the reason; absent where there are no own checks. */
  stoppedChecks?: Record<string, string>
  /** Pages whose scripts were to be run and were not. */
  unrenderedPages?: number
}

export interface CrawlRow {
  id: number
  websiteId: number
  seedUrl: string
  status: CrawlStatus
  phase: CrawlPhase
  crawlLimit: number
  options: CrawlOptions
  /** Its checks that are not in our catalogue, as they were when it ran them. */
  ownChecks: readonly OwnCheck[]
  endReason: EndReason | null
  endSentence: string
  notes: string[]
  createdMs: number
  startedMs: number | null
  endedMs: number | null
  /** The crawl that it was compared with when it ended; null for none. It may not be kept any more. */
  earlierCrawlId: number | null
  /** It reached every page that something leads to; false until it has ended. */
  isWhole: boolean
  counts: CrawlCounts
}

/** Columns of `crawl` that make a CrawlRow, and no more: the checkpoint may be long. */
export const crawlRowColumns = [
  'crawl.id',
  'crawl.website_id',
  'crawl.seed_url',
  'crawl.crawl_limit',
  'crawl.options',
  'crawl.own_checks',
  'crawl.status',
  'crawl.phase',
  'crawl.created_ms',
  'crawl.started_ms',
  'crawl.ended_ms',
  'crawl.end_reason',
  'crawl.end_sentence',
  'crawl.notes',
  'crawl.earlier_crawl_id',
  'crawl.is_whole',
  'crawl.counts',
] as const

type ColumnName<Column> = Column extends `crawl.${infer Name}` ? Name : never
type CrawlColumns = Pick<Selectable<CrawlTable>, ColumnName<(typeof crawlRowColumns)[number]>>

export function toCrawlRow(columns: CrawlColumns): CrawlRow {
  const options: CrawlOptions = JSON.parse(columns.options)
  const inCode: OwnCheck[] = JSON.parse(columns.own_checks)
  const ownChecks = [...inCode, ...options.rules.map(ruleWords)]
  const notes: string[] = JSON.parse(columns.notes)
  const counts: CrawlCounts = JSON.parse(columns.counts)
  return {
    id: columns.id,
    websiteId: columns.website_id,
    seedUrl: columns.seed_url,
    status: columns.status,
    phase: columns.phase,
    crawlLimit: columns.crawl_limit,
    options,
    ownChecks,
    endReason: columns.end_reason,
    endSentence: columns.end_sentence,
    notes,
    createdMs: columns.created_ms,
    startedMs: columns.started_ms,
    endedMs: columns.ended_ms,
    earlierCrawlId: columns.earlier_crawl_id,
    isWhole: columns.is_whole === 1,
    counts,
  }
}

/** Crawls of a website, newest first. The caller has checked the owner. */
export async function readCrawls({ db }: Database, websiteId: number): Promise<CrawlRow[]> {
  const rows = await selectVisible(db).where('website_id', '=', websiteId).orderBy('id', 'desc').execute()
  return rows.map(toCrawlRow)
}

export async function readCrawl({ db }: Database, crawlId: number): Promise<CrawlRow | null> {
  const row = await selectVisible(db).where('id', '=', crawlId).executeTakeFirst()
  return row ? toCrawlRow(row) : null
}

function selectVisible(db: Database['db']) {
  return db.selectFrom('crawl').select(crawlRowColumns).where('is_hidden', '=', 0)
}
