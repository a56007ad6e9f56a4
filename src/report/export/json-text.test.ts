import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jsonText } from './json-text.ts'

/** Raw bytes that no JSON may hold, or that act on a terminal or editor that shows it. */
const ACTING = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]/
const LONE_SURROGATE = /\\ud[89a-f]/i

const same: [string, string][] = [
  ['plain text', 'Größe 漢字 👩‍🚀'],
  ['quotes and backslashes', 'a "b" \\u001b \\'],
  ['an escape and NUL', 'a\u001b[31m\0'],
  ['line separators', 'a\u2028b\u2029c'],
  ['C1 controls and bidi overrides', '\u009b2J \u202e\u2066'],
  ['zero-width characters', 'a\u200b\u200d\ufeff'],
  ['noncharacters', '\ufdd0\ufffe\uffff'],
  ['what looks like the end of a script', '</script><!--'],
  ['prototype names', '__proto__ constructor'],
]

describe('jsonText()', () => {
  for (const [name, text] of same)
    it(`gives back ${name}`, () => {
      const json = jsonText({ text })
      assert.deepEqual(JSON.parse(json), { text })
      assert.doesNotMatch(json, ACTING)
    })

  it('replaces halves of surrogate pairs, wherever they stand', () => {
    const json = jsonText([{ text: 'a\ud800b' }, ['\udc00'], '\\ud800'])
    assert.deepEqual(JSON.parse(json), [{ text: 'a\ufffdb' }, ['\ufffd'], '\\ud800'])
    assert.doesNotMatch(json.replaceAll('\\\\', ''), LONE_SURROGATE)
  })
})
