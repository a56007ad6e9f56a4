import type { PageCheck } from '../check.ts'
import { renderedOrSkip } from '../eligible.ts'
import { tableEvidence, textEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  maxOver: {
    label: 'Maximum pixels beyond the screen',
    unit: 'pixels',
    default: 1,
    min: 0,
    max: 200,
    explanation:
      'A page that extends further beyond the right edge of a phone screen is reported. Browsers round by one pixel.',
  },
})

export const contentWiderThanScreen: PageCheck<typeof thresholds> = {
  id: 'content-wider-than-screen',
  type: 'mobile_issue',
  severity: 'warning',
  applies: 'html-shown',
  title: 'Content wider than the screen',
  passedTitle: 'Content fits the screen of a phone',
  why: 'On a phone, visitors have to scroll sideways to read the page, or the page is scaled down to fit. Most visitors use a phone, and Google indexes the mobile version of pages.',
  fix: 'Let the listed elements shrink: max-width: 100% for images and frames, a container with overflow-x: auto around tables and code, no fixed widths above 320 pixels.',
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
    if (!narrow) return { skipped: 'The page width could not be measured' }
    const { width, scrollWidth, isApproximate, elements } = narrow
    if (width > SCREEN_WIDTH) return { skipped: 'The page has no mobile viewport, which another check reports' }
    const over = scrollWidth - width
    if (over <= (isApproximate ? Math.max(maxOver, MAX_OVER_WITHOUT_FONTS) : maxOver)) return []
    const table = tableEvidence({
      label: 'Elements that extend furthest to the right',
      columns: ['Element', 'Markup', 'Right edge in pixels'],
      items: elements,
      row: ({ path, tag, right }) => [path, tag, right],
    })
    return [
      {
        message: `Content wider than the screen: ${scrollWidth} pixels on a screen width of ${width}`,
        evidence: elements.length > 0 ? [table] : [textEvidence('Width', `${scrollWidth} pixels`)],
      },
    ]
  },
}

/** Of the phone on which the page was laid out. */
const SCREEN_WIDTH = 360
/** Texts in another font than their own may be a little longer. */
const MAX_OVER_WITHOUT_FONTS = 20
