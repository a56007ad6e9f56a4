import type { PageFacts, RawFacts } from '#shared/facts.ts'
import { foldedKey } from '#shared/white-space.ts'
import type { PageCheck } from '../check.ts'
import { renderedOrSkip } from '../eligible.ts'
import { tableEvidence } from '../evidence.ts'

export const directivesChangedByJavascript: PageCheck = {
  id: 'directives-changed-by-javascript',
  type: 'indexability_issue',
  severity: 'warning',
  applies: 'html',
  title: 'JavaScript changes title, H1, canonical or robots',
  passedTitle: 'JavaScript does not change title, H1, canonical or robots',
  why: 'Search engines read the source first and render JavaScript later, if at all, so they may use either value. A noindex in the source prevents rendering, so a script cannot remove it.',
  fix: 'Send the final values in the HTML source, and do not change them with scripts.',
  example: {
    before: '<meta name="robots" content="noindex"> <script>/* takes it away */</script>',
    after: 'No robots meta tag at all where the page is to be found',
  },
  sources: [
    {
      title: 'Google: JavaScript SEO basics',
      url: 'https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics',
    },
  ],
  check: page => {
    const rendering = renderedOrSkip(page)
    if ('skipped' in rendering) return rendering
    const { raw } = rendering
    const changes = changesOf(page, raw)
    if (changes.length === 0) return []
    const isNoindexLost = raw.isNoindex && !page.isNoindex
    const table = tableEvidence({
      label: 'Changed by JavaScript',
      columns: ['What', 'In the source', 'After rendering'],
      items: changes,
      row: ({ what, before, after }) => [what, before || '(none)', after || '(none)'],
    })
    const names = changes.map(({ what }) => what).join(', ')
    return [
      {
        ...(isNoindexLost && { severity: 'error' as const }),
        message: isNoindexLost ? 'JavaScript removes the noindex of the source' : `JavaScript changes: ${names}`,
        evidence: [table],
      },
    ]
  },
}

interface Change {
  what: string
  before: string
  after: string
}

function changesOf(page: PageFacts, raw: RawFacts): Change[] {
  const texts: Change[] = [
    { what: 'title', before: raw.title, after: page.title },
    { what: 'H1', before: raw.h1, after: page.h1 },
  ]
  const robots: Change = {
    what: 'robots',
    before: raw.robots,
    after: page.robotsDirectives.flatMap(({ tokens }) => tokens).join(', '),
  }
  const isRobotsChanged = raw.isNoindex !== page.isNoindex || raw.isNofollow !== page.isNofollow
  const canonical: Change = { what: 'canonical', before: raw.canonicalUrl ?? '', after: page.canonicalUrl ?? '' }
  return [
    ...texts.filter(({ before, after }) => foldedKey(before) !== foldedKey(after)),
    ...(canonical.before === canonical.after ? [] : [canonical]),
    ...(isRobotsChanged ? [robots] : []),
  ]
}
