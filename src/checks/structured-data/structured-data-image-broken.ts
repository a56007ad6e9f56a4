import { isReliableLoss } from '#shared/certainty.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { each } from '../each.ts'
import { attemptsOf } from '../targets/target-findings.ts'

export const structuredDataImageBroken: SiteCheck = {
  id: 'structured-data-image-broken',
  scope: 'site',
  type: 'structured_data_issue',
  severity: 'warning',
  title: 'Image in JSON-LD that does not exist',
  passedTitle: 'Images that JSON-LD names exist',
  why: 'Google shows rich results with an image only if it can load the image. Products and recipes without it may lose their rich result.',
  fix: 'Name an image that exists. Often a template still writes the URL of an image that was deleted or renamed.',
  example: {
    before: '"image": "https://example.com/old/chair.jpg"',
    after: '"image": "https://example.com/images/chair.jpg"',
  },
  sources: [
    {
      title: 'Google: General structured data guidelines',
      url: 'https://developers.google.com/search/docs/appearance/structured-data/sd-policies',
    },
    { title: 'schema.org: image', url: 'https://schema.org/image' },
  ],
  check: findings,
}

const MAX_IMAGES = 1_000
const MAX_PAGES_OF_IMAGE = 100

interface LostImage {
  target: Target
  pages: string[]
  total: number
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const images = await lostImages(site)
  if (images.size === 0) return
  for await (const { url, structuredImages = [] } of each(site.facts({ having: 'structuredImages' }))) {
    for (const named of structuredImages) {
      const image = images.get(named)
      if (!image) continue
      image.total++
      if (image.pages.length < MAX_PAGES_OF_IMAGE) image.pages.push(url)
    }
  }
  for (const image of images.values()) if (image.total > 0) yield findingOf(image)
}

/** Missing files that no link and no tag names: those have checks of their own. */
async function lostImages(site: SiteFacts): Promise<Map<string, LostImage>> {
  const images = new Map<string, LostImage>()
  for await (const target of each(site.targets({ statusFrom: 300 }))) {
    if (target.kinds.length > 0 || !isReliableLoss(target)) continue
    images.set(target.url, { target, pages: [], total: 0 })
    if (images.size >= MAX_IMAGES) break
  }
  return images
}

function findingOf({ target, pages, total }: LostImage): SiteFinding {
  const { url, finalStatus } = target
  const statusCode = finalStatus ?? 404
  return {
    url,
    message: `Image in JSON-LD returns ${statusCode}: ${url} (named by ${roughCount(total, 'page')})`,
    affectedUrls: pages,
    affectedCount: total,
    details: { targetUrl: url, statusCode, referringSources: pages },
    evidence: [{ kind: 'urls', label: 'Named by', urls: pages, total }, ...attemptsOf(target)],
  }
}
