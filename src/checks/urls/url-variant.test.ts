import assert from 'node:assert/strict'
import { test } from 'node:test'
import { variantDifferencesOf, variantKey } from './url-variant.ts'

const equal: [string, string][] = [
  ['https://a.test/x', 'https://a.test/x/'],
  ['https://a.test/x', 'https://a.test/X'],
  ['https://a.test/', 'https://a.test/index.php'],
  ['https://a.test/x/', 'https://a.test/x/Default.aspx'],
  ['https://a.test/x', 'https://a.test/x.html'],
  ['https://a.test/X/', 'https://a.test/x.HTM'],
  ['https://a.test/x?b=2&a=1', 'https://a.test/x?a=1&b=2'],
  ['https://a.test/x?gclid=9', 'https://a.test/x?utm_campaign=spring'],
]
for (const [a, b] of equal) {
  test(`variantKey() is the same for ${a} and ${b}`, () => assert.equal(variantKey(a), variantKey(b)))
}

const different: [string, string][] = [
  ['https://a.test/x', 'http://a.test/x'],
  ['https://a.test/x', 'https://a.test/x?id=1'],
  ['https://a.test/x?id=A', 'https://a.test/x?id=a'],
  ['https://a.test/x', 'https://a.test/index'],
  ['https://a.test/x', 'https://a.test/x.pdf'],
  ['https://a.test/x', 'https://a.test/x.html.bak'],
  ['https://a.test/index.html.bak', 'https://a.test/'],
  ['no URL', 'nor this'],
]
for (const [a, b] of different) {
  test(`variantKey() tells ${a} from ${b}`, () => assert.notEqual(variantKey(a), variantKey(b)))
}

test('variantDifferencesOf() knows none of what is no URL', () => {
  assert.deepEqual(variantDifferencesOf('no URL', 'https://a.test/'), [])
  assert.deepEqual(variantDifferencesOf('https://a.test/', 'no URL'), [])
})
