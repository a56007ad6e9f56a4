import type { HeadingFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck, headingIdentity } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const headingLevelSkipped = elementCheck<Jump>({
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
  elements: ({ headings }) => jumpsIn(headings),
  identify: ({ heading, previous }) => {
    const { tag, ...place } = headingIdentity(heading)
    return { tag: `${tag} H${previous.level}`, ...place }
  },
  finding: (jumps, { page, isShared }) => {
    // The outline of a page shows each of its jumps, also those that are reported as a cause of many pages.
    const marked = new Set((isShared ? jumps : jumpsIn(page.headings)).map(jump => jump.heading))
    const table = tableEvidence({
      label: 'Outline',
      columns: ['Level', 'Text', 'Line', 'Step'],
      items: isShared ? jumps.flatMap(jump => [jump.previous, jump.heading]) : outlineOf(page.headings),
      row: heading => [`H${heading.level}`, heading.text, heading.line, marked.has(heading) ? 'skips a level' : ''],
    })
    const [{ previous, heading: next }] = jumps
    const more = jumps.length > 1 ? `, ${counted(jumps.length, 'place')} in all` : ''
    return {
      message: `Heading level skipped (H${previous.level} is followed by H${next.level}${more})`,
      evidence: [table],
    }
  },
})

interface Jump {
  heading: HeadingFact
  previous: HeadingFact
}

function jumpsIn(headings: readonly HeadingFact[]): Jump[] {
  const jumps: Jump[] = []
  let previous: HeadingFact | undefined
  for (const heading of outlineOf(headings)) {
    if (previous && heading.level > previous.level + 1 && heading.text.trim() !== '') jumps.push({ heading, previous })
    previous = heading
  }
  return jumps
}

/** Visible headings of the main part, or of the whole body when none is in a main part. */
function outlineOf(headings: readonly HeadingFact[]): HeadingFact[] {
  const visible = headings.filter(heading => !heading.isHidden)
  const inMain = visible.filter(heading => heading.isInMain)
  return inMain.length > 0 ? inMain : visible
}
