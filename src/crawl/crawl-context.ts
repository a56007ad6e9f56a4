import type { SiteCheck } from '#checks/check.ts'
import type { Fetcher } from '#fetch/fetch.ts'
import type { Claim, CrawlCheckpoint, CrawlState, Store } from '#store/store.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { EngineSettings } from './engine-settings.ts'
import type { Frontier } from './frontier.ts'
import type { MeasurePageSpeed } from './measure-page-speed.ts'
import type { RobotsByOrigin } from './robots-by-origin.ts'
import type { Settler } from './settler.ts'

/** What one crawl works with, from claim to end. */
export interface CrawlContext {
  claim: Claim
  state: CrawlState
  store: Store
  frontier: Frontier
  dispatcher: Dispatcher
  settler: Settler
  robots: RobotsByOrigin
  fetcher: Fetcher
  settings: EngineSettings
  checkpoint: CrawlCheckpoint
  isPrivateHost: boolean
  siteChecks: readonly SiteCheck[]
  measurePageSpeed: MeasurePageSpeed
  now: () => number
  after(ms: number, callback: () => void): () => void
  log: Log
  /** Nothing more is sent: the visitor stopped the crawl, the process ends, or the claim is lost. */
  halt: AbortSignal
}

export type Log = (event: string, details: Record<string, unknown>) => void
