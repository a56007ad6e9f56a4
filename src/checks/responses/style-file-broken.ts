import { isReliableLoss } from '#shared/certainty.ts'
import { resourceLinkKinds } from '#shared/model.ts'
import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { statusLabels } from '../response-labels.ts'
import { attemptsOf } from '../targets/target-findings.ts'

export const styleFileBroken: SiteCheck = {
  id: 'style-file-broken',
  scope: 'site',
  type: 'broken_link',
  severity: 'warning',
  title: 'Broken link in a style sheet (font, background image)',
  passedTitle: 'Files that style sheets name load',
  why: 'The style sheet names a file that is not there. Pages with an element that the rule matches request it in vain, and show another font or no background.',
  fix: 'Upload the file, correct the URL in the style sheet, or remove the rule. A relative URL is resolved against the URL of the style sheet, not of the page.',
  example: { before: 'background: url(img/paper.png)', after: 'background: url(/img/paper.png)' },
  sources: [
    { title: 'RFC 9110, 15.5.5: 404 Not Found', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.5' },
    { title: 'MDN: url()', url: 'https://developer.mozilla.org/en-US/docs/Web/CSS/url_function' },
  ],
  check: findings,
}

async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const sheetsOf = Map.groupBy(site.crawl.styleFiles ?? [], ({ url }) => url)
  for (const [url, files] of sheetsOf) {
    const target = await site.target(url)
    if (target === null || !isReliableLoss(target) || (await isNamedByPage(site, url))) continue
    const styleSheets = files.map(({ styleSheetUrl }) => styleSheetUrl)
    const [first = ''] = styleSheets
    const statusCode = target.finalStatus ?? 404
    yield {
      url,
      message: `Broken link: ${statusLabels(statusCode)}: ${url} in the style sheet ${first}`,
      affectedUrls: styleSheets,
      details: {
        sourceUrl: first,
        directReferrer: first,
        referringSources: styleSheets,
        targetUrl: url,
        statusCode,
      },
      evidence: [
        { kind: 'urls', label: 'Style sheets', urls: styleSheets, total: styleSheets.length },
        ...attemptsOf(target),
      ],
    }
  }
}

/** Then a check of images or resources reports it. */
async function isNamedByPage(site: SiteFacts, url: string): Promise<boolean> {
  return (await site.firstInlinks([url], resourceLinkKinds)).has(url)
}
