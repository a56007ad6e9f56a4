import type { UncrawlableLinkFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { linkSource, tableEvidence } from '../evidence.ts'

export const linkUncrawlable = elementCheck<UncrawlableLinkFact>({
  id: 'link-uncrawlable',
  type: 'link_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Links are not crawlable',
  passedTitle: 'Links are crawlable',
  why: 'Crawlers only follow <a> elements with a URL in href. They cannot find pages that only a script opens, and visitors cannot open them in a new tab.',
  fix: 'Give the link an href with the URL of its target; a script can still handle the click. Use a button for actions that lead to no page.',
  example: {
    before: '<a href="javascript:open(\'/prices\')">Prices</a>',
    after: '<a href="/prices">Prices</a>',
  },
  sources: [
    {
      title: 'Google: Make your links crawlable',
      url: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
    },
  ],
  elements: page => page.uncrawlableLinks,
  identify: ({ text, ...link }) => ({ ...link, tag: `${link.tag}${text}` }),
  finding: (links, { page }) => {
    const table = tableEvidence({
      label: 'Links without a crawlable URL',
      columns: ['Tag', 'Line', 'Element'],
      items: links,
      row: link => [link.tag, link.line, link.path],
    })
    const message = `${counted(links.length, 'link')} that ${links.length === 1 ? 'is' : 'are'} not crawlable`
    return { message, details: linkSource(page), evidence: [table] }
  },
})
