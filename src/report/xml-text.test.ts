import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { xmlText } from './xml-text.ts'

const cases: [string, string, string][] = [
  ['leaves plain text alone', 'Größe 漢字 👩‍🚀', 'Größe 漢字 👩‍🚀'],
  [
    'escapes what is markup',
    `<a href="x" id='y'>&amp;</a>`,
    '&lt;a href=&quot;x&quot; id=&apos;y&apos;&gt;&amp;amp;&lt;/a&gt;',
  ],
  ['escapes the end of a CDATA section', ']]>', ']]&gt;'],
  ['keeps line ends and tabs through attributes', 'a\tb\r\nc', 'a&#9;b&#13;&#10;c'],
  ['replaces controls', 'a\0b\u001b[31m\u0008', 'a\ufffdb\ufffd[31m\ufffd'],
  ['replaces halves of surrogate pairs and keeps whole ones', 'a\ud800b\udc00\ud83d\ude00', 'a\ufffdb\ufffd😀'],
  ['replaces the two noncharacters that XML forbids', '\ufffe\uffff\ufdd0', '\ufffd\ufffd\ufdd0'],
  ['keeps C1 controls, which XML 1.0 allows', 'a\u0085\u009bb', 'a\u0085\u009bb'],
]

describe('xmlText()', () => {
  for (const [name, text, expected] of cases) it(name, () => assert.equal(xmlText(text), expected))
})
