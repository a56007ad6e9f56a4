import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { XmlEvents } from './xml-events.ts'

/** What is reported of a document that arrives in these pieces; neighbouring texts are one. */
function eventsOf(pieces: readonly string[]) {
  const events: string[] = []
  const text = (kind: string, value: string) => {
    const last = events.at(-1)
    if (last?.startsWith(kind)) events[events.length - 1] = last + value
    else events.push(kind + value)
  }
  const reader = new XmlEvents({
    onOpen: (name, attributes) => events.push(`open ${name}|${attributes.trim()} at ${Object.values(reader.place())}`),
    onClose: name => events.push(`close ${name}`),
    onText: (value, isLiteral) => text(isLiteral ? 'literal ' : 'text ', value),
  })
  for (const piece of pieces) {
    const problem = reader.push(piece)
    if (problem !== null) return { events, problem, detail: reader.detail }
  }
  return { events, problem: reader.end(), detail: reader.detail }
}

const DOCUMENT =
  '<?xml version="1.0"?><!-- a > b -->\n<a x=">" y=\'"\'>1 &amp; 2<![CDATA[<b>&amp;]]>\n<c/>&#x41;&unknown; &</a>\n'
const ends: [name: string, document: string, problem: string | null][] = [
  ['a document type', '<!DOCTYPE urlset SYSTEM "x">', 'doctype'],
  ['a page', '<!doctype html><title>x</title>', 'html'],
  ['another declaration', '<!ELEMENT urlset (url)>', 'malformed'],
  ['a tag without end', '<a', 'malformed'],
  ['a comment without end', '<a><!-- x', 'malformed'],
  ['a CDATA section without end', '<a><![CDATA[ x', 'malformed'],
  ['nothing', ' \n', null],
]

describe('XmlEvents', () => {
  it('reports tags, texts and where they stand', () => {
    const { events, problem } = eventsOf([DOCUMENT])
    assert.equal(problem, null)
    assert.deepEqual(
      events.filter(each => !each.startsWith('text \n')),
      [
        `open a|x=">" y='"' at 2,1`,
        'text 1 &amp; 2',
        'literal <b>&amp;',
        'open c| at 3,1',
        'close c',
        'text &#x41;&unknown; &',
        'close a',
      ],
    )
  })

  it('reports the same wherever the pieces of the document end', () => {
    const whole = eventsOf([DOCUMENT])
    for (let at = 1; at < DOCUMENT.length; at++)
      assert.deepEqual(eventsOf([DOCUMENT.slice(0, at), DOCUMENT.slice(at)]), whole, DOCUMENT.slice(0, at))
    assert.deepEqual(eventsOf([...DOCUMENT]), whole, 'one character at a time')
  })

  for (const [name, document, problem] of ends)
    it(`${name}: ${problem ?? 'no problem'}, wherever the pieces end`, () => {
      assert.equal(eventsOf([document]).problem, problem)
      assert.equal(eventsOf([...document]).problem, problem)
    })
})
