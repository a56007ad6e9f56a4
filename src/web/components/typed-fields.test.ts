import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unreadableField } from '#shared/custom-fields.ts'
import { emptyField, foundValue, typedField, typedLines, typedMistakes } from './typed-fields.ts'

const price = { ...emptyField, name: ' Price ', selector: ' .price ' }
const none = { isTested: false, values: [], message: undefined }

test('typedField() reads any line', () => {
  assert.deepEqual(typedField('Price = .price -> all @content'), {
    name: 'Price',
    language: 'css',
    selector: '.price',
    takes: '@content',
    isAll: true,
  })
  assert.deepEqual(typedField(' = .price'), { ...emptyField, selector: '.price' })
  assert.deepEqual(typedField('.price'), { ...emptyField, selector: '.price' })
  assert.deepEqual(typedField(''), emptyField)
})

test('typedLines() leaves out what is untouched, and spaces around names and selectors', () => {
  assert.deepEqual(typedLines([emptyField, price]), typedLines([{ ...price, name: 'Price', selector: '.price' }]))
  assert.equal(typedLines([price]).length, 1)
})

test('foundValue() finds the value by the name without spaces', () => {
  const value = { name: 'Price', text: '3', number: 3 }
  assert.equal(foundValue(price, [value]), value)
  assert.equal(foundValue({ ...price, name: 'Author' }, [value]), undefined)
})

test('typedMistakes() shows mistakes of fields once they are tested', () => {
  const nameless = { ...price, name: '' }
  assert.deepEqual(typedMistakes([nameless, emptyField], none), [null, null])
  const [mistake, untouched] = typedMistakes([nameless, emptyField], { ...none, isTested: true })
  assert.equal(mistake?.part, 'name')
  assert.equal(untouched, null)
})

test('typedMistakes() shows at its field what a page or a message says of it', () => {
  const problem = 'the selector ends too early.'
  const message = unreadableField('Price', problem)
  const other = { ...price, name: 'Author' }
  const expected = [null, { part: 'selector', message: problem }]
  assert.deepEqual(typedMistakes([other, price], { ...none, message }), expected)
  const values = [{ name: 'Price', text: '', number: null, error: message }]
  assert.deepEqual(typedMistakes([other, price], { ...none, values }), expected)
  assert.deepEqual(
    typedMistakes([price], {
      ...none,
      values: [{ name: 'Price', text: '', number: null, error: 'It took too long.' }],
    }),
    [{ part: 'selector', message: 'It took too long.' }],
  )
  assert.deepEqual(typedMistakes([price], { ...none, message: 'The server is busy.' }), [null])
})
