import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { JsonMemberError, jsonMembers } from './json-members.ts'

async function* pieces(text: string, size: number): AsyncIterable<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}

async function read(text: string, wanted: string[], size = text.length || 1): Promise<[string, unknown][]> {
  const members = await Array.fromAsync(jsonMembers(pieces(text, size), wanted))
  return members.map(({ key, text: json }) => [key, JSON.parse(json)])
}

const value = {
  format: 'a "quoted" \\ text, with {all} [the] :signs',
  empty: [],
  emptyObject: {},
  nested: { list: [1, [2, { deep: ']' }]], 'key "x": [': null },
  list: [1, 'two, ]', { three: [3, '}'] }, [4, [5]], null, true, '\\', '\\"'],
  unwanted: [{ a: 'b' }],
  last: -1.5e3,
}
const wanted = ['format', 'empty', 'emptyObject', 'nested', 'list', 'last']
const expected = [
  ['format', value.format],
  ['emptyObject', {}],
  ['nested', value.nested],
  ...value.list.map(entry => ['list', entry]),
  ['last', -1500],
]

describe('jsonMembers()', () => {
  for (const [name, text] of [
    ['on one line', JSON.stringify(value)],
    ['indented', JSON.stringify(value, null, 2)],
    ['with CRLF and a byte order mark', `\ufeff${JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n')}\r\n`],
  ] as const) {
    it(`cuts an object ${name}, however it arrives`, async () => {
      for (const size of [1, 2, 3, 7, 64, text.length]) assert.deepEqual(await read(text, wanted, size), expected)
    })
  }

  it('passes over what is not wanted without holding it', async () => {
    async function* long(): AsyncIterable<string> {
      yield '{"pages": ["'
      const block = 'x'.repeat(1024 * 1024)
      for (let index = 0; index < 100; index++) yield block
      yield '"], "last": 7}'
    }
    const members = await Array.fromAsync(jsonMembers(long(), ['last']))
    assert.deepEqual(members, [{ key: 'last', text: '7' }])
  })

  it('keeps the first entries of the lists within an entry', async () => {
    async function* long(): AsyncIterable<string> {
      yield '{"issues": [{"urls": ["0"'
      for (let part = 0; part < 200; part++) yield ', "a, ]}\\"", {"b": [1, 2]}'.repeat(5_000)
      yield '], "more": [1, 2]}, {"urls": ["1", "2"]}]}'
    }
    const [cut, whole, ...others] = await Array.fromAsync(jsonMembers(long(), ['issues']))
    const { urls, more } = JSON.parse(cut?.text ?? '')
    assert.deepEqual([urls.length, urls[0], urls.at(-1), more], [10_000, '0', 'a, ]}"', [1, 2]])
    assert.deepEqual([JSON.parse(whole?.text ?? ''), others], [{ urls: ['1', '2'] }, []])
  })

  it('refuses an entry without end', async () => {
    async function* endless(): AsyncIterable<string> {
      yield '{"last": "'
      for (;;) yield 'x'.repeat(1024 * 1024)
    }
    await assert.rejects(Array.fromAsync(jsonMembers(endless(), ['last'])), JsonMemberError)
  })

  for (const [name, text] of [
    ['nothing', ''],
    ['blanks', ' \n'],
    ['text', 'Severity,Type\r\n'],
    ['a list', '[1]'],
    ['a string', '"a"'],
    ['two objects', '{"a": 1}{"b": 2}'],
    ['an object that ends too early', '{"a": [1, 2'],
    ['a string that ends too early', '{"a": "b'],
    ['a bracket too many', '{"a": 1}]'],
    ['a key that is none', '{a: 1}'],
    ['a colon in a list', '{"last": [1: 2]}'],
    ['a comma before the first key', '{, "a": 1}'],
  ] as const) {
    it(`refuses ${name}`, async () => {
      for (const size of [1, text.length || 1]) await assert.rejects(read(text, ['last'], size), JsonMemberError)
    })
  }
})
