import type { HeadingFact } from '#shared/element-facts.ts'
import { elementCheck, headingIdentity } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const headingDuplicate = elementCheck<Repeated>({
  id: 'heading-duplicate',
  type: 'heading_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Same H2 several times on the page',
  passedTitle: 'Each H2 of the page has its own text',
  why: 'Readers who jump from heading to heading, and search engines that read the outline, cannot tell such sections apart.',
  fix: 'Say in each heading what its own section is about, or join the sections under one heading.',
  example: {
    before: '<h2>Details</h2> … <h2>Details</h2>',
    after: '<h2>Details of the boat</h2> … <h2>Details of the crew</h2>',
  },
  sources: [{ title: 'WCAG technique G130', url: 'https://www.w3.org/WAI/WCAG22/Techniques/general/G130' }],
  elements: ({ headings }) => repeatedTexts(headings),
  identify: ([first]) => headingIdentity(first),
  finding: repeated => {
    const table = tableEvidence({
      label: 'Headings with the same text',
      columns: ['Text', 'Times', 'Lines'],
      items: repeated,
      row: same => [same[0].text, same.length, same.map(({ line }) => line).join(', ')],
    })
    return { message: `Same H2 several times: "${repeated[0][0].text.slice(0, MAX_SHOWN)}"`, evidence: [table] }
  },
})

const MAX_SHOWN = 60

type Repeated = [HeadingFact, ...HeadingFact[]]

/** Only in the main part: the same navigation twice is no fault. */
function repeatedTexts(headings: readonly HeadingFact[]): Repeated[] {
  const shown = headings.filter(
    ({ level, isHidden, isInMain, text }) => level === 2 && !isHidden && isInMain && text.trim() !== '',
  )
  // On most pages no two are the same.
  if (new Set(shown.map(keyOf)).size === shown.length) return []
  const byText = new Map<string, Repeated>()
  for (const heading of shown) {
    const key = keyOf(heading)
    const known = byText.get(key)
    if (known) known.push(heading)
    else byText.set(key, [heading])
  }
  return [...byText.values()].filter(same => same.length > 1)
}

const keyOf = ({ text }: HeadingFact): string => text.trim().toLowerCase()
