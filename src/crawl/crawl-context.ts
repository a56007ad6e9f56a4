import type { SiteCheck } from '#checks/check.ts'
import type { Fetcher } from '#fetch/fetch.ts'
import type { Claim, CrawlCheckpoint, CrawlEnding, CrawlState, Store } from '#store/store.ts'
import type { EngineSettings } from './engine-settings.ts'
import type { RobotsByOrigin } from './robots/robots-by-origin.ts'
import type { BatchWriter } from './schedule/batch-writer.ts'
import type { Dispatcher } from './schedule/dispatcher.ts'
import type { Frontier } from './schedule/frontier.ts'
import type { MeasurePageSpeed } from './schedule/measure-page-speed.ts'
import type { Traps } from './traps/traps.ts'

/** What one crawl works with, from claim to end. */
export interface CrawlContext {
  claim: Claim
  state: CrawlState
  store: Store
  frontier: Frontier
  /** null for a crawl of a list, which visits all of it. */
  traps: Traps | null
  dispatcher: Dispatcher
  batches: BatchWriter
  robots: RobotsByOrigin
  fetcher: Pick<Fetcher, 'fetch'>
  settings: EngineSettings
  checkpoint: CrawlCheckpoint
  isPrivateHost: boolean
  siteChecks(): Promise<readonly SiteCheck[]>
  measurePageSpeed: MeasurePageSpeed
  now: () => number
  after(ms: number, callback: () => void): () => void
  log: Log
  /** Nothing more is sent: the visitor stopped the crawl or lets it rest, the process ends, or the claim is lost. */
  halt: AbortSignal
  /** Why a crawl ends that is halted and not abandoned. */
  endingWhenHalted(): CrawlEnding
}

export type Log = (event: string, details: Record<string, unknown>) => void
