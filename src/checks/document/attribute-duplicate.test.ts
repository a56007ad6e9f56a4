import { testCheck } from '../test-check.ts'
import { attributeDuplicate } from './attribute-duplicate.ts'

testCheck(attributeDuplicate, {
  passes: {
    'marks without a value': {
      repeatedAttributes: [
        { name: 'data-v-b3fd67f8', tag: '<div class="item" data-v-b3fd67f8 data-v-b3fd67f8>', line: 4 },
      ],
    },
  },
  fails: {
    'a mark and a value, spaced': {
      facts: { repeatedAttributes: [{ name: 'hidden', tag: '<p hidden hidden = "until-found">', line: 4 }] },
      finds: {
        message: 'Duplicate attributes: 1 tag, such as one with two "hidden"',
        evidence: [
          {
            kind: 'table',
            label: 'Tags',
            columns: ['Attribute', 'Tag', 'Line'],
            rows: [['hidden', '<p hidden hidden = "until-found">', '4']],
          },
        ],
      },
    },
    'a name of which the first 40 characters are quoted': {
      facts: { repeatedAttributes: [{ name: 'a'.repeat(41), tag: `<p ${'a'.repeat(41)}=1>`, line: 4 }] },
      finds: {
        message: `Duplicate attributes: 1 tag, such as one with two "${'a'.repeat(40)}"`,
        evidence: [
          {
            kind: 'table',
            label: 'Tags',
            columns: ['Attribute', 'Tag', 'Line'],
            rows: [['a'.repeat(41), `<p ${'a'.repeat(41)}=1>`, '4']],
          },
        ],
      },
    },
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
