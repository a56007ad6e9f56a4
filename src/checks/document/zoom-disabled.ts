import { elementCheck } from '../element-check.ts'
import { codeEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { leadingNumber, parseViewport } from './viewport.ts'

const thresholds = declareThresholds({
  /** WCAG 1.4.4 requires zoom to 200 %. */
  minMaximumScale: {
    label: 'Minimum zoom',
    unit: 'times',
    default: 2,
    min: 1,
    max: 10,
    step: 0.1,
    explanation: 'A viewport with a lower maximum scale is reported.',
  },
})

export const zoomDisabled = elementCheck<ZoomLimit, typeof thresholds>({
  id: 'zoom-disabled',
  type: 'mobile_issue',
  severity: 'warning',
  applies: 'html-shown',
  title: 'Zooming is disabled',
  passedTitle: 'The page can be zoomed',
  why: 'People with low vision zoom in to read. This viewport meta tag prevents zooming, at least in some browsers.',
  fix: 'Remove user-scalable=no and maximum-scale from the viewport meta tag. Nothing else depends on them.',
  example: {
    before: '<meta name="viewport" content="width=device-width, initial-scale=1, user-scalable=no">',
    after: '<meta name="viewport" content="width=device-width, initial-scale=1">',
  },
  sources: [
    {
      title: 'WCAG 2.2: Resize text (1.4.4)',
      url: 'https://www.w3.org/WAI/WCAG22/Understanding/resize-text.html',
    },
  ],
  thresholds,
  elements: ({ viewport }, { minMaximumScale }) => {
    const limit = zoomLimit(viewport ?? '', minMaximumScale)
    return limit === null ? [] : [{ limit, tag: `<meta name="viewport" content="${viewport}">` }]
  },
  identify: ({ tag }) => ({ tag }),
  finding: ([{ limit, tag }]) => ({
    message: `Zooming is disabled (${limit})`,
    evidence: [codeEvidence('Viewport', tag)],
  }),
})

interface ZoomLimit {
  /** The setting that limits it. */
  limit: string
  tag: string
}

function zoomLimit(viewport: string, minMaximumScale: number): string | null {
  const pairs = parseViewport(viewport)
  const scalable = pairs.get('user-scalable')
  if (scalable === 'no' || leadingNumber(scalable) === 0) return `user-scalable=${scalable}`
  const maximum = leadingNumber(pairs.get('maximum-scale'))
  // Browsers ignore negative values.
  if (maximum === null || maximum < 0 || maximum >= minMaximumScale) return null
  return `maximum-scale=${maximum}`
}
