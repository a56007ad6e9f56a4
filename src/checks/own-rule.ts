import { type OwnRule, ruleWords } from '#shared/own-rules.ts'
import { readConditions } from '#shared/page-conditions.ts'
import type { SiteCheck } from './check.ts'
import { pageListFinding } from './page-list-finding.ts'

/** The check of an own rule: one finding, with all pages that meet its conditions. */
export function ruleCheck(rule: OwnRule): SiteCheck {
  const conditions = readConditions(rule.conditions) ?? []
  return {
    ...ruleWords(rule),
    check: site =>
      pageListFinding({
        async *items() {
          for await (const urls of site.listed(conditions)) for (const url of urls) yield { url }
        },
        message: rule.title,
        columns: ['URL'],
        row: ({ url }) => [url],
      }),
  }
}
