import type { RobotsFileFacts } from '#shared/host-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { codeEvidence, textEvidence } from '../evidence.ts'
import { checkHomeRules } from '../host-file-messages.ts'

export const robotsTxtBlocksSite: SiteCheck = {
  id: 'robots-txt-blocks-site',
  scope: 'site',
  type: 'robots_issue',
  severity: 'error',
  points: 40,
  title: 'robots.txt blocks the whole site',
  passedTitle: 'robots.txt does not block the whole site',
  why: 'The rules for Googlebot block every path. Search engines cannot crawl any page and gradually drop the site from the results. The rule is often left over from a staging site.',
  fix: 'Remove the line, or block only the directories that you mean. To keep a staging site out of search, protect it with a password instead.',
  example: { before: 'User-agent: *\nDisallow: /', after: 'User-agent: *\nDisallow: /internal/' },
  sources: [
    { title: 'RFC 9309, 2.2.2: Access rules', url: 'https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2' },
    {
      title: 'Google: How robots.txt is interpreted',
      url: 'https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt',
    },
  ],
  check: site => checkHomeRules(site, findings),
}

async function* findings({ url, siteRule }: RobotsFileFacts): AsyncGenerator<SiteFinding, void, undefined> {
  if (siteRule === null) return
  const group = siteRule.agent === '*' ? 'all crawlers, including Googlebot' : 'Googlebot'
  const opened = siteRule.allowLines === 0 ? '' : `, except for ${counted(siteRule.allowLines, 'Allow line')}`
  yield {
    url,
    message: `robots.txt blocks the whole site for ${group} (line ${siteRule.line})${opened}`,
    affectedUrls: [url],
    isHostWide: true,
    evidence: [
      codeEvidence('Line', siteRule.text, siteRule.line),
      textEvidence('Group', `User-agent: ${siteRule.agent === '*' ? '*' : 'Googlebot'}`),
    ],
  }
}
