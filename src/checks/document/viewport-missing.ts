import type { PageCheck } from '../check.ts'
import { codeEvidence } from '../evidence.ts'
import { leadingNumber, parseViewport } from './viewport.ts'

export const viewportMissing: PageCheck = {
  id: 'viewport-missing',
  type: 'mobile_issue',
  severity: 'error',
  applies: 'html-shown',
  title: 'Missing viewport meta tag',
  passedTitle: 'The viewport is set to the device width',
  why: 'Without a viewport meta tag, a phone renders the page at desktop width and shrinks it until the text is too small to read. Google indexes the mobile version of pages.',
  fix: 'Add <meta name="viewport" content="width=device-width, initial-scale=1"> to the head, and use a responsive layout.',
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
    const { viewport, headExcerpt } = page
    if (viewport === null) return [{ evidence: [codeEvidence('Head', headExcerpt)] }]
    const pairs = parseViewport(viewport)
    const width = pairs.get('width') ?? ''
    const tag = codeEvidence('Viewport', `<meta name="viewport" content="${viewport}">`)
    if (width === '' && !pairs.get('initial-scale')) {
      return [{ message: 'Viewport sets neither width nor initial-scale', evidence: [tag] }]
    }
    if (leadingNumber(width) === null) return []
    return [
      {
        severity: 'warning',
        message: `Viewport has a fixed width of ${leadingNumber(width)} pixels`,
        evidence: [tag],
      },
    ]
  },
}
