import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { duplicateFinding, duplicateGroups } from '../duplicates/duplicate-groups.ts'
import { quoted, textEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  /** Two pages may share a heading by chance; with equal titles the title check speaks. */
  minPages: {
    label: 'Minimum pages',
    unit: 'pages',
    default: 3,
    min: 2,
    max: 1_000,
    explanation: 'The same H1 on fewer pages with different titles is not reported.',
  },
})

export const h1Duplicate: SiteCheck<typeof thresholds> = {
  id: 'h1-duplicate',
  scope: 'site',
  pages: 'eligible',
  type: 'meta_issue',
  severity: 'info',
  title: 'Duplicate H1',
  passedTitle: 'Every H1 is unique',
  why: 'The H1 tells readers that they have arrived at the right page, and these pages all have the same one. Often a template uses the site name as H1.',
  fix: 'Let the H1 name the topic of its page; the site name does not need a heading.',
  example: { before: '<h1>Example Ltd</h1> on every page', after: '<h1>Oak chairs</h1> on /chairs/oak' },
  sources: [
    {
      title: 'Google: Influencing title links',
      url: 'https://developers.google.com/search/docs/appearance/title-link',
    },
    {
      title: 'HTML: Headings',
      url: 'https://html.spec.whatwg.org/multipage/sections.html#the-h1,-h2,-h3,-h4,-h5,-and-h6-elements',
    },
  ],
  thresholds,
  check: findings,
}

async function* findings(
  site: SiteFacts,
  { minPages }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const group of duplicateGroups(site, 'h1')) {
    if (new Set(group.members.map(titleKey)).size < minPages) continue
    const h1 = group.members[0]?.h1 ?? ''
    const finding = duplicateFinding(group, {
      message: `Duplicate H1 on ${roughCount(group.total, 'page')}: ${quoted(h1)}`,
      details: { h1 },
      evidence: [textEvidence('H1', h1)],
    })
    if (finding) yield finding
  }
}

function titleKey({ title }: PageSummary): string {
  return title.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
}
