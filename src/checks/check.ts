import type { PageFacts } from '#shared/facts.ts'
import type { CausePlace } from '#shared/model.ts'
import type { AppliesTo, CheckWords, Finding, Skip } from '#shared/own-check.ts'
import type { SiteFacts, UrlList } from '#shared/site-facts.ts'
import type { Declared } from './thresholds.ts'

export type { Finding, Skip }

/**
 * The interface of a check. Page checks are pure and synchronous: no I/O, no clock, no randomness; site checks read SiteFacts and
 * nothing else. `run-page-checks.ts` and `run-site-checks.ts` turn their findings into issues.
 */
export interface CheckHead<Thresholds extends Declared> extends CheckWords {
  /** Numbers of the rule that a website can set. */
  thresholds?: Thresholds
}

export type PageCheck<Thresholds extends Declared = Declared> =
  | WholePageCheck<Thresholds>
  | PageElementCheck<Thresholds>

export interface PageCheckHead<Thresholds extends Declared> extends CheckHead<Thresholds> {
  applies: AppliesTo
  /** It reads `isCanonicalOwn`, so that its result depends on where the canonical leads. That of every 'html-ok' check does. */
  dependsOnCanonical?: true
}

export interface WholePageCheck<Thresholds extends Declared = Declared> extends PageCheckHead<Thresholds> {
  check(page: PageFacts, thresholds: Thresholds['values']): Finding[] | Skip
  elements?: never
}

/** Its findings name their elements (element-check.ts). */
export interface PageElementCheck<Thresholds extends Declared = Declared> extends PageCheckHead<Thresholds> {
  elements(page: PageFacts, thresholds: Thresholds['values']): FoundElements | Skip
  check?: never
}

/** Elements of one page that a check objects to, in document order. */
export interface FoundElements {
  /** Names the cause of each of them (`causeKey`). */
  causeKeys: readonly number[]
  /** Where one of them stands, by its position; undefined outside of landmarks. */
  placeOf(index: number): CausePlace | undefined
  /** What is said of some of them, by their positions; `isShared`: of the one cause that many pages share. */
  finding(chosen: readonly number[], isShared: boolean): Finding
}

export interface SiteFinding extends Finding {
  /** The URL that the issue is shown under. */
  url: string
  /** Pages it touches, the first of them for the list; `affectedCount` when there are more. */
  affectedUrls: string[]
  affectedCount?: number
  /** All of them, in any order. */
  list?: UrlList
  isHostWide?: boolean
}

export interface SiteCheck<Thresholds extends Declared = Declared> extends CheckHead<Thresholds> {
  scope: 'site'
  /** It compares eligible pages alone; otherwise every HTML page. */
  pages?: 'eligible'
  check(site: SiteFacts, thresholds: Thresholds['values']): AsyncIterable<SiteFinding> | Skip
}
