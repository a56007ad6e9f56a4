import { isConfirmedLoss } from '#shared/certainty.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { each } from '../each.ts'
import { urlEvidence } from '../evidence.ts'
import { statusLabels } from '../response-labels.ts'
import { imageKinds, shownHow, type TargetProblem } from '../targets/target-findings.ts'
import { elementFindings } from '../targets/template-elements.ts'

export const imageBroken: SiteCheck = {
  id: 'image-broken',
  scope: 'site',
  type: 'image_issues',
  severity: 'error',
  title: 'Broken image',
  passedTitle: 'No broken images',
  why: 'Visitors see a gap or a placeholder instead of the image. Image search cannot index it either.',
  fix: 'Upload the image to the URL in the tag, correct the URL, or remove the tag. Often a path is relative to the page by mistake, or differs in upper and lower case.',
  example: {
    before: '<img src="images/Team.JPG" alt="Our team">',
    after: '<img src="/images/team.jpg" alt="Our team">',
  },
  sources: [
    {
      title: 'HTML: The img element',
      url: 'https://html.spec.whatwg.org/multipage/embedded-content.html#the-img-element',
    },
    { title: 'Google: Image SEO', url: 'https://developers.google.com/search/docs/appearance/google-images' },
  ],
  check: findings,
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const broken = elementFindings(site, {
    checkId: imageBroken.id,
    targets: each(site.targets({ kinds: imageKinds, statusFrom: 200 })),
    kinds: imageKinds,
    namedHow: shownHow,
    findProblem,
  })
  for await (const finding of broken) {
    const fallback = await fallbackOf(site, finding)
    yield fallback === null ? finding : candidateFinding(finding, fallback)
  }
}

/** Browsers that choose another candidate show the image. */
function candidateFinding(finding: SiteFinding, fallback: string): SiteFinding {
  const { message = '', evidence = [] } = finding
  return {
    ...finding,
    severity: 'warning',
    message: message.replace('Broken image', 'Broken image candidate in srcset (src loads)'),
    evidence: [urlEvidence('src of the image', fallback), ...evidence],
  }
}

/**
 * Browsers look into the bytes, so an image sent as text/plain is still shown (MIME Sniffing, 8.2). A web page or JSON in
 * its place never is.
 */
const neverShown: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', 'application/json'])

function findProblem(target: Target): TargetProblem | null {
  const { finalStatus: status } = target
  const reason = reasonOf(target)
  if (status === null || reason === null) return null
  // What came is a message in place of the image, and its size that of the message.
  const entry = { src: target.url, issue: 'broken', isLarge: false, fileSize: null, statusCode: status }
  return {
    message: `Broken image: ${reason}: ${target.url}`,
    manyMessage: urls => `Broken image: ${reason}: ${urls}`,
    severity: target.scope === 'internal' ? 'error' : 'warning',
    details: { statusCode: status, imageData: [entry] },
  }
}

function reasonOf(target: Target): string | null {
  const { finalStatus: status, mediaType, isBotChallenge } = target
  if (status !== null && isConfirmedLoss(target)) return statusLabels(status)
  return status === 200 && !isBotChallenge && neverShown.has(mediaType) ? `${mediaType} instead of an image` : null
}

/** Places that are looked at: a template names an image everywhere in the same way. */
const MAX_PLACES = 10

/**
 * The src of an `img` for which a broken URL is only a candidate in srcset, if that src loads; null if the broken URL is what is shown
 * somewhere, or if that is not known. A browser that chooses a `source` of a picture does not fall back.
 */
async function fallbackOf(site: SiteFacts, { url, evidence = [] }: SiteFinding): Promise<string | null> {
  const places = evidence.flatMap(each => (each.kind === 'places' ? each.places : []))
  let fallback: string | null = null
  for (const place of places.slice(0, MAX_PLACES)) {
    const facts = await site.factsOf(place.sourceUrl)
    const image = facts?.images.find(({ path }) => path === place.path)
    if (!image || image.src === null || image.src === url || LAZY_SOURCE.test(image.tag)) return null
    fallback ??= image.src
  }
  const target = fallback === null ? null : await site.target(fallback)
  return target?.finalStatus === 200 ? fallback : null
}

/** Then the URL may be what a script puts into src. */
const LAZY_SOURCE = /\sdata-(?:lazy-)?(?:src|original)[\s=]/i
