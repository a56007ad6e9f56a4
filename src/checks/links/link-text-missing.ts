import type { NamelessFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { linkSource, tableEvidence } from '../evidence.ts'
import { unreported } from '../precedence.ts'

export const linkTextMissing = elementCheck<NamelessFact>({
  id: 'link-text-missing',
  type: 'link_issue',
  severity: 'warning',
  applies: 'html-shown',
  title: 'Links without anchor text',
  passedTitle: 'Every link has anchor text',
  why: 'Screen readers announce such a link only as "link", and search engines learn nothing about its target. It is often an icon or an empty element left by the template.',
  fix: 'Add text to the link, or name an icon with aria-label. Remove links that are empty by mistake. If the source has text, close or correct the tag that is listed.',
  example: {
    before: '<a href="/cart"><i class="icon-cart"></i></a>',
    after: '<a href="/cart" aria-label="Cart"><i class="icon-cart"></i></a>',
  },
  sources: [
    {
      title: 'WCAG 2.2: Link purpose (2.4.4)',
      url: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context.html',
    },
    {
      title: 'Google: Make your links crawlable',
      url: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
    },
  ],
  // A link with nothing but an image is not among them: the checks of alt texts report it. What cannot be followed is reported as
  // that, and what is announced as a button as a button.
  elements: page => unreported(page.namelessLinks, page.uncrawlableLinks, page.malformedLinks, page.namelessButtons),
  identify: link => link,
  finding: (links, { page }) => {
    const table = tableEvidence({
      label: 'Links without anchor text',
      columns: ['Tag', 'Target', 'Line', 'Element'],
      items: links,
      row: link => [link.tag, link.url, link.line, link.path],
    })
    const swallowed = links.flatMap(({ url, swallowedBy }) => (swallowedBy ? [{ url, ...swallowedBy }] : []))
    const lost = tableEvidence({
      label: 'Nested, unclosed or malformed tags in which the text is lost',
      columns: ['Tag', 'Line', 'Target of the link'],
      items: swallowed,
      row: each => [each.tag, each.line, each.url],
    })
    return {
      message: `${counted(links.length, 'link')} without anchor text${lossOf(swallowed)}`,
      details: linkSource(page),
      evidence: swallowed.length > 0 ? [table, lost] : [table],
    }
  },
})

/** A link within a link ends the outer one, with nothing wrong in either tag. */
const NESTED_LINK = /^<a\s(?!.*<\/a[\s>])/is

function lossOf(swallowed: readonly { tag: string }[]): string {
  if (swallowed.length === 0) return ''
  return swallowed.every(({ tag }) => NESTED_LINK.test(tag))
    ? ' (lost in a link within it)'
    : ' (lost in a malformed tag)'
}
