import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '../queries/api-client.ts'
import { limitMessage, startFailure, startLimit } from './use-crawl-form.ts'

const valid = ['1', '500', ' 100 ']
const invalid = ['', ' ', '0', '-1', '501', '1.5', 'many', 'Infinity']

for (const limit of valid)
  test(`limitMessage() accepts "${limit}"`, () => assert.equal(limitMessage(limit, 500), undefined))

for (const limit of invalid)
  test(`limitMessage() refuses "${limit}"`, () => assert.equal(limitMessage(limit, 500), 'Between 1 and 500'))

test('limitMessage() follows the maximum of the operator', () => assert.equal(limitMessage('9000', 10_000), undefined))

test('startFailure() repeats what the server said, and says nothing where it said nothing', () => {
  const refused = new ApiError({ status: 400, statusText: 'Bad Request', body: 'Port 9 is not allowed' })
  assert.equal(startFailure(refused), 'Failed to start crawl: Port 9 is not allowed')
  assert.equal(startFailure(new TypeError('fetch failed')), 'Failed to start crawl')
})

const settings: [setting: string, limit: string][] = [
  ['', '100'],
  ['250', '250'],
  [' 1e2 ', '100'],
  ['501', '100'],
  ['as many as you like', '100'],
  ['-5', '100'],
]
for (const [setting, limit] of settings)
  test(`startLimit() makes ${limit} of the setting "${setting}"`, () =>
    assert.equal(startLimit(setting, { initialLimit: '100', maxCrawlLimit: 500 }), limit))
