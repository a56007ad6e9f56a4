import type { SiteFacts, StyleFile } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { textEvidence, urlEvidence } from '../evidence.ts'
import { statusLabels } from '../response-labels.ts'

export const styleFileBroken: SiteCheck = {
  id: 'style-file-broken',
  scope: 'site',
  type: 'broken_link',
  severity: 'warning',
  title: 'Broken link in a style sheet (font, background image)',
  passedTitle: 'Files that style sheets name load',
  why: 'The style sheet names a file that is not there. Every page that loads the style sheet requests it in vain, and shows another font or no background.',
  fix: 'Upload the file, correct the URL in the style sheet, or remove the rule. A relative URL is resolved against the URL of the style sheet, not of the page.',
  example: { before: 'background: url(img/paper.png)', after: 'background: url(/img/paper.png)' },
  sources: [
    { title: 'RFC 9110, 15.5.5: 404 Not Found', url: 'https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.5' },
    { title: 'MDN: url()', url: 'https://developer.mozilla.org/en-US/docs/Web/CSS/url_function' },
  ],
  check: findings,
}

async function* findings({ crawl }: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  for (const file of crawl.styleFiles ?? []) {
    const status = lossOf(file)
    if (status === null) continue
    const { url, styleSheetUrl, statuses } = file
    yield {
      url,
      message: `Broken link: ${statusLabels(status)}: ${url} in the style sheet ${styleSheetUrl}`,
      affectedUrls: [styleSheetUrl],
      details: {
        sourceUrl: styleSheetUrl,
        directReferrer: styleSheetUrl,
        referringSources: [styleSheetUrl],
        targetUrl: url,
        statusCode: status,
      },
      evidence: [
        urlEvidence('Style sheet', styleSheetUrl),
        textEvidence('Status codes', statuses.map(each => each ?? 'no response').join(', ')),
      ],
    }
  }
}

const LOST_FROM = 400
const LEAST_REQUESTS = 2
/** A server that asks for patience or a password has the file. */
const UNSURE: ReadonlySet<number> = new Set([401, 403, 407, 429])

/** The status of a file that each of several requests missed; null otherwise. */
function lossOf({ statuses, isBotChallenge }: StyleFile): number | null {
  const last = statuses.at(-1) ?? null
  const isLost = statuses.every(status => status !== null && status >= LOST_FROM && !UNSURE.has(status))
  return isLost && !isBotChallenge && statuses.length >= LEAST_REQUESTS ? last : null
}
