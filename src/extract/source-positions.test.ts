import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourcePositions } from './source-positions.ts'
import { factsOf } from './test-facts.ts'

const source = 'a\nbc\r\nd\re\n\nf'
const rows: [char: string, line: number, column: number][] = [
  ['a', 1, 1],
  ['b', 2, 1],
  ['c', 2, 2],
  ['d', 3, 1],
  ['e', 4, 1],
  ['f', 6, 1],
]
for (const [char, line, column] of rows)
  test(`${char} stands in line ${line}, column ${column}`, () => {
    const positions = sourcePositions(source)
    const offset = source.indexOf(char)
    assert.deepEqual([positions.lineAt(offset), positions.columnAt(offset)], [line, column])
  })

test('elements stand where their start tag begins, also behind emoji, entities and a byte order mark', () => {
  const facts = factsOf('\ufeff😀&amp;\r\n<p>\n<a\nhref=/>x</a>')
  assert.deepEqual(
    facts.links.map(({ line }) => line),
    [3],
  )
})

test('an element that the parser opened again has no line of its own', () => {
  const lines = factsOf('<a href=/x><p>one</p>\n<p>two</a>').links.map(({ line }) => line)
  assert.ok(lines.length > 1)
  assert.deepEqual(new Set(lines), new Set([1, 0]))
})

test('a link that the parser opened again shows the attributes of the first', () => {
  const [first] = factsOf('<a href=./><img src=a><div><a href=./ class=x>Tides</a></div></a>').namelessLinks
  assert.equal(first?.tag, '<a href="./">')
  assert.equal(first?.line, 0)
})

test('the head excerpt begins with the head tag and is cut', () => {
  assert.ok(
    factsOf('<!doctype html>\n<html><head lang=x><title>t</title>').headExcerpt.startsWith('<head lang=x><title>'),
  )
  assert.ok(factsOf('<title>t</title>').headExcerpt.startsWith('<title>'))
  assert.equal(factsOf(`<head>${'<meta name=x>'.repeat(1_000)}`).headExcerpt.length, 2_048)
})
