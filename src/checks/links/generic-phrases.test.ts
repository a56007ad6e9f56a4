import assert from 'node:assert/strict'
import { test } from 'node:test'
import { genericPhrasesOf } from './generic-phrases.ts'

const phrases: [lang: string | null, text: string][] = [
  ['en', 'here'],
  ['en', 'READ MORE'],
  ['en', '  Read\tmore  '],
  ['en', '(Read more)'],
  ['en', '[ ... read more ... ]'],
  ['en', '» more »'],
  ['en', '\u00a0click\u00a0here…'],
  [null, 'Learn more →'],
  ['xx', 'this page:'],
  ['fr', 'Plus d’infos'],
  ['es', 'Más'],
  ['es', 'Ma\u0301s información'],
  ['fi', 'LISA\u0308A\u0308'],
  ['pt', 'Mais informac\u0327o\u0303es'],
  ['pl', 'Tu'],
  ['tr', 'Devamı'],
  ['ja', '詳細'],
  ['ko', '더 보기!'],
  ['ru', 'Ещё…'],
]
for (const [lang, text] of phrases) {
  test(`“${text}” is a phrase in ${lang}`, () => {
    assert.ok(genericPhrasesOf(lang)(text))
    assert.ok(genericPhrasesOf(lang)(text), 'a second time')
  })
}

const others: [lang: string, text: string][] = [
  ['en', ''],
  ['en', 'h'],
  ['en', '…'],
  ['en', '. . .'],
  ['en', '()'],
  ['en', 'heretofore'],
  ['en', 'he stands there'],
  ['en', '"here"'],
  ['en', '>here'],
  ['en', 'he\u0301re'],
  ['en', 'h\u0308ere'],
  ['en', 'más'],
  ['es', 'mas'],
  ['es', 'here'],
  ['en', `read ${' '.repeat(60)} more`],
]
for (const [lang, text] of others) {
  test(`“${text}” is none in ${lang}`, () => assert.ok(!genericPhrasesOf(lang)(text)))
}
