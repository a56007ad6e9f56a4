import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from '#extract/test-facts.ts'
import { isFrameset } from '../eligible.ts'

const rows: [markup: string, isOne: boolean][] = [
  ['<frameset cols="20%,80%"><frame src=menu.html><frame src=page.html></frameset>', true],
  [
    '<frameset cols="20%,80%"><frameset rows="30%,70%"><frame src=a><frame src=b></frameset><frame src=c></frameset>',
    true,
  ],
  ['<frameset><frame src=a><noframes><p>Frames are needed</noframes></frameset>', true],
  ['<p>Text <iframe src=map.html></iframe>', false],
  ['<frameset></frameset>', false],
  ['<p>Text <a href=a>a</a>', false],
]
for (const [markup, isOne] of rows)
  test(`${markup} ${isOne ? 'is' : 'is not'} a page of frames`, () => {
    assert.equal(isFrameset(factsOf(markup)), isOne)
  })
