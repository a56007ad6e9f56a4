import type { PageUnderTest } from './page-under-test.ts'

/** One way to spoil a page, the check that must say so, and the checks that may follow from it. */
export interface Defect {
  what: string
  finds: string
  /** Other findings that are true of the spoilt page, too. */
  mayFind?: readonly string[]
  /** null where the page has nothing to spoil. */
  spoil(page: PageUnderTest): PageUnderTest | null
}
