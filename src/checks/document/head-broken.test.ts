import { testCheck } from '../test-check.ts'
import { headBroken } from './head-broken.ts'

const table = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Tags outside the head',
  columns: ['What', 'Line', 'Tag'],
  rows,
})

testCheck(headBroken, {
  passes: { 'a head that ends early when nothing important is lost': { headCloser: { tag: '<div>', line: 9 } } },
  fails: {
    'the element that ended the head and each lost tag': {
      facts: {
        headCloser: { tag: '<img src="/p.gif">', line: 4 },
        lostHeadTags: [
          { what: 'title', tag: '<title>', line: 5 },
          { what: 'canonical', tag: '<link rel="canonical" href="/">', line: 6 },
        ],
      },
      finds: {
        severity: 'error',
        message: 'Invalid element ends the head early: title, canonical are outside it',
        evidence: [
          { kind: 'code', label: 'Element that ends the head', code: '<img src="/p.gif">', line: 4 },
          table(['title', '5', '<title>'], ['canonical', '6', '<link rel="canonical" href="/">']),
        ],
      },
    },
    'a lost tag although nothing closed the head': {
      facts: { lostHeadTags: [{ what: 'robots', tag: '<meta name="robots">', line: 40 }] },
      finds: {
        message: 'Invalid element ends the head early: robots is outside it',
        evidence: [table(['robots', '40', '<meta name="robots">'])],
      },
    },
    'a lost robots tag on a page that is not to be indexed': {
      facts: { isNoindex: true, lostHeadTags: [{ what: 'robots', tag: '<meta name="robots">', line: 40 }] },
      finds: {
        message: 'Invalid element ends the head early: robots is outside it',
        evidence: [table(['robots', '40', '<meta name="robots">'])],
      },
    },
  },
})
