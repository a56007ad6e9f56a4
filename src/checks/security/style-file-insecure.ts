import type { SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'

export const styleFileInsecure: SiteCheck = {
  id: 'style-file-insecure',
  scope: 'site',
  type: 'security_issue',
  severity: 'warning',
  title: 'Mixed content in a style sheet',
  passedTitle: 'Style sheets name no files over HTTP',
  why: 'The style sheet is loaded over HTTPS and names files over HTTP. Browsers block fonts and other style sheets from there, and images that they cannot load over HTTPS.',
  fix: 'Write https:// in these URLs, or copy the files to the own site.',
  example: {
    before: 'background: url(http://example.com/paper.png)',
    after: 'background: url(https://example.com/paper.png)',
  },
  sources: [
    { title: 'W3C: Mixed Content', url: 'https://www.w3.org/TR/mixed-content/' },
    { title: 'MDN: Mixed content', url: 'https://developer.mozilla.org/en-US/docs/Web/Security/Mixed_content' },
  ],
  check: findings,
}

async function* findings({ crawl }: SiteFacts): AsyncGenerator<SiteFinding, void, undefined> {
  const found = (crawl.styleFiles ?? []).filter(
    ({ url, styleSheetUrl }) => url.startsWith('http:') && styleSheetUrl.startsWith('https:'),
  )
  const sheets = [...new Set(found.map(({ styleSheetUrl }) => styleSheetUrl))]
  for (const sheet of sheets) {
    const files = found.filter(({ styleSheetUrl }) => styleSheetUrl === sheet)
    const table = tableEvidence({ label: 'Files', columns: ['URL'], items: files, row: ({ url }) => [url] })
    yield {
      url: sheet,
      message: `Mixed content in a style sheet: ${counted(files.length, 'file')} over HTTP in ${sheet}`,
      affectedUrls: [sheet],
      evidence: [table],
    }
  }
}
