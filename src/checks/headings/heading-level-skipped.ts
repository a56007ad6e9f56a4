import type { HeadingFact } from '#shared/facts.ts'
import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'

export const headingLevelSkipped: PageCheck = {
  id: 'heading-level-skipped',
  type: 'heading_issue',
  severity: 'info',
  applies: 'html-ok',
  title: 'Heading level skipped',
  passedTitle: 'Heading levels are in order',
  why: 'Screen reader users navigate a page by its headings. A jump from H2 to H4 sounds as if a part were missing.',
  fix: 'Use the next level of the outline and set the size with CSS. Going back up several levels is fine.',
  example: { before: '<h2>Moorings</h2>\n<h4>Prices</h4>', after: '<h2>Moorings</h2>\n<h3>Prices</h3>' },
  sources: [
    { title: 'W3C WAI: Headings', url: 'https://www.w3.org/WAI/tutorials/page-structure/headings/' },
    {
      title: 'HTML: headings and outlines',
      url: 'https://html.spec.whatwg.org/multipage/sections.html#headings-and-outlines',
    },
  ],
  check: ({ headings }) => {
    const outline = outlineOf(headings)
    const jumps: { heading: HeadingFact; previous: HeadingFact }[] = []
    let previous: HeadingFact | undefined
    for (const heading of outline) {
      if (previous && heading.level > previous.level + 1 && heading.text.trim() !== '')
        jumps.push({ heading, previous })
      previous = heading
    }
    const [first] = jumps
    if (!first) return []
    const marked = new Set(jumps.map(jump => jump.heading))
    const table = tableEvidence({
      label: 'Outline',
      columns: ['Level', 'Text', 'Line', 'Step'],
      items: outline,
      row: heading => [`H${heading.level}`, heading.text, heading.line, marked.has(heading) ? 'skips a level' : ''],
    })
    const more = jumps.length > 1 ? `, ${counted(jumps.length, 'place')} in all` : ''
    const message = `Heading level skipped (H${first.previous.level} is followed by H${first.heading.level}${more})`
    return [{ message, evidence: [table] }]
  },
}

/** Visible headings of the main part, or of the whole body when none is in a main part. */
function outlineOf(headings: readonly HeadingFact[]): HeadingFact[] {
  const visible = headings.filter(heading => !heading.isHidden)
  const inMain = visible.filter(heading => heading.isInMain)
  return inMain.length > 0 ? inMain : visible
}
