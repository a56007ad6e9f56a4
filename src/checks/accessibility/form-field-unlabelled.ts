import type { NamelessFact } from '#shared/element-facts.ts'
import { counted } from '../counted.ts'
import { elementCheck } from '../element-check.ts'
import { tableEvidence } from '../evidence.ts'

export const formFieldUnlabelled = elementCheck<NamelessFact>({
  id: 'form-field-unlabelled',
  type: 'accessibility_issue',
  severity: 'warning',
  applies: 'html-shown',
  title: 'Form fields without a label',
  passedTitle: 'Every form field has a label',
  why: 'Without a label, screen reader users do not know what to enter. A placeholder is not a label: it disappears with the first letter.',
  fix: 'Connect a label to the field with for and id, or wrap the field in it. If there is no room for a label, use aria-label.',
  example: {
    before: '<input type="email" placeholder="Email">',
    after: '<label for="email">Email</label>\n<input type="email" id="email">',
  },
  sources: [
    {
      title: 'WCAG 2.2: Name, role, value (4.1.2)',
      url: 'https://www.w3.org/WAI/WCAG22/Understanding/name-role-value.html',
    },
    { title: 'W3C WAI: Labeling controls', url: 'https://www.w3.org/WAI/tutorials/forms/labels/' },
  ],
  elements: page => page.unlabelledFields,
  identify: field => field,
  finding: fields => {
    const table = tableEvidence({
      label: 'Fields without a label',
      columns: ['Tag', 'Line', 'Element'],
      items: fields,
      row: field => [field.tag, field.line, field.path],
    })
    return { message: `${counted(fields.length, 'form field')} without a label`, evidence: [table] }
  },
})
