import type { SiteFacts } from '#shared/site-facts.ts'
import { textWidth } from '#shared/text-width.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { duplicateFinding, duplicateGroups } from '../duplicates/duplicate-groups.ts'
import { textEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  /** Below this width a description is reported as short, which is the cause to fix first. */
  minWidth: {
    label: 'Minimum meta description length',
    unit: 'characters',
    default: 50,
    min: 1,
    max: 300,
    explanation: 'Shorter descriptions are not compared.',
  },
})

export const metaDescriptionDuplicate: SiteCheck<typeof thresholds> = {
  id: 'meta-description-duplicate',
  scope: 'site',
  pages: 'eligible',
  type: 'meta_issue',
  severity: 'warning',
  title: 'Duplicate meta description',
  passedTitle: 'Every meta description is unique',
  why: 'The same description on different pages does not help searchers to choose one of them. Search engines then prefer a passage from the page.',
  fix: 'Write a description for each page, or remove it if a good one is not worth the effort: a passage that the search engine chooses is better than a description that fits every page.',
  example: {
    before: '<meta name="description" content="Welcome to our shop for fine furniture from all over the world">',
    after: '<meta name="description" content="Oak chairs made in Sweden, in four colours, delivered within a week">',
  },
  sources: [
    { title: 'Google: Control your snippets', url: 'https://developers.google.com/search/docs/appearance/snippet' },
  ],
  thresholds,
  check: findings,
}

async function* findings(
  site: SiteFacts,
  { minWidth }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const group of duplicateGroups(site, 'metaDescription')) {
    const description = group.members[0]?.metaDescription ?? ''
    if (textWidth(description) < minWidth) continue
    const finding = duplicateFinding(group, {
      message: `Duplicate meta description on ${roughCount(group.total, 'page')}`,
      details: { description },
      evidence: [textEvidence('Description', description)],
    })
    if (finding) yield finding
  }
}
