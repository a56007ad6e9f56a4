import type { PageCheck } from '../check.ts'
import { isSentOn } from '../eligible.ts'
import { codeEvidence } from '../evidence.ts'
import { leadingNumber, parseViewport } from './viewport.ts'

export const viewportMissing: PageCheck = {
  id: 'viewport-missing',
  type: 'mobile_issue',
  severity: 'error',
  applies: 'html',
  title: 'No viewport for phones',
  passedTitle: 'The page fits its width to the screen',
  why: 'Without a viewport a phone draws the page as wide as on a desktop and shrinks it until nobody can read it. Google judges pages by what a phone shows.',
  fix: 'Add <meta name="viewport" content="width=device-width, initial-scale=1"> to the head, and let the layout follow the width.',
  example: {
    before: '<head>\n  <title>Prices</title>',
    after: '<head>\n  <meta name="viewport" content="width=device-width, initial-scale=1">\n  <title>Prices</title>',
  },
  sources: [
    {
      title: 'Google: Mobile-first indexing',
      url: 'https://developers.google.com/search/docs/crawling-indexing/mobile/mobile-sites-mobile-first-indexing',
    },
    { title: 'web.dev: Responsive web design basics', url: 'https://web.dev/articles/responsive-web-design-basics' },
  ],
  check: page => {
    if (isSentOn(page)) return { skipped: 'The page sends its visitors on to another address at once' }
    const { viewport, headExcerpt } = page
    if (viewport === null) return [{ evidence: [codeEvidence('Head', headExcerpt)] }]
    const pairs = parseViewport(viewport)
    const width = pairs.get('width') ?? ''
    const tag = codeEvidence('Viewport', `<meta name="viewport" content="${viewport}">`)
    if (width === '' && !pairs.get('initial-scale')) {
      return [{ message: 'The viewport for phones says neither width nor initial scale', evidence: [tag] }]
    }
    if (leadingNumber(width) === null) return []
    return [
      {
        severity: 'warning',
        message: `The viewport for phones is fixed at ${leadingNumber(width)} pixels`,
        evidence: [tag],
      },
    ]
  },
}
