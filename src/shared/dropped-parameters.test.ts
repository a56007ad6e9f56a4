import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parameterDropper, parseParameterNames, splitParameterNames } from './dropped-parameters.ts'

describe('parameterDropper()', () => {
  const drop = parameterDropper({ dropParameters: ['sid', 'utm_*', 'filter[old]'] }, 'http://www.shop.example/x')
  const cases: [name: string, url: string, expected: string][] = [
    ['drops a parameter', 'https://shop.example/a?sid=1', 'https://shop.example/a'],
    [
      'drops by the beginning of its name',
      'https://shop.example/a?utm_source=x&utm_=1&utm=2',
      'https://shop.example/a?utm=2',
    ],
    [
      'keeps the others as written, in their order',
      'https://shop.example/a?b=%C3%A9+1&sid&a&&b=2',
      'https://shop.example/a?b=%C3%A9+1&a&&b=2',
    ],
    ['drops each of a name', 'https://shop.example/a?sid=1&b=2&sid=3', 'https://shop.example/a?b=2'],
    ['knows www. as the same site', 'https://www.shop.example/a?sid=1', 'https://www.shop.example/a'],
    ['knows a name in its percent form', 'https://shop.example/a?filter%5Bold%5D=1&s%69d=2', 'https://shop.example/a'],
    ['distinguishes names from values', 'https://shop.example/a?b=sid', 'https://shop.example/a?b=sid'],
    ['distinguishes letter cases', 'https://shop.example/a?SID=1', 'https://shop.example/a?SID=1'],
    ['leaves other sites alone', 'https://elsewhere.example/a?sid=1', 'https://elsewhere.example/a?sid=1'],
    ['leaves another port alone', 'https://shop.example:8443/a?sid=1', 'https://shop.example:8443/a?sid=1'],
    ['leaves an empty query alone', 'https://shop.example/a?', 'https://shop.example/a?'],
    ['bears a broken triplet', 'https://shop.example/a?%E0%A4%A=1&sid=2', 'https://shop.example/a?%E0%A4%A=1'],
  ]
  for (const [name, url, expected] of cases)
    test(name, () => {
      assert.equal(drop(url), expected)
      assert.equal(drop(expected), expected, 'dropping again changes nothing')
    })

  test('drops nothing without names, and every parameter, no more, for a star alone', () => {
    const url = 'https://shop.example/a?sid=1&b=2'
    assert.equal(parameterDropper({ dropParameters: [] }, 'https://shop.example/')(url), url)
    const dropAll = parameterDropper({ dropParameters: ['*'] }, 'https://shop.example/')
    assert.equal(dropAll(url), 'https://shop.example/a')
    assert.equal(dropAll('https://shop.example/a'), 'https://shop.example/a')
  })
})

describe('parseParameterNames()', () => {
  test('takes names, each once', () =>
    assert.deepEqual(parseParameterNames(splitParameterNames(' sid, utm_* \n sid ')), {
      ok: true,
      values: ['sid', 'utm_*'],
    }))

  const refused: [name: string, typed: string[], problem: string][] = [
    ['a star in the middle', ['utm_*x'], 'must be names such as sid or utm_*: “utm_*x” is none'],
    ['a value with its name', ['sid=1'], 'must be names such as sid or utm_*: “sid=1” is none'],
    ['what cannot be seen', ['a\u0000b'], 'must be names such as sid or utm_*: “a\u0000b” is none'],
    ['two names in one', ['a b'], 'must be names such as sid or utm_*: “a b” is none'],
    ['a name without end', ['x'.repeat(101)], 'must have names of at most 100 characters'],
    ['too many', Array.from({ length: 51 }, (_, index) => `p${index}`), 'must be at most 50 names'],
  ]
  for (const [name, typed, problem] of refused)
    test(`refuses ${name}`, () => assert.deepEqual(parseParameterNames(typed), { ok: false, problem }))
})
