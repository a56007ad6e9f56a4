import { testCheck } from '../test-check.ts'
import { formFieldUnlabelled } from './form-field-unlabelled.ts'

const field = { tag: '<input type="email">', url: '', path: 'body > main > form > input', line: 44 }

testCheck(formFieldUnlabelled, {
  passes: { 'a page without such fields': { unlabelledFields: [] } },
  fails: {
    'each field with its place': {
      facts: { unlabelledFields: [field, { ...field, line: 45 }] },
      finds: {
        severity: 'warning',
        message: '2 form fields without a label',
        evidence: [
          {
            kind: 'table',
            label: 'Fields without a label',
            columns: ['Tag', 'Line', 'Element'],
            rows: [
              ['<input type="email">', '44', 'body > main > form > input'],
              ['<input type="email">', '45', 'body > main > form > input'],
            ],
          },
        ],
      },
    },
    'a field on a page that is not to be indexed': {
      facts: { isNoindex: true, unlabelledFields: [field] },
      finds: {
        message: '1 form field without a label',
        evidence: [
          {
            kind: 'table',
            label: 'Fields without a label',
            columns: ['Tag', 'Line', 'Element'],
            rows: [['<input type="email">', '44', 'body > main > form > input']],
          },
        ],
      },
    },
  },
})
