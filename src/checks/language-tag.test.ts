import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkHreflang, isValidLanguageTag, primaryLanguage } from './language-tag.ts'

/** A tag of 100 characters. */
const LONGEST = `en-x-${'abcdefgh-'.repeat(10)}abcde`

/** RFC 5646, appendix A, and the errors of section 2.1 and 2.2. */
const valid =
  'de fr ja i-enochian zh-Hant zh-cmn-Hans-CN sr-Latn-RS sl-rozaj-biske de-CH-1901 hy-Latn-IT-arevela de-DE en-US es-419 de-CH-x-phonebk az-Arab-x-AZE-derbend x-whatever qaa-Qaaa-QM-x-southern sr-Qaaa-RS en-US-u-islamcal zh-CN-a-myext-x-private en-a-myext-b-another'
for (const tag of [...valid.split(' '), LONGEST]) {
  test(`isValidLanguageTag() accepts ${tag} (RFC 5646, appendix A)`, () => assert.equal(isValidLanguageTag(tag), true))
}

const invalid = [
  'de-419-DE',
  'a-DE',
  'en_US',
  'en-UK',
  'en-',
  '-en',
  '',
  'x',
  'en-x',
  'en-u',
  'e',
  'toString',
  'en--US',
  'en-x-abcdefghi',
  'en-x-abcdefghi-a',
  `${LONGEST}a`,
]
for (const tag of [...invalid, 'x'.repeat(5_000), 'en-'.repeat(3_000)]) {
  test(`isValidLanguageTag() refuses "${tag.slice(0, 20)}"`, () => assert.equal(isValidLanguageTag(tag), false))
}

test('primaryLanguage() folds case, region, separator and codes of the same language', () => {
  const codes = ['EN-gb', 'de_AT', ' nb-NO', 'nn', 'iw', 'cmn-Hans', 'fil']
  assert.deepEqual(codes.map(primaryLanguage), ['en', 'de', 'no', 'no', 'he', 'zh', 'tl'])
})

const suggestions: [code: string, suggestion: string | null][] = [
  ['en-UK', 'en-GB'],
  ['en_us', 'en-US'],
  ['jp', 'ja'],
  ['ja-JA', 'ja-JP'],
  ['zh-CHS', 'zh-Hans'],
  ['en-EU', 'en'],
  ['cn', 'zh'],
  ['da-DA', 'da-DK'],
  ['xx-YY', null],
  ['fil_PH', null],
]
for (const [code, suggestion] of suggestions) {
  test(`checkHreflang() suggests ${suggestion} for ${code}`, () => {
    const result = checkHreflang(code)
    assert.ok(result.kind === 'invalid')
    assert.equal(result.suggestion, suggestion)
  })
}

test('checkHreflang() tells valid tags that are not documented from invalid ones', () => {
  const kinds = ['x-default', 'uk', 'es-419', 'fil', 'iw', 'ca-valencia', 'en-x-any', 'gb'].map(
    code => checkHreflang(code).kind,
  )
  assert.deepEqual(kinds, [
    'supported',
    'supported',
    'unsupported',
    'unsupported',
    'unsupported',
    'unsupported',
    'unsupported',
    'invalid',
  ])
})

test('checkHreflang() says why a value is no tag', () => {
  const rows = [
    ['', 'the value is empty'],
    ['en-us-latn', 'the parts are not in the order language, script, country'],
    ['en-us-zzzzz', '"ZZZZZ" is not a country or script code'],
    ['xx', '"xx" is not a language code'],
    ['xx_us', 'language and country are separated by a hyphen, not an underscore'],
  ] as const
  for (const [code, why] of rows) assert.deepEqual(checkHreflang(code), { kind: 'invalid', why, suggestion: null })
})
