import { LARGE_IMAGE_BYTES } from '#shared/constants.ts'
import type { Target } from '#shared/site-facts.ts'
import { isAbove, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { textEvidence } from '../evidence.ts'
import { imageKinds, shownHow, type TargetProblem, targetFindings } from '../targets/target-findings.ts'
import { declareThresholds } from '../thresholds.ts'

const thresholds = declareThresholds({
  maxKilobytes: {
    label: 'Maximum image size',
    unit: 'KB',
    default: LARGE_IMAGE_BYTES / 1_024,
    min: 10,
    max: 20_000,
    explanation: `A larger image, by transfer size, is reported. ${TOLERANCE_NOTE}`,
  },
})

export const imageLarge: SiteCheck<typeof thresholds> = {
  id: 'image-large',
  scope: 'site',
  type: 'image_issues',
  severity: 'warning',
  title: 'Large image',
  passedTitle: 'No large images',
  why: 'A large image takes seconds to load on a phone and is often the last element to appear. Visitors leave slow pages, and speed is a ranking signal.',
  fix: 'Save the image at the size at which it is displayed, in a modern format such as AVIF or WebP, and offer smaller versions with srcset. A photo that fills a phone screen rarely needs more than 200 KB.',
  example: {
    before: '<img src="/hero.png" alt="Harbour">',
    after: '<img src="/hero-800.avif" srcset="/hero-400.avif 400w, /hero-800.avif 800w" sizes="100vw" alt="Harbour">',
  },
  sources: [
    { title: 'web.dev: Image performance', url: 'https://web.dev/learn/performance/image-performance' },
    { title: 'Google: Image SEO', url: 'https://developers.google.com/search/docs/appearance/google-images' },
  ],
  thresholds,
  check: (site, { maxKilobytes }) =>
    targetFindings(site, {
      targets: each(site.targets({ kinds: imageKinds, statusFrom: 200, statusTo: 399 })),
      kinds: imageKinds,
      namedHow: shownHow,
      findProblem: target => findProblem(target, maxKilobytes * 1_024),
    }),
}

function findProblem(target: Target, maxBytes: number): TargetProblem | null {
  const { bytes, finalStatus, mediaType } = target
  if (bytes === null || !isAbove(bytes, maxBytes) || finalStatus !== 200 || !mediaType.startsWith('image/')) return null
  const size = `${(bytes / 1024).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} KB`
  return {
    message: `Large image: ${size}: ${target.url}`,
    details: { imageData: [{ src: target.url, issue: 'large', isLarge: true, fileSize: bytes }] },
    evidence: [textEvidence('Type', mediaType)],
  }
}
