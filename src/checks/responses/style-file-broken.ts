import { isReliableLoss } from '#shared/certainty.ts'
import { type Evidence, resourceLinkKinds } from '#shared/model.ts'
import type { SiteFacts, Target } from '#shared/site-facts.ts'
import { causeKey } from '../cause-key.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { statusLabels } from '../response-labels.ts'
import { homeOf } from '../targets/rule-findings.ts'
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

interface BrokenFile {
  target: Target
  statusCode: number
}

/** Broken files by the style sheets that name them: one copied style sheet without its folder of files is one mistake. */
async function* findings(site: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const groups = new Map<string, { styleSheets: string[]; files: BrokenFile[] }>()
  for (const [url, named] of Map.groupBy(site.crawl.styleFiles ?? [], file => file.url)) {
    const target = await site.target(url)
    if (target === null || !isReliableLoss(target) || (await isNamedByPage(site, url))) continue
    const styleSheets = named.map(({ styleSheetUrl }) => styleSheetUrl)
    const key = styleSheets.join(' ')
    const group = groups.get(key) ?? { styleSheets, files: [] }
    groups.set(key, group)
    group.files.push({ target, statusCode: target.finalStatus ?? 404 })
  }
  for (const { styleSheets, files } of groups.values()) yield* findingOf(site, styleSheets, files)
}

function* findingOf(
  site: SiteFacts,
  styleSheets: readonly string[],
  files: readonly BrokenFile[],
): Generator<SiteFinding, void, undefined> {
  const [sheet = ''] = styleSheets
  const [first, ...others] = files
  if (!first) return
  const { target, statusCode } = first
  const { url } = target
  yield {
    url,
    message:
      others.length === 0
        ? `Broken link: ${statusLabels(statusCode)}: ${url} in the style sheet ${sheet}`
        : `Broken links: ${counted(files.length, 'file')} in the style sheet ${sheet}, such as ${url}`,
    affectedUrls: [...styleSheets],
    details: {
      sourceUrl: sheet,
      directReferrer: sheet,
      referringSources: [...styleSheets],
      targetUrl: url,
      statusCode,
      causeKeys: [causeKey(styleFileBroken.id, { tag: styleSheets.join(' ') }, homeOf(site))],
    },
    evidence: [
      { kind: 'urls', label: 'Style sheets', urls: [...styleSheets], total: styleSheets.length },
      ...(others.length === 0 ? attemptsOf(target) : [filesTable(files)]),
    ],
  }
}

function filesTable(files: readonly BrokenFile[]): Evidence {
  return tableEvidence({
    label: 'Files',
    columns: ['URL', 'Response'],
    items: files,
    row: ({ target, statusCode }) => [target.url, statusLabels(statusCode)],
  })
}

/** Then a check of images or resources reports it. */
async function isNamedByPage(site: SiteFacts, url: string): Promise<boolean> {
  return (await site.firstInlinks([url], resourceLinkKinds)).has(url)
}
