import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeReferences } from './source-text.ts'

const decoded: readonly (readonly [text: string, inText: string, inAttribute: string])[] = [
  ['', '', ''],
  ['a & b', 'a & b', 'a & b'],
  ['&amp;&lt;&gt;', '&<>', '&<>'],
  ['&amp', '&', '&'],
  ['&ampx', '&x', '&ampx'],
  ['&amp=1', '&=1', '&amp=1'],
  ['?a=1&copy=2&reg', '?a=1\u00a9=2\u00ae', '?a=1&copy=2\u00ae'],
  ['&notit; &notin;', '\u00acit; \u2209', '&notit; \u2209'],
  ['&unknown; &Amp;', '&unknown; &Amp;', '&unknown; &Amp;'],
  ['&NotEqualTilde;', '\u2242\u0338', '\u2242\u0338'],
  ['&CounterClockwiseContourIntegral;', '\u2233', '\u2233'],
  ['&#65;&#x41&#X41;', 'AAA', 'AAA'],
  ['&#128;&#x9f;&#x81;', '\u20ac\u0178\u0081', '\u20ac\u0178\u0081'],
  ['&#0;&#xD800;&#x110000;', '\ufffd\ufffd\ufffd', '\ufffd\ufffd\ufffd'],
  ['&#99999999999999999999;', '\ufffd', '\ufffd'],
  ['&#x1F600;', '\u{1F600}', '\u{1F600}'],
  ['&#; &#x; &#xg &', '&#; &#x; &#xg &', '&#; &#x; &#xg &'],
]
for (const [text, inText, inAttribute] of decoded)
  test(`decodeReferences() of ${JSON.stringify(text)}`, () => {
    assert.equal(decodeReferences(text, false), inText)
    assert.equal(decodeReferences(text, true), inAttribute)
  })
