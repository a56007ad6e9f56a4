import { testCheck } from '../test-check.ts'
import { idDuplicate } from './id-duplicate.ts'

testCheck(idDuplicate, {
  passes: {},
  fails: {
    'an id of which the first 60 characters are quoted': {
      facts: { repeatedIds: [{ id: 'a'.repeat(61), count: 2, path: 'body > p', line: 9 }] },
      finds: {
        message: `Duplicate ids: 1 id, such as "${'a'.repeat(60)}"`,
        evidence: [
          {
            kind: 'table',
            label: 'Ids of several elements',
            columns: ['Id', 'Elements', 'Second one', 'Line'],
            rows: [['a'.repeat(61), '2', 'body > p', '9']],
          },
        ],
      },
    },
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
