import type { RunResult } from '#shared/schedule.ts'

/** Tables of websites that are watched over time. */
export interface MonitoringTables {
  schedule: ScheduleTable
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
