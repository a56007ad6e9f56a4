import type { Generated } from 'kysely'
import type { ChannelFormat, DeliveryState } from '#shared/alerts.ts'
import type { RunResult } from '#shared/schedule.ts'

/** Tables of websites that are watched over time. */
export interface MonitoringTables {
  schedule: ScheduleTable
  alert_channel: AlertChannelTable
  alert_setting: AlertSettingTable
  alert_delivery: AlertDeliveryTable
  light_check: LightCheckTable
}

export interface ScheduleTable {
  website_id: number
  /** JSON of Schedule. */
  schedule: string
  /** When it is due; null while it is paused. */
  next_ms: number | null
  last_ms: number | null
  result: RunResult | null
  /** Why the last run started no crawl; '' where it did. */
  sentence: string
}

export interface AlertChannelTable {
  id: Generated<number>
  owner_id: number
  name: string
  format: ChannelFormat
  /** JSON of ChannelSecrets, encrypted; see accounts/sealed.ts. */
  secrets: Uint8Array
  /** An e-mail address gets no alert before its code was entered. */
  is_confirmed: number
  /** Codes that were entered. */
  tries: number
  created_ms: number
}

export interface AlertSettingTable {
  website_id: number
  /** JSON of AlertSettings. */
  settings: string
  /** JSON of what was reported and still holds. */
  known: string
  /** The last crawl that was looked at. */
  crawl_id: number
}

export interface AlertDeliveryTable {
  id: Generated<number>
  /** Sent with the message: the same in every attempt, and no other's. */
  delivery_id: string
  channel_id: number
  /** JSON of Alert[]. */
  alerts: string
  state: DeliveryState
  /** Of the next attempt; while one is under way, when it is given up. */
  due_ms: number
  attempts: number
  is_digest: number
  created_ms: number
  /** Of the last attempt: a status code, null without a response, and what was responded, cut. */
  status: number | null
  response: string
  tried_ms: number | null
}

export interface LightCheckTable {
  website_id: number
  /** JSON of LightCheckSettings. */
  settings: string
  /** JSON of LightResult[]. */
  results: string
  /** null where nothing is checked. */
  next_ms: number | null
}
