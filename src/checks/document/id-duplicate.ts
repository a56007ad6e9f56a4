import type { RepeatedIdFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const idDuplicate = elementCheck<RepeatedIdFact>({
  id: 'id-duplicate',
  type: 'accessibility_issue',
  severity: 'info',
  applies: 'html',
  title: 'Duplicate ids',
  passedTitle: 'Each id is used once',
  why: 'Labels, links to a fragment and scripts find only the first element with an id. The others lose their label, or cannot be reached.',
  fix: 'Give each element an id of its own. Where a component is on the page several times, add a number to its ids.',
  example: {
    before: '<input id="email"> … <input id="email">',
    after: '<input id="email"> … <input id="newsletter-email">',
  },
  sources: [
    {
      title: 'HTML standard: the id attribute',
      url: 'https://html.spec.whatwg.org/multipage/dom.html#the-id-attribute',
    },
    { title: 'WCAG failure F77', url: 'https://www.w3.org/WAI/WCAG22/Techniques/failures/F77' },
  ],
  elements: ({ repeatedIds = [] }) => repeatedIds,
  identify: ({ id, path }) => ({ tag: id, path }),
  finding: ids => {
    const table = tableEvidence({
      label: 'Ids of several elements',
      columns: ['Id', 'Elements', 'Second one', 'Line'],
      items: ids,
      row: ({ id, count, path, line }) => [id, count, path, line],
    })
    const message = `Duplicate ids: ${counted(ids.length, 'id')}, such as "${ids[0].id.slice(0, MAX_SHOWN)}"`
    return { message, evidence: [table] }
  },
})

const MAX_SHOWN = 60
