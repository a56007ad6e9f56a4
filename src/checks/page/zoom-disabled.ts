import type { PageCheck } from '../check.ts'
import { codeEvidence } from '../evidence.ts'
import { leadingNumber, parseViewport } from '../viewport.ts'

/** WCAG 1.4.4 asks for enlargement to 200 %. */
const MIN_MAXIMUM_SCALE = 2

export const zoomDisabled: PageCheck = {
  id: 'zoom-disabled',
  type: 'mobile_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Zooming is disabled',
  passedTitle: 'The page can be zoomed',
  why: 'People with weak sight enlarge a page with two fingers. This viewport forbids it, at least in some browsers.',
  fix: 'Remove user-scalable=no and maximum-scale from the viewport. Nothing else depends on them.',
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
  check: ({ viewport }) => {
    const limit = zoomLimit(viewport ?? '')
    if (limit === null) return []
    const tag = codeEvidence('Viewport', `<meta name="viewport" content="${viewport}">`)
    return [{ message: `Zooming is disabled (${limit})`, evidence: [tag] }]
  },
}

function zoomLimit(viewport: string): string | null {
  const pairs = parseViewport(viewport)
  const scalable = pairs.get('user-scalable')
  if (scalable === 'no' || leadingNumber(scalable) === 0) return `user-scalable=${scalable}`
  const maximum = leadingNumber(pairs.get('maximum-scale'))
  // Browsers ignore negative values.
  if (maximum === null || maximum < 0 || maximum >= MIN_MAXIMUM_SCALE) return null
  return `maximum-scale=${maximum}`
}
