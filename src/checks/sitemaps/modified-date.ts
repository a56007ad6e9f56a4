import type { KeptFacts } from '#shared/site-facts.ts'
import { parseW3cDatetime } from '#shared/w3c-datetime.ts'
import { structuredNodes, valuesOf } from '../structured-data/structured-nodes.ts'

/** Objects that are the page, or its content as a whole; a comment or a file on it is none. */
const PAGE_TYPE = /^(?:WebPage|[A-Za-z]*Page|[A-Za-z]*Article|BlogPosting|Report)$/

/** When the page itself says that it was changed last (dateModified of its JSON-LD), epoch milliseconds; null where it does not. */
export function modifiedMsOf({ jsonLd }: Pick<KeptFacts, 'jsonLd'>): number | null {
  const dates = structuredNodes({ jsonLd })
    .filter(node => node.isTop && node.types.some(type => PAGE_TYPE.test(type)))
    .flatMap(node => valuesOf(node, 'dateModified'))
    .flatMap(value => (typeof value === 'string' ? (parseW3cDatetime(value.trim()) ?? []) : []))
  return dates.length === 0 ? null : Math.max(...dates)
}
