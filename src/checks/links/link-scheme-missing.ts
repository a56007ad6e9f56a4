import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { statusLabels } from '../response-labels.ts'
import { attemptsOf, hyperlinkKinds, sharedCauseFinding } from '../targets/target-findings.ts'
import { linksWithoutScheme } from './links-without-scheme.ts'

export const linkSchemeMissing: SiteCheck = {
  id: 'link-scheme-missing',
  scope: 'site',
  type: 'broken_link',
  severity: 'error',
  title: 'Broken internal link: URL without https://',
  passedTitle: 'No link lacks its scheme',
  why: 'A URL without a scheme is relative, so browsers look for the host name as a folder of the site, beside the page. Visitors get an error page.',
  fix: 'Write the URL with https:// at its beginning.',
  example: { before: '<a href="www.example.com/chairs">', after: '<a href="https://www.example.com/chairs">' },
  sources: [
    { title: 'WHATWG URL: relative-URL string', url: 'https://url.spec.whatwg.org/#relative-url-string' },
    { title: 'RFC 3986, section 4.5: Suffix Reference', url: 'https://www.rfc-editor.org/rfc/rfc3986#section-4.5' },
  ],
  check: findings,
}

/** One finding for each link, wherever it leads: pages of several folders may share it. */
async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for (const [written, targets] of await linksWithoutScheme(site)) {
    const [first] = targets
    if (!first) continue
    const status = first.status ?? 404
    const finding = await sharedCauseFinding(site, {
      urls: targets.map(({ url }) => url),
      kinds: hyperlinkKinds,
      namedHow: 'linked from',
      problem: {
        message: `Broken link: ${statusLabels(status)}: “${written}” lacks https:// and leads to ${first.url}`,
        details: { statusCode: status },
        evidence: attemptsOf(first),
      },
    })
    if (finding) yield finding
  }
}
