import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logFaults, readRequest } from './request-log.ts'

const page = 'GET http://127.0.0.1:4000/'
const picture = 'HEAD http://127.0.0.1:4000/picture/1.png'
const named = new Set(['http://127.0.0.1:4000/picture/1.png'])

test('a line is a method and a URL', () => {
  assert.deepEqual(readRequest(picture), { method: 'HEAD', url: 'http://127.0.0.1:4000/picture/1.png' })
  for (const line of ['', 'POST http://127.0.0.1:4000/', 'GET /', ` ${page}`])
    assert.throws(() => readRequest(line), line)
})

test('the same requests in another order are the same', () => {
  assert.deepEqual(logFaults({ requested: [page, picture, page], replayed: [picture, page, page] }, named), [])
})

test('a request that only one made is a fault, and so is one by another method', () => {
  for (const replayed of [[page], [page, picture, picture], [page, picture.replace('HEAD', 'GET')]]) {
    const faults = logFaults({ requested: [page, picture], replayed }, named)
    assert.deepEqual(faults, [`the audit made 2 requests and the loop ${replayed.length} that are not the same`])
  }
})

test('a URL that pages name and was never requested is a fault', () => {
  const faults = logFaults({ requested: [page], replayed: [page] }, named)
  assert.deepEqual(faults, ['1 of 1 URLs were not requested, such as http://127.0.0.1:4000/picture/1.png'])
})
