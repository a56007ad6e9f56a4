import type { OpenerLinkFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { linkSource, tableEvidence } from '../evidence.ts'

export const linkOpener = elementCheck<OpenerLinkFact>({
  id: 'link-opener',
  type: 'security_issue',
  severity: 'info',
  applies: 'html',
  title: 'External link in a new tab with rel=opener (no noopener)',
  passedTitle: 'No external link keeps window.opener',
  why: 'The other site can replace this page in its tab by window.opener, for example by a copy that requests a password. Browsers prevent it for target="_blank" unless rel="opener" allows it.',
  fix: 'Remove opener from rel, or write rel="noopener", unless you own the other site and its scripts need the reference.',
  example: {
    before: '<a href="https://example.org/" target="_blank" rel="opener">',
    after: '<a href="https://example.org/" target="_blank" rel="noopener">',
  },
  sources: [
    {
      title: 'HTML: Link type "opener"',
      url: 'https://html.spec.whatwg.org/multipage/links.html#link-type-opener',
    },
    { title: 'MDN: rel=noopener', url: 'https://developer.mozilla.org/en-US/docs/Web/HTML/Attributes/rel/noopener' },
  ],
  elements: ({ openerLinks = [] }) => openerLinks,
  identify: link => link,
  finding: (links, { page }) => {
    const table = tableEvidence({
      label: 'Links',
      columns: ['Link', 'Target', 'Line', 'Element'],
      items: links,
      row: ({ tag, url, line, path }) => [tag, url, line, path],
    })
    const message = `${counted(links.length, 'external link')} in a new tab with rel=opener`
    return { message, details: linkSource(page), evidence: [table] }
  },
})
