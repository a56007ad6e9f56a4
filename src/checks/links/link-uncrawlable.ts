import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { linkSource, tableEvidence } from '../evidence.ts'

export const linkUncrawlable: PageCheck = {
  id: 'link-uncrawlable',
  type: 'link_issue',
  severity: 'warning',
  applies: 'html',
  title: 'Links that crawlers cannot follow',
  passedTitle: 'Crawlers can follow the links',
  why: 'Crawlers follow a elements whose href holds an address. What only a script opens is not found, and visitors cannot open it in a new tab.',
  fix: 'Give the link the address it leads to; a script may still handle the click. What leads nowhere should be a button.',
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
  check: page => {
    const { uncrawlableLinks } = page
    if (uncrawlableLinks.length === 0) return []
    const table = tableEvidence({
      label: 'Links without an address',
      columns: ['Tag', 'Line', 'Element'],
      items: uncrawlableLinks,
      row: link => [link.tag, link.line, link.path],
    })
    const message = `${counted(uncrawlableLinks.length, 'link')} that crawlers cannot follow`
    return [{ message, details: linkSource(page), evidence: [table] }]
  },
}
