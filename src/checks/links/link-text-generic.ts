import type { LinkFact } from '#shared/element-facts.ts'
import type { PageFacts } from '#shared/facts.ts'
import { counted } from '../counted.ts'
import { elementCheck, linkIdentity } from '../element-check.ts'
import { linkSource, tableEvidence } from '../evidence.ts'
import { genericPhrasesOf } from './generic-phrases.ts'

export const linkTextGeneric = elementCheck<GenericTarget>({
  id: 'link-text-generic',
  type: 'link_issue',
  severity: 'info',
  applies: 'html-shown',
  title: 'Non-descriptive link text',
  passedTitle: 'Link texts are descriptive',
  why: 'A text such as "more" or "click here" does not describe the target, neither to search engines nor to people who navigate by links. Only targets that no other link on the page describes are listed.',
  fix: 'Let the link text describe the target. Often the heading of the teaser can be the link.',
  example: {
    before: 'For prices <a href="/prices">click here</a>.',
    after: 'See <a href="/prices">prices of moorings</a>.',
  },
  sources: [
    {
      title: 'Google: Make your links crawlable (anchor text)',
      url: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
    },
    {
      title: 'WCAG 2.2: Link purpose (2.4.4)',
      url: 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context.html',
    },
  ],
  elements: genericTargets,
  identify: ({ first }) => linkIdentity(first),
  finding: (targets, { page }) => {
    const table = tableEvidence({
      label: 'Targets without a descriptive link text',
      columns: ['Target', 'Text', 'Links', 'Line', 'Element'],
      items: targets,
      row: ({ first, texts, count }) => [first.url, texts.join(', '), count, first.line, first.path],
    })
    const message = `Non-descriptive link text for ${counted(targets.length, 'target')}, such as "${targets[0].first.text.trim()}"`
    return { message, details: linkSource(page), evidence: [table] }
  },
})

interface GenericTarget {
  first: LinkFact
  texts: string[]
  count: number
}

/** Per target: one descriptive link, or an image with alt text, is enough. Another check reports links without text. */
function genericTargets(page: PageFacts): GenericTarget[] {
  const isGeneric = genericPhrasesOf(page.lang)
  const isNamed = (link: LinkFact): boolean =>
    link.kind === 'anchor' && link.text.trim() !== '' && link.url !== page.url && !link.rel.includes('nofollow')
  // Few pages have any, and the others need no more than this look at their texts.
  const targets = new Set<string>()
  for (const link of page.links) {
    if (isNamed(link) && isGeneric(link.text)) targets.add(link.url)
  }
  if (targets.size === 0) return []
  const named = page.links.filter(link => targets.has(link.url) && isNamed(link))
  return [...Map.groupBy(named, link => link.url).values()].flatMap(links => {
    const [first] = links
    if (!first || !links.every(link => isGeneric(link.text))) return []
    return [{ first, texts: [...new Set(links.map(link => link.text.trim()))].slice(0, 5), count: links.length }]
  })
}
