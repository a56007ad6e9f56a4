import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileNameOf } from './export-list.ts'

test('fileNameOf() takes the plain name that the server gives, or one of ours', () => {
  const named = (value: string) => fileNameOf({ headers: new Headers({ 'content-disposition': value }) })
  assert.equal(named(`attachment; filename="a-b.csv"; filename*=UTF-8''a%20b.csv`), 'a-b.csv')
  assert.equal(named('attachment'), 'sitesounder')
  assert.equal(fileNameOf({ headers: new Headers() }), 'sitesounder')
})
