import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isKnownLanguage, languageShares } from './main-language.ts'

const rows: [language: string, text: string][] = [
  ['en', 'The harbour is open to the public, and the lamps of the pilots are shown in the first room of this house.'],
  ['de', 'Der Hafen ist für alle geöffnet, und die Lampen der Lotsen sind im ersten Zimmer des Hauses zu sehen.'],
  ['fr', 'Le port est ouvert à tous, et les lampes des pilotes sont dans la première salle de la maison.'],
  ['es', 'El puerto está abierto para todos, y las lámparas de los pilotos son la parte más visitada de la casa.'],
  ['it', 'Il porto è aperto a tutti, e le lampade dei piloti sono nella prima sala della casa.'],
  ['nl', 'De haven is open voor het publiek, en de lampen van de loodsen zijn in een kamer van het huis te zien.'],
]
for (const [language, text] of rows)
  test(`languageShares() knows ${language}`, () => {
    const { shares } = languageShares(text)
    const [best] = [...shares].sort((a, b) => b[1] - a[1])
    assert.equal(best?.[0], language)
  })

test('languageShares() of no text', () => {
  const { words, shares } = languageShares('  ')
  assert.equal(words, 0)
  assert.equal(shares.get('en'), 0)
})

test('languageShares() counts words on lines of their own', () => {
  const { words, shares } = languageShares('The\nlamps of\n\nthe pilots')
  assert.deepEqual([words, shares.get('en')], [5, 0.6])
})

test('isKnownLanguage()', () => assert.deepEqual(['en', 'ja', 'toString'].map(isKnownLanguage), [true, false, false]))
