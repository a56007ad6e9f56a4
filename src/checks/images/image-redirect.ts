import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck } from '../check.ts'
import { each } from '../each.ts'
import { pageListFinding } from '../page-list-finding.ts'
import { imageKinds } from '../targets/target-findings.ts'

export const imageRedirect: SiteCheck = {
  id: 'image-redirect',
  scope: 'site',
  type: 'image_issues',
  severity: 'info',
  title: 'Images that redirect',
  passedTitle: 'Images do not redirect',
  why: 'The browser requests one URL, learns that the image is elsewhere, and requests that: each such image appears later.',
  fix: 'Write the final URL of the image into the page. Often only http:// or a missing www. is the cause.',
  example: { before: '<img src="http://example.com/boat.jpg">', after: '<img src="https://example.com/boat.jpg">' },
  sources: [
    {
      title: 'Google: Redirects and Google Search',
      url: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects',
    },
    {
      title: 'Google: Image SEO best practices',
      url: 'https://developers.google.com/search/docs/appearance/google-images',
    },
  ],
  check: site =>
    pageListFinding({
      items: () => redirectedImages(site),
      message: 'Images that redirect',
      noun: 'image',
      label: 'Images',
      columns: ['Image', 'Redirects to', 'On'],
      row: ({ url, finalUrl, sourceUrl }) => [url, finalUrl, sourceUrl],
    }),
}

interface Redirected {
  url: string
  finalUrl: string
  sourceUrl: string
}

async function* redirectedImages(site: SiteFacts): AsyncGenerator<Redirected, void, undefined> {
  for await (const target of each(site.targets({ kinds: imageKinds, statusFrom: 300, statusTo: 399 }))) {
    if (!isMoved(target)) continue
    const { places } = await site.inlinks(target.url, { limit: 1, kinds: imageKinds })
    yield { url: target.url, finalUrl: target.finalUrl, sourceUrl: places[0]?.sourceUrl ?? '' }
  }
}

/** Services that choose an image, such as the latest one, redirect to it for the moment. */
const isMoved = ({ hops, finalStatus }: Target): boolean =>
  finalStatus === 200 && (hops[0]?.status === 301 || hops[0]?.status === 308)
