import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted, roughCount } from '../counted.ts'
import { textEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { bestLinked, duplicateFinding, duplicateGroups } from './duplicate-groups.ts'

const thresholds = declareThresholds({
  /** Shorter main texts (a login, a gallery, an empty list) may be alike for good reasons. */
  minWords: {
    label: 'Minimum words',
    unit: 'words',
    default: 50,
    min: 1,
    max: 5_000,
    explanation: 'Pages with the same text of fewer words in the main content are reported as information.',
  },
})

export const duplicateContentExact: SiteCheck<typeof thresholds> = {
  id: 'duplicate-content-exact',
  scope: 'site',
  pages: 'eligible',
  type: 'duplicate',
  severity: 'warning',
  points: 8,
  title: 'Duplicate content: exact duplicate pages',
  passedTitle: 'No exact duplicate pages',
  why: 'Search engines index only one of these pages and choose it themselves, so links and ranking signals are split among the copies. Crawling the copies takes time from other pages.',
  fix: 'Keep one page and redirect the others to it with status 301. If all of them have to stay, add a canonical link to the preferred one on each.',
  example: {
    before: '/chairs?sort=price with the text of /chairs',
    after: '<link rel="canonical" href="https://example.com/chairs"> on /chairs?sort=price',
  },
  sources: [
    {
      title: 'Google: Consolidate duplicate URLs',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
    { title: 'RFC 6596: The canonical link relation', url: 'https://www.rfc-editor.org/rfc/rfc6596.html' },
  ],
  thresholds,
  check: findings,
}

async function* findings(
  site: SiteFacts,
  { minWords }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  for await (const group of duplicateGroups(site, 'textHash')) {
    const best = bestLinked(group.members)
    if (!best || best.wordCount === 0) continue
    const { wordCount: words } = best
    const isShort = words < minWords
    const same = isShort ? `main text of ${counted(words, 'word')}` : 'main content'
    const finding = duplicateFinding(group, {
      message: `Duplicate content: ${roughCount(group.total, 'page')} have the same ${same}, such as ${best.url}`,
      evidence: [textEvidence('Text length', counted(words, 'word'))],
    })
    if (finding) yield isShort ? { ...finding, severity: 'info' } : finding
  }
}
