import { testCheck } from '../test-check.ts'
import { attributeDuplicate } from './attribute-duplicate.ts'

testCheck(attributeDuplicate, {
  passes: {},
  fails: {
    'a tag with two classes': {
      facts: { repeatedAttributes: [{ name: 'class', tag: '<p class="a" class="b">', line: 4 }] },
      finds: {
        message: 'Duplicate attributes: 1 tag, such as one with two "class"',
        evidence: [
          {
            kind: 'table',
            label: 'Tags',
            columns: ['Attribute', 'Tag', 'Line'],
            rows: [['class', '<p class="a" class="b">', '4']],
          },
        ],
      },
    },
  },
})
