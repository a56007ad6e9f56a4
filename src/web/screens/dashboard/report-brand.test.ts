import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportSections } from '#shared/api/client-report.ts'
import { readBrand, writeBrand } from './report-brand.ts'

function memory(text: string | null = null) {
  let stored = text
  return {
    read: () => stored,
    write: (_: string, value: string) => {
      stored = value
      return true
    },
    remove: () => {
      stored = null
    },
  }
}

const empty = { name: '', client: '', logo: '', sections: [...reportSections] }
const brand = { name: 'Studio', client: 'Bakery', logo: 'data:image/png;base64,AA==', sections: ['summary' as const] }

test('the names, logo and sections are those of the last report, the client that of the website', () => {
  const storage = memory()
  writeBrand(storage, 1, brand)
  writeBrand(storage, 2, { ...brand, client: 'Brewery', name: 'Other studio' })
  assert.deepEqual(readBrand(storage, 1), { ...brand, name: 'Other studio' })
  assert.deepEqual(readBrand(storage, 2).client, 'Brewery')
  assert.deepEqual(readBrand(storage, 3), { ...brand, name: 'Other studio', client: '' })
})

test('clients of the last fifty websites are kept', () => {
  const storage = memory()
  for (let id = 1; id <= 51; id++) writeBrand(storage, id, brand)
  assert.deepEqual([readBrand(storage, 1).client, readBrand(storage, 2).client], ['', 'Bakery'])
})

for (const text of [null, '', '{', '[]', 'null', '{"name":1,"logo":null,"sections":["x"],"clients":[[1]]}'])
  test(`nothing is chosen where the browser has kept ${text}`, () =>
    assert.deepEqual(readBrand(memory(text), 1), empty))
