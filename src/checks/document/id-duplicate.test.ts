import { testCheck } from '../test-check.ts'
import { idDuplicate } from './id-duplicate.ts'

testCheck(idDuplicate, {
  passes: {},
  fails: {
    'an id of two elements': {
      facts: { repeatedIds: [{ id: 'email', count: 2, path: 'body > input:nth-of-type(2)', line: 9 }] },
      finds: {
        message: 'Duplicate ids: 1 id, such as "email"',
        evidence: [
          {
            kind: 'table',
            label: 'Ids of several elements',
            columns: ['Id', 'Elements', 'Second one', 'Line'],
            rows: [['email', '2', 'body > input:nth-of-type(2)', '9']],
          },
        ],
      },
    },
  },
})
