import type { PageCheck } from '../check.ts'
import { counted } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'

export const attributeDuplicate: PageCheck = {
  id: 'attribute-duplicate',
  type: 'accessibility_issue',
  severity: 'info',
  applies: 'html',
  title: 'Duplicate attributes',
  passedTitle: 'No tag has the same attribute twice',
  why: 'Browsers use the first of two attributes with the same name and drop the other: a class, a style or a link target that was meant is missing.',
  fix: 'Merge the two attributes in the template, or remove the one that is not wanted.',
  example: { before: '<a href="/" class="logo" class="large">', after: '<a href="/" class="logo large">' },
  sources: [
    {
      title: 'HTML standard: duplicate-attribute parse error',
      url: 'https://html.spec.whatwg.org/multipage/parsing.html#parse-error-duplicate-attribute',
    },
  ],
  check: ({ repeatedAttributes = [] }) => {
    const [first] = repeatedAttributes
    if (!first) return []
    const table = tableEvidence({
      label: 'Tags',
      columns: ['Attribute', 'Tag', 'Line'],
      items: repeatedAttributes,
      row: ({ name, tag, line }) => [name, tag, line],
    })
    const message = `Duplicate attributes: ${counted(repeatedAttributes.length, 'tag')}, such as one with two "${first.name.slice(0, MAX_SHOWN)}"`
    return [{ message, evidence: [table] }]
  },
}

const MAX_SHOWN = 40
