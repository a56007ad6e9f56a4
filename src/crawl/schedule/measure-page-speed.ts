import type { PageSpeed, PageSpeedDevice } from '#shared/page-speed.ts'

/** How the speed of one page is measured: a port, because who measures lives where the browser is. Failures are values. */
export type MeasurePageSpeed = (question: SpeedQuestion) => Promise<MeasuredSpeed>

export interface SpeedQuestion {
  url: string
  device: PageSpeedDevice
  /** The measurement is made for the crawl's owner. */
  crawlId: number
  /** Ends the measurement; what is answered then is of no use. */
  signal: AbortSignal
}

export type MeasuredSpeed =
  | { ok: true; pageSpeed: PageSpeed }
  | {
      ok: false
      /** For a person. */
      message: string
      /** Whether the page failed, nothing can be measured at all, or others are measured first and it may be asked again. */
      cause: 'page' | 'everything' | 'busy'
    }
