import type { HeadingFact } from '#shared/facts.ts'
import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'

export const headingEmpty: PageCheck = {
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
  check: ({ headings }) => {
    const visible = headings.filter(({ isHidden }) => !isHidden)
    const empty = visible.filter(isEmpty)
    // An empty H1 alone is a missing H1, which has its own check.
    const shown = visible.some(heading => heading.level === 1 && !isEmpty(heading))
      ? empty
      : empty.filter(({ level }) => level > 1)
    if (shown.length === 0) return []
    const table = tableEvidence({
      label: 'Empty headings',
      columns: ['Level', 'Line', 'Element'],
      items: shown,
      row: ({ level, line, path }) => [`H${level}`, line, path],
    })
    return [{ message: `Empty headings: ${counted(shown.length, 'heading')}`, evidence: [table] }]
  },
}

const isEmpty = ({ text }: HeadingFact): boolean => text.trim() === ''
