import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './facts-of.ts'

const actions: [attributes: string, action: string, method: string][] = [
  ['', '', 'get'],
  ['action="" method=POST', '', 'post'],
  ['action=/login method=dialog', 'http://example.test/login', 'dialog'],
  ['action=http://a.test/x method=put', 'http://a.test/x', 'get'],
  ['action="mailto:a@b.test"', 'mailto:a@b.test', 'get'],
]
for (const [attributes, action, method] of actions)
  test(`form with ${attributes || 'nothing'}`, () => {
    const [form] = factsOf(`<form ${attributes}></form>`).forms
    assert.deepEqual([form?.action, form?.method], [action, method])
  })

const fields: [input: string, hasPasswordField: boolean, hasCardField: boolean][] = [
  ['<input type=Password>', true, false],
  ['<input autocomplete="section-a cc-number">', false, true],
  ['<input name=cardNumber>', false, true],
  ['<input name=cc_num>', false, true],
  ['<input name=cvv>', false, true],
  ['<input name=accnum>', false, false],
  ['<input type=text name=card>', false, false],
]
for (const [input, hasPasswordField, hasCardField] of fields)
  test(`form with ${input}`, () => {
    const [form] = factsOf(`<form><p>${input}</form><input type=password>`).forms
    assert.deepEqual([form?.hasPasswordField, form?.hasCardField], [hasPasswordField, hasCardField])
  })
