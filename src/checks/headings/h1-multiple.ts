import type { HeadingFact } from '#shared/element-facts.ts'
import type { Region } from '#shared/model.ts'
import { counted } from '../counted.ts'
import { elementCheck, headingIdentity } from '../element-check.ts'
import { quoted, tableEvidence } from '../evidence.ts'

export const h1Multiple = elementCheck<readonly HeadingFact[]>({
  id: 'h1-multiple',
  type: 'meta_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Multiple H1',
  passedTitle: 'The page has one H1',
  why: 'Several H1 headings are valid HTML, but often a template mistake, such as a logo marked up as a heading. The topic of the page is then unclear.',
  fix: 'Keep the heading that names the topic of this page as <h1>. Turn the others into <h2>, or into plain text if they are not headings.',
  sources: [
    {
      title: 'HTML: headings and outlines',
      url: 'https://html.spec.whatwg.org/multipage/sections.html#headings-and-outlines',
    },
    { title: 'W3C WAI: Headings', url: 'https://www.w3.org/WAI/tutorials/page-structure/headings/' },
  ],
  elements: ({ headings }) => {
    const shown = shownH1s(headings)
    if (shown.length < 2) return []
    // Beside the main heading those of the template are too many; where nothing sets them apart, all of a page belong together.
    const others = shown.filter(isBeside(shown))
    return others.length === 0 || others.length === shown.length ? [shown] : others.map(heading => [heading])
  },
  identify: headings => ({
    tag: headings.map(heading => headingIdentity(heading).tag).join(' '),
    path: headings[0]?.path ?? '',
    region: headings[0]?.region,
  }),
  finding: (found, { page, isShared }) => {
    const shown = isShared ? found.flat() : shownH1s(page.headings)
    const [first] = shown
    const table = tableEvidence({
      label: 'H1 headings',
      columns: ['Text', 'Line', 'Element'],
      items: shown,
      row: heading => [heading.text, heading.line, heading.path],
    })
    const what =
      first && shown.length === 1
        ? `${quoted(first.text)} is an H1 beside the main heading`
        : `${counted(shown.length, 'H1 heading')} on one page`
    return {
      message: `Multiple H1: ${what}`,
      details: { h1: isShared ? (first?.text ?? '') : page.h1 },
      evidence: [table],
    }
  },
})

const templateRegions: ReadonlySet<Region> = new Set(['header', 'nav', 'footer', 'aside'])

/** Outside the main part; without a main part, in a landmark that surrounds it. */
function isBeside(headings: readonly HeadingFact[]): (heading: HeadingFact) => boolean {
  if (headings.some(heading => heading.isInMain)) return heading => !heading.isInMain
  return ({ region = 'body' }) => templateRegions.has(region)
}

/** Those that visitors see. */
export function shownH1s(headings: readonly HeadingFact[]): HeadingFact[] {
  return headings.filter(heading => heading.level === 1 && !heading.isHidden && heading.text.trim() !== '')
}
