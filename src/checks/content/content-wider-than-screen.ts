import type { PageCheck } from '../check.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'
import { renderedOrSkip } from '../rendered.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  maxOver: {
    label: 'Most pixels beyond the screen',
    unit: 'pixels',
    default: 1,
    min: 0,
    max: 200,
    explanation: 'A page that reaches further beyond the right edge of a phone is reported. Browsers round by one.',
  },
})

export const contentWiderThanScreen: PageCheck<typeof thresholds> = {
  id: 'content-wider-than-screen',
  type: 'mobile_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Content is wider than the screen of a phone',
  passedTitle: 'Content fits the screen of a phone',
  why: 'On a phone the page has to be moved sideways to be read, or is drawn so small that it fits. Most visitors come by phone, and search engines look at pages as a phone shows them.',
  fix: 'Let the elements that are listed shrink: max-width: 100% for pictures and frames, a box with overflow-x: auto around tables and code, no fixed widths beyond 320 pixels.',
  example: {
    before: '<div style="width: 960px">…</div>',
    after: '<div style="max-width: 960px">…</div>',
  },
  sources: [
    {
      title: 'WCAG 2.2, 1.4.10: Reflow',
      url: 'https://www.w3.org/WAI/WCAG22/Understanding/reflow.html',
    },
    {
      title: 'web.dev: Size content to viewport',
      url: 'https://web.dev/articles/responsive-web-design-basics#size-content',
    },
  ],
  thresholds,
  check: (page, { maxOver }) => {
    const rendering = renderedOrSkip(page)
    if ('skipped' in rendering) return rendering
    const narrow = rendering.audit?.narrow
    if (!narrow) return { skipped: 'The width of the page could not be measured' }
    const { width, scrollWidth, isApproximate, elements } = narrow
    if (width > SCREEN_WIDTH)
      return { skipped: 'The page does not adapt to phones, which is reported for its viewport' }
    const over = scrollWidth - width
    if (over <= (isApproximate ? Math.max(maxOver, MAX_OVER_WITHOUT_FONTS) : maxOver)) return []
    const table = tableEvidence({
      label: 'What reaches furthest to the right',
      columns: ['Element', 'Markup', 'Reaches to pixel'],
      items: elements,
      row: ({ path, tag, right }) => [path, tag, right],
    })
    return [
      {
        message: `Content is wider than the screen of a phone: ${scrollWidth} pixels on a screen of ${width}`,
        evidence: elements.length > 0 ? [table] : [textEvidence('Width', `${scrollWidth} pixels`)],
      },
    ]
  },
}

/** Of the phone on which the page was laid out. */
const SCREEN_WIDTH = 360
/** Texts in another font than their own may be a little longer. */
const MAX_OVER_WITHOUT_FONTS = 20
