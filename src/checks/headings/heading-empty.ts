import type { HeadingFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck, headingIdentity } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const headingEmpty = elementCheck<HeadingFact>({
  id: 'heading-empty',
  type: 'heading_issue',
  severity: 'info',
  applies: 'html-shown',
  title: 'Empty headings',
  passedTitle: 'No heading is empty',
  why: 'Screen readers announce an empty heading and list it in the outline of the page, where it leads nowhere.',
  fix: 'Write the missing text, or remove the heading element. For space between paragraphs, use CSS.',
  example: { before: '<h2></h2>', after: '<h2>Opening hours</h2>' },
  sources: [
    { title: 'axe rule: empty-heading', url: 'https://dequeuniversity.com/rules/axe/4.10/empty-heading' },
    { title: 'WCAG technique G130', url: 'https://www.w3.org/WAI/WCAG22/Techniques/general/G130' },
  ],
  elements: ({ headings }) => {
    const empty = headings.filter(heading => !heading.isHidden && isEmpty(heading))
    // An empty H1 alone is a missing H1, which has its own check.
    const hasH1 = headings.some(heading => heading.level === 1 && !heading.isHidden && !isEmpty(heading))
    return hasH1 ? empty : empty.filter(({ level }) => level > 1)
  },
  identify: headingIdentity,
  finding: headings => {
    const table = tableEvidence({
      label: 'Empty headings',
      columns: ['Level', 'Line', 'Element'],
      items: headings,
      row: ({ level, line, path }) => [`H${level}`, line, path],
    })
    return { message: `Empty headings: ${counted(headings.length, 'heading')}`, evidence: [table] }
  },
})

const isEmpty = ({ text }: HeadingFact): boolean => text.trim() === ''
