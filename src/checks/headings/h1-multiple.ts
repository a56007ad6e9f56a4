import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'

export const h1Multiple: PageCheck = {
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
  check: ({ headings, h1 }) => {
    const mains = headings.filter(heading => heading.level === 1 && !heading.isHidden && heading.text.trim() !== '')
    if (mains.length < 2) return []
    const table = tableEvidence({
      label: 'H1 headings',
      columns: ['Text', 'Line', 'Element'],
      items: mains,
      row: heading => [heading.text, heading.line, heading.path],
    })
    const message = `Multiple H1: ${counted(mains.length, 'H1 heading')} on one page`
    return [{ message, details: { h1 }, evidence: [table] }]
  },
}
