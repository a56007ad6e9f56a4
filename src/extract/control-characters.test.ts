import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './test-facts.ts'

const found = (markup: string) => factsOf(markup).controlCharacters
const at = (code: number, line: number, excerpt: string) => ({ code, line, excerpt })

test('a page without control characters has no such fact', () => assert.equal(found('<p>\tA\r\n\fpage</p>'), undefined))

test('controlCharacters names the character, its line, and the source around it', () => {
  assert.deepEqual(found('<p>One</p>\n<img alt="Har\0bour" src=a.png><p>Two\x0b</p>\n<a href="/\x7fx">x</a>'), [
    at(0x00, 2, '<p>One</p>\n<img alt="Har␀bour" src=a.png><p>Two␋</p>\n<a href="/␡'),
    at(0x0b, 2, '<p>One</p>\n<img alt="Har␀bour" src=a.png><p>Two␋</p>\n<a href="/␡x">x</a>'),
    at(0x7f, 3, 'One</p>\n<img alt="Har␀bour" src=a.png><p>Two␋</p>\n<a href="/␡x">x</a>'),
  ])
})

test('controlCharacters skips scripts, style sheets and comments', () => {
  assert.equal(found('<script>"\x01"</script><STYLE>\x02</STYLE><!-- \x03 --><p>A page</p>'), undefined)
  assert.equal(found('<p>A page</p><script>\x01'), undefined)
  assert.equal(found('<scripty>\x01</scripty>')?.length, 1)
})

test('controlCharacters is capped', () => assert.equal(found(`<p>${'\x01'.repeat(1_000)}`)?.length, 100))

test('a page in UTF-16 has none', () => {
  const body = Buffer.from('\ufeff<p>Hafen</p>', 'utf16le')
  assert.equal(factsOf('', { body }).controlCharacters, undefined)
})
