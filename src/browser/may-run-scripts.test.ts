import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mayRunScripts } from './may-run-scripts.ts'

const may: [name: string, body: string | Uint8Array, expected: boolean][] = [
  ['text alone', '<title>Scripts</title><h1>On scripts</h1><p>No script = no change', false],
  ['a script', '<p>x<SCRIPT>1</SCRIPT>', true],
  ['a script in SVG', '<svg><svg:script href=a.js>', true],
  ['a handler', '<body\nonload = "go()">', true],
  ['an address that is a script', '<iframe src="javascript:go()">', true],
  ['a document in an attribute', '<iframe srcdoc="&lt;script>">', true],
  ['UTF-16', new Uint8Array(Buffer.from('<script>', 'utf16le')), true],
]

describe('mayRunScripts()', () => {
  for (const [name, body, expected] of may)
    test(`${name}: ${expected}`, () => {
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
      assert.equal(mayRunScripts(bytes), expected)
    })
})
