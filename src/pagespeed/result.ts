import type { PageSpeed } from '#shared/page-speed.ts'
import type { PageSpeedFailure } from './failure.ts'

export type PageSpeedResult = { ok: true; pageSpeed: PageSpeed } | { ok: false; failure: PageSpeedFailure }

export function failed(failure: PageSpeedFailure): { ok: false; failure: PageSpeedFailure } {
  return { ok: false, failure }
}
