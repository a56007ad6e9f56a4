import { isErrorStatus, isGone } from '#shared/http-status.ts'
import type { Severity } from '#shared/model.ts'
import type { ShareImage, SiteFacts } from '#shared/site-facts.ts'
import { isBelow, TOLERANCE_NOTE } from '#shared/thresholds.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { excerpt, tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { urlGroups } from '../url-groups.ts'
import { isSameSite } from '../url-parts.ts'
import { shareImageUrls } from './share-image-urls.ts'

const thresholds = declareThresholds({
  /** Meta shows nothing smaller, and large previews from 1200 by 630 pixels on. */
  minSide: {
    label: 'Minimum side length',
    unit: 'pixels',
    default: 200,
    min: 1,
    max: 2_000,
    explanation: 'The severity is warning for a smaller width or height.',
  },
  goodWidth: {
    label: 'Recommended width',
    unit: 'pixels',
    default: 1_200,
    min: 1,
    max: 5_000,
    explanation: `A narrower image is less sharp on screens of high resolution; the severity is info. ${TOLERANCE_NOTE}`,
  },
  goodHeight: {
    label: 'Recommended height',
    unit: 'pixels',
    default: 630,
    min: 1,
    max: 5_000,
    explanation: `A lower image is less sharp on screens of high resolution; the severity is info. ${TOLERANCE_NOTE}`,
  },
})

export const ogImageInvalid: SiteCheck<typeof thresholds> = {
  id: 'og-image-invalid',
  scope: 'site',
  type: 'social_issue',
  severity: 'warning',
  title: 'Invalid og:image',
  passedTitle: 'og:image can be shown',
  why: 'Social networks and messengers show the image of og:image when the page is shared. They need an absolute URL that returns an image, and show small images as a thumbnail or not at all.',
  fix: 'Use the absolute URL of an image of at least 1200 by 630 pixels, which can be loaded without a login.',
  example: {
    before: '<meta property="og:image" content="/quay.jpg">',
    after: '<meta property="og:image" content="https://example.com/quay.jpg">',
  },
  sources: [
    { title: 'The Open Graph protocol', url: 'https://ogp.me/#structured' },
    { title: 'Meta: Images in link shares', url: 'https://developers.facebook.com/docs/sharing/webmasters/images/' },
  ],
  thresholds,
  check: findings,
}

/** Maximum number of different og:image values. */
const MAX_VALUES = 2_000
const MAX_SHOWN = 300

interface Fault {
  severity: Severity
  message: string
  image?: ShareImage
}

async function* findings(
  site: SiteFacts,
  sizes: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const fetched = new Map((site.crawl.shareImages ?? []).map(image => [image.url, image]))
  const faults = new Map<string, Fault | null>()
  async function* walk() {
    for await (const { url, shareImages } of each(site.pages())) {
      for (const content of shareImages) {
        // A template uses one image on many pages.
        const key = `${hostOf(url)} ${content}`
        const known = faults.get(key)
        const fault = known === undefined ? faultOf(content, { fetched, pageUrl: url, sizes }) : known
        if (known === undefined && faults.size < MAX_VALUES) faults.set(key, fault)
        if (fault) yield { key: content, url, fault }
      }
    }
  }
  for (const { first, urls, total, affected } of await urlGroups(walk, { maxGroups: MAX_VALUES })) {
    const { key: content, url } = first
    const { severity, message, image } = first.fault
    yield {
      url,
      severity,
      message: `${message} (on ${roughCount(total, 'page')})`,
      ...affected,
      ...(image && { details: { targetUrl: image.url } }),
      evidence: [
        tableEvidence({
          label: 'og:image',
          columns: ['Value', 'Status codes', 'Type', 'Width', 'Height'],
          items: [content],
          row: value => [
            excerpt(value, MAX_SHOWN),
            image?.statuses.map(status => status ?? 'none').join(', ') ?? '',
            image?.mediaType ?? '',
            image?.width ?? '',
            image?.height ?? '',
          ],
        }),
        { kind: 'urls', label: 'Pages', urls, total },
      ],
    }
  }
}

/** With its scheme. */
function hostOf(url: string): string {
  return url.slice(0, url.indexOf('/', url.indexOf('://') + 3))
}

interface Known {
  fetched: ReadonlyMap<string, ShareImage>
  pageUrl: string
  sizes: (typeof thresholds)['values']
}

function faultOf(content: string, { fetched, pageUrl, sizes }: Known): Fault | null {
  const shown = excerpt(content, MAX_SHOWN)
  const [url] = shareImageUrls([content])
  if (url === undefined) {
    return { severity: 'warning', message: `Invalid og:image: not an absolute URL: ${shown}` }
  }
  const image = fetched.get(url)
  if (!image || image.isBotChallenge) return null
  const lost = lossOf(image, isSameSite(url, pageUrl))
  if (lost !== null) return { severity: 'warning', message: `Invalid og:image: ${lost}: ${shown}`, image }
  if (image.statuses.at(-1) !== 200) return null
  if (!image.isPicture && !image.mediaType.startsWith('image/')) {
    const type = image.mediaType === '' ? 'no Content-Type' : image.mediaType
    return { severity: 'warning', message: `Invalid og:image: not an image (${type}): ${shown}`, image }
  }
  return sizeFault(image, { shown, ...sizes })
}

/** Other hosts may refuse crawlers; only 404 and 410 count for them. */
function lossOf({ statuses, failure }: ShareImage, isOwn: boolean): string | null {
  if (statuses.length < 2) return null
  if (failure === 'dns') return 'the host does not exist'
  const last = statuses.at(-1)
  if (typeof last !== 'number') return null
  const isLost = (status: number | null) => isGone(status) || (isOwn && isOwnFault(status))
  return statuses.every(isLost) ? `returns ${last}` : null
}

const EXCUSED: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429])

function isOwnFault(status: number | null): boolean {
  return status !== null && isErrorStatus(status) && !EXCUSED.has(status)
}

function sizeFault(image: ShareImage, about: (typeof thresholds)['values'] & { shown: string }): Fault | null {
  const { shown, minSide, goodWidth, goodHeight } = about
  const { width, height } = image
  if (width === null || height === null) return null
  // The exact size is in the evidence: in the message, 512 could be read as a status code (see roughCount).
  if (width < minSide || height < minSide) {
    return {
      severity: 'warning',
      message: `Invalid og:image: smaller than ${minSide} by ${minSide} pixels: ${shown}`,
      image,
    }
  }
  if (!isBelow(width, goodWidth) && !isBelow(height, goodHeight)) return null
  return {
    severity: 'info',
    message: `og:image is smaller than the recommended ${goodWidth} by ${goodHeight} pixels: ${shown}`,
    image,
  }
}
