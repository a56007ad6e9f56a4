import type { RepeatedMarkupFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const attributeDuplicate = elementCheck<RepeatedMarkupFact>({
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
  elements: ({ repeatedAttributes = [] }) => repeatedAttributes.filter(attribute => !isValueless(attribute)),
  identify: ({ name, tag }) => ({ tag: `${tag} ${name}` }),
  finding: attributes => {
    const table = tableEvidence({
      label: 'Tags',
      columns: ['Attribute', 'Tag', 'Line'],
      items: attributes,
      row: ({ name, tag, line }) => [name, tag, line],
    })
    const name = attributes[0].name.slice(0, MAX_SHOWN)
    const message = `Duplicate attributes: ${counted(attributes.length, 'tag')}, such as one with two "${name}"`
    return { message, evidence: [table] }
  },
})

const MAX_SHOWN = 40

/** Twice without a value, as frameworks mark the elements of nested components: nothing is lost. Of a tag that was cut it is not known. */
function isValueless({ name, tag }: RepeatedMarkupFact): boolean {
  return tag.endsWith('>') && !tag.toLowerCase().replaceAll(/\s+=/g, '=').includes(`${name}=`)
}
