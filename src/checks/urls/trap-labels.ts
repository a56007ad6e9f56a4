import type { CrawlTrap } from '#shared/site-facts.ts'
import { counted } from '../counted.ts'

/** What came of a pattern that looks endless, without a full stop. */
export function trapWords({ pattern, skipped, alike }: CrawlTrap): string {
  if (skipped === 0) return `${counted(alike, 'address')} of the pattern ${pattern} show nothing new: looks endless`
  return `${counted(skipped, 'more address')} of the pattern ${pattern} ${skipped === 1 ? 'was' : 'were'} skipped: looks endless`
}
