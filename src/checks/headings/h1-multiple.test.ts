import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HeadingFact } from '#shared/element-facts.ts'
import { testCheck } from '../test-check.ts'
import { headingWith, pageFactsWith } from '../test-facts.ts'
import { h1Multiple } from './h1-multiple.ts'

testCheck(h1Multiple, {
  passes: {
    'a second one without text': { headings: [headingWith(1, 'Tides'), headingWith(1, ' ')] },
    'a second one in a hidden menu': {
      headings: [headingWith(1, 'Tides'), headingWith(1, 'Menu', { isHidden: true })],
    },
  },
  fails: {
    'two main headings with their places': {
      facts: {
        headings: [headingWith(1, 'Harbour', { path: 'body > header > h1', line: 7 }), headingWith(1, 'Tides')],
      },
      finds: {
        severity: 'info',
        message: 'Multiple H1: 2 H1 headings on one page',
        details: { h1: 'Harbour' },
        evidence: [
          {
            kind: 'table',
            label: 'H1 headings',
            columns: ['Text', 'Line', 'Element'],
            rows: [
              ['Harbour', '7', 'body > header > h1'],
              ['Tides', '10', 'body > main > h1'],
            ],
          },
        ],
      },
    },
  },
})

test('without a main part, an H1 in the header of the page is one beside the others', () => {
  const logo = headingWith(1, 'Harbour', { isInMain: false, region: 'header', path: 'body > header > h1' })
  const own = headingWith(1, 'Tides', { isInMain: false, path: 'body > section > h1' })
  const keysOf = (headings: HeadingFact[]) => {
    const found = h1Multiple.elements(pageFactsWith({ headings }), {})
    assert.ok(!('skipped' in found))
    return found.causeKeys
  }
  const other = headingWith(1, 'Currents', { isInMain: false, path: 'body > section > h1' })
  assert.equal(keysOf([logo, own]).length, 1)
  assert.deepEqual(keysOf([logo, own]), keysOf([logo, other]))
  // Nothing sets them apart.
  const second = { ...own, text: 'Boats' }
  assert.notDeepEqual(keysOf([own, second]), keysOf([other, second]))
})

test('an H1 of the template is one finding that names it', () => {
  const logo = headingWith(1, 'Harbour', { path: 'body > header > h1', line: 7, isInMain: false })
  const found = h1Multiple.elements(pageFactsWith({ headings: [headingWith(1, 'Tides'), logo] }), {})
  assert.ok(!('skipped' in found))
  assert.deepEqual(found.finding([0], true), {
    message: 'Multiple H1: “Harbour” is an H1 beside the main heading',
    details: { h1: 'Harbour' },
    evidence: [
      {
        kind: 'table',
        label: 'H1 headings',
        columns: ['Text', 'Line', 'Element'],
        rows: [['Harbour', '7', 'body > header > h1']],
      },
    ],
  })
})
