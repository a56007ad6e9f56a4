import { templateCheck } from '../element-check.ts'
import { codeEvidence } from '../evidence.ts'
import { leadingNumber, parseViewport } from './viewport.ts'

export const viewportMissing = templateCheck({
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
  check: ({ viewport, headExcerpt }) => {
    if (viewport === null) return { cause: 'none', evidence: [codeEvidence('Head', headExcerpt)] }
    const pairs = parseViewport(viewport)
    const width = pairs.get('width') ?? ''
    const written = `<meta name="viewport" content="${viewport}">`
    const evidence = [codeEvidence('Viewport', written)]
    if (width === '' && !pairs.get('initial-scale'))
      return { cause: written, message: 'Viewport sets neither width nor initial-scale', evidence }
    const pixels = leadingNumber(width)
    if (pixels === null) return null
    return { cause: written, severity: 'warning', message: `Viewport has a fixed width of ${pixels} pixels`, evidence }
  },
})
