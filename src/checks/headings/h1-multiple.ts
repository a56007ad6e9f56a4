import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'

export const h1Multiple: PageCheck = {
  id: 'h1-multiple',
  type: 'meta_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'More than one H1',
  passedTitle: 'The page has one main heading',
  why: 'Several main headings are valid HTML, but often a slip of the template, such as a logo marked up as a heading. Then the page no longer says which of them is its subject.',
  fix: 'Keep the heading that names the subject of this page as <h1>. Turn the others into <h2>, or into plain text when they are no headings.',
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
      label: 'Main headings',
      columns: ['Text', 'Line', 'Element'],
      items: mains,
      row: heading => [heading.text, heading.line, heading.path],
    })
    const message = `${counted(mains.length, 'main heading')} (H1) on one page`
    return [{ message, details: { h1 }, evidence: [table] }]
  },
}
