import type { RobotsFileFacts } from '#shared/host-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { counted } from '../counted.ts'
import { codeEvidence, textEvidence } from '../evidence.ts'
import { judgeRulesOfHome } from '../host-file-messages.ts'

export const robotsTxtBlocksSite: SiteCheck = {
  id: 'robots-txt-blocks-site',
  scope: 'site',
  type: 'robots_issue',
  severity: 'error',
  title: 'robots.txt closes the whole site to Google',
  passedTitle: 'robots.txt lets Google read the site',
  why: 'The group of rules that Googlebot obeys closes every path. Search engines cannot read any page, and what they knew of the site fades from the results. It is mostly left over from a test site.',
  fix: 'Remove the line, or close only the directories that are meant. To keep a test site out of search, ask for a password instead.',
  example: { before: 'User-agent: *\nDisallow: /', after: 'User-agent: *\nDisallow: /internal/' },
  sources: [
    { title: 'RFC 9309, 2.2.2: Access rules', url: 'https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2' },
    {
      title: 'Google: How robots.txt is interpreted',
      url: 'https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt',
    },
  ],
  check: site => judgeRulesOfHome(site, findings),
}

async function* findings({ url, siteRule }: RobotsFileFacts): AsyncGenerator<SiteFinding, void, undefined> {
  if (siteRule === null) return
  const group = siteRule.agent === '*' ? 'all crawlers, Googlebot among them' : 'Googlebot'
  const opened =
    siteRule.allowLines === 0 ? '' : `, but for what ${counted(siteRule.allowLines, 'Allow line')} of the group open`
  yield {
    url,
    message: `robots.txt closes the whole site to ${group} (line ${siteRule.line})${opened}`,
    affectedUrls: [url],
    isHostWide: true,
    evidence: [
      codeEvidence('Line', siteRule.text, siteRule.line),
      textEvidence('Group', `User-agent: ${siteRule.agent === '*' ? '*' : 'Googlebot'}`),
    ],
  }
}
