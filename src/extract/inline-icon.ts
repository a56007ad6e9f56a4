import { attribute, hasRelation } from '#html/node.ts'
import type { PageFacts } from '#shared/facts.ts'
import type { Collector } from './page.ts'

/** An icon that is written into the page as a data: address: there is one, and nothing to ask for. */
export function inlineIconCollector(): Collector & { facts(): Pick<PageFacts, 'hasInlineIcon'> } {
  let hasInlineIcon = false
  return {
    tags: ['link'],
    visit(element) {
      hasInlineIcon ||= hasRelation(element, 'icon') && /^\s*data:/i.test(attribute(element, 'href') ?? '')
    },
    facts: () => ({ hasInlineIcon }),
  }
}
