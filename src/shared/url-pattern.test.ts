import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canonicalForms, compilePattern, indexOfLinear, matches, octetsOf, stepsOf } from './url-pattern.ts'

describe('indexOfLinear()', () => {
  /** Longer than what the built-in search looks for. */
  const needles: [name: string, needle: string][] = [
    ['one character', 'a'],
    ['250 characters', 'ab'.repeat(125)],
    ['the same again and again', `${'a'.repeat(300)}b`],
    ['pairs', `${'ab'.repeat(150)}b`],
    ['a beginning that comes again within', `${'aab'.repeat(60)}aac${'aab'.repeat(60)}aad`],
    ['a run that is one longer when it comes again', `${'a'.repeat(150)}b${'a'.repeat(151)}bc`],
    ['borders within borders', `${'abacabad'.repeat(20)}abacaba${'abacabad'.repeat(20)}x`],
  ]
  for (const [name, needle] of needles)
    it(`finds ${name} where indexOf() does`, () => {
      const begun = needle.slice(0, -1)
      const haystacks = [
        ...[needle, `${needle}x`, `x${needle}`, begun, '', `${begun}${needle}`, `${begun}y${needle}${needle}`],
        // Each shorter beginning is in the way once, and each end overlaps another attempt.
        ...Array.from({ length: needle.length }, (_, length) => needle.slice(0, length) + needle),
        ...Array.from({ length: needle.length }, (_, at) => begun + needle.slice(at)),
      ]
      for (const haystack of haystacks)
        for (const from of [0, 1, 2, needle.length, haystack.length])
          assert.equal(indexOfLinear(haystack, needle, from), haystack.indexOf(needle, from), `${haystack} ${from}`)
    })
})

describe('matches()', () => {
  const rows: [pattern: string, matching: string[], others: string[]][] = [
    ['/', ['/', '/a'], ['']],
    ['/a', ['/a', '/ab', '/a?b'], ['/', '/A', '/b/a']],
    ['/a$', ['/a'], ['/ab', '/a/', '/a/a']],
    ['*.php$', ['/a.php', '/.php.php'], ['/a.php5', '/a.php?b']],
    ['/a*b*c', ['/abc', '/axbxcx'], ['/acb', '/ab']],
    ['/ab*bc$', ['/abbc', '/abcbc'], ['/abc', '/abbcd']],
    ['/a*', ['/a', '/ab'], ['/b']],
    ['/a**b', ['/ab', '/axb'], ['/a']],
    ['', ['', '/a'], []],
    ['$', [''], ['/']],
    ['/a*a*a$', ['/aaa', '/axaxa', '/aaaa'], ['/aa', '/aaab']],
  ]
  for (const [pattern, matching, others] of rows)
    it(`takes for "${pattern}" ${matching.join(', ') || "''"}, and not ${others.join(', ') || 'any other'}`, () => {
      const isMatch = (path: string) => matches(compilePattern(pattern), path)
      assert.deepEqual(matching.filter(isMatch), matching)
      assert.deepEqual(others.filter(isMatch), [])
    })
})

describe('compilePattern()', () => {
  const rows: [value: string, parts: string[], isAnchored: boolean, length: number][] = [
    ['/a', ['/a'], false, 2],
    ['/a$', ['/a'], true, 3],
    ['/a$b', ['/a%24b'], false, 6],
    ['/a***b', ['/a', 'b'], false, 6],
    ['/%61%2f%2A', ['/a%2F%2A'], false, 8],
    ['/caf\u00c3\u00a9', ['/caf%C3%A9'], false, 10],
  ]
  for (const [value, parts, isAnchored, length] of rows)
    it(`of ${value}`, () => assert.deepEqual(compilePattern(value), { parts, isAnchored, length }))
})

describe('canonicalForms()', () => {
  const rows: [path: string, forms: string[]][] = [
    ['/a-b.c~d/?e=f&g', ['/a-b.c~d/?e=f&g']],
    ['/%61 *$', ['/a%20%2A%24']],
    ['/a%3ab', ['/a%3Ab']],
    ['/?to=http%3A%2f%2fb', ['/?to=http://b', '/?to=http%3A%2F%2Fb']],
    ['/%3f?a', ['/%3F?a']],
    ['/é', ['/%C3%A9']],
  ]
  for (const [path, forms] of rows)
    it(`of ${path} are ${forms.join(' and ')}`, () => assert.deepEqual(canonicalForms(path), forms))
})

describe('octetsOf()', () => {
  it('has one character for each octet of UTF-8', () => {
    assert.equal(octetsOf('/a\x7f'), '/a\x7f')
    assert.equal(octetsOf('é'), '\u00c3\u00a9')
  })
})

describe('stepsOf()', () => {
  for (const [pattern, steps] of [
    ['/a*b', 4],
    ['/b*a', 0],
    ['/a', 0],
    ['*x', 4],
  ] as const)
    it(`of ${pattern} in a path of four characters are ${steps}`, () =>
      assert.equal(stepsOf(compilePattern(pattern), '/abc'), steps))
})
