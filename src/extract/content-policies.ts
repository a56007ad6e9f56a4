import { attribute } from '#html/node.ts'
import type { PageFacts } from '#shared/facts.ts'
import { MAX_FINDINGS_PER_LIST } from '#shared/limits.ts'
import { cutText } from './cut-text.ts'
import type { Collector } from './page.ts'

/** `meta[http-equiv=content-security-policy]` of the head; those of the body count for nobody (HTML standard, 4.2.5.3). */
export function contentPolicyCollector(): Collector & { facts(): Pick<PageFacts, 'metaPolicies'> } {
  const policies: string[] = []
  return {
    tags: ['meta'],
    visit(element, around) {
      const directive = attribute(element, 'http-equiv')?.slice(0, MAX_NAME).trim().toLowerCase()
      const content = attribute(element, 'content')
      if (directive !== 'content-security-policy' || content === null || !around.isInHead) return
      if (policies.length < MAX_FINDINGS_PER_LIST) policies.push(cutText(content))
    },
    facts: () => (policies.length === 0 ? {} : { metaPolicies: policies }),
  }
}

const MAX_NAME = 100
