import type { EngineSettings } from '#crawl/engine-settings.ts'
import type { FetchLimits, TargetPolicy } from '#fetch/fetch.ts'
import type { OwnCheck } from '#shared/own-check.ts'
import type { DatabaseLocation } from './database.ts'
import type { FromMeasurer, ToMeasurer } from './measure-channel.ts'
import type { OwnCheckFiles } from './own-checks.ts'
import type { RenderSettings } from './render-messages.ts'

/** Messages and data between the main thread, the engine thread and the threads of page workers. Plain data. */
export interface EngineThreadData {
  database: DatabaseLocation
  /** Encrypts stored credentials; null: there are none. */
  credentialsKey: Uint8Array | null
  /** How long a claim holds unless renewed, when other processes share the database. */
  sharedLeaseMs: number
  pageWorkers: number
  crawlsAtOnce: number
  /** Ended crawls kept of a website. */
  keptCrawls: number
  readTimeoutMs: number
  limits: FetchLimits
  policy: TargetPolicy
  engine: EngineSettings
  ownChecks: OwnCheckFiles & { checks: readonly OwnCheck[] }
  /** null: the scripts of pages are not run. */
  rendering: RenderSettings | null
}

export type ToEngineThread =
  /** The database has been brought up to date. Sent first. */
  | { kind: 'begin' }
  | { kind: 'wake' }
  | { kind: 'stop'; crawlId: number }
  | { kind: 'pause'; crawlId: number }
  | { kind: 'sweep' }
  | { kind: 'close' }
  | FromMeasurer

export type FromEngineThread =
  | { kind: 'ready' }
  | { kind: 'closed' }
  | { kind: 'log'; event: string; details: Record<string, unknown> }
  | ToMeasurer

export interface PageThreadData {
  robotsToken: string
  limits: FetchLimits
  policy: TargetPolicy
  /** Three 32-bit numbers: how many pages have been begun and ended (odd while one is read), its crawl, and its URL's id. */
  reading: SharedArrayBuffer
}

export const READING_SEQUENCE = 0
export const READING_CRAWL_ID = 1
export const READING_URL_ID = 2
export const READING_BYTES = 12
