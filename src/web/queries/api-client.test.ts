import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { crawlEndpoints } from '#shared/api/crawls.ts'
import { issueEndpoints } from '#shared/api/issues.ts'
import { websiteEndpoints } from '#shared/api/websites.ts'
import {
  ApiError,
  callApi,
  endpointUrl,
  fetchFailure,
  fileUrl,
  isRefusal,
  readableMessage,
  requestFile,
  requestJson,
  requireWebsiteId,
  serverMessage,
} from './api-client.ts'

function respondWith(t: TestContext, response: Response) {
  return t.mock.method(globalThis, 'fetch', async (_url: string, _init?: RequestInit) => response)
}

test('endpointUrl() fills in the id and omits undefined and empty parameters', () => {
  const query = { initial: true, type: 'a,b', search: '', crawl: undefined, offset: 0 }
  assert.equal(endpointUrl(issueEndpoints.listIssues, 7, query), '/api/issues/7?initial=true&type=a%2Cb&offset=0')
  assert.equal(endpointUrl(websiteEndpoints.listWebsites), '/api/websites')
})

test('fileUrl() does the same for files', () => {
  const query = { format: 'csv', bom: undefined, search: '', crawl: 3 }
  assert.equal(fileUrl('exportCrawl', 7, query), '/api/export-csv/7?format=csv&crawl=3')
  assert.equal(fileUrl('docs'), '/api/docs')
})

test('requestFile() sends the method given, and fails as other calls do', async t => {
  const fetched = respondWith(t, new Response(null))
  assert.equal((await requestFile('/api/sitemap/7', { method: 'HEAD' })).status, 200)
  assert.deepEqual(fetched.mock.calls[0]?.arguments, ['/api/sitemap/7', { method: 'HEAD', credentials: 'include' }])
  respondWith(t, new Response('No browser was found.', { status: 503 }))
  await assert.rejects(requestFile('/api/report/7'), { name: 'ApiError', message: '503: No browser was found.' })
})

test('callApi() sends credentials, and neither content type nor body without a payload', async t => {
  const fetched = respondWith(t, Response.json([]))
  assert.deepEqual(await callApi(websiteEndpoints.listWebsites), [])
  assert.deepEqual(fetched.mock.calls[0]?.arguments, ['/api/websites', { method: 'GET', credentials: 'include' }])
})

test('callApi() sends a payload as JSON', async t => {
  const fetched = respondWith(t, Response.json({ websiteId: 1, crawlId: 2, isStarted: true }))
  await callApi(crawlEndpoints.startCrawl, { body: { url: 'a.example', crawlLimit: 5 } })
  const init = fetched.mock.calls[0]?.arguments[1]
  assert.deepEqual(init?.headers, { 'content-type': 'application/json' })
  assert.equal(init?.body, '{"url":"a.example","crawlLimit":5}')
})

test('callApi() rejects a response of another shape', async t => {
  respondWith(t, Response.json([{ id: 'one' }]))
  await assert.rejects(callApi(websiteEndpoints.listWebsites))
})

test('requestJson() returns the JSON as it was sent', async t => {
  respondWith(t, Response.json(['anything']))
  assert.deepEqual(await requestJson(issueEndpoints.listIssues, { id: 1 }), ['anything'])
})

const failures: readonly [string, Response, string][] = [
  ['the body', new Response(' No such website. \n', { status: 404, statusText: 'Not Found' }), '404: No such website.'],
  [
    'the status text of an empty body',
    new Response('', { status: 502, statusText: 'Bad Gateway' }),
    '502: Bad Gateway',
  ],
]
for (const [name, response, message] of failures)
  test(`callApi() fails with the status and ${name}`, async t => {
    respondWith(t, response)
    await assert.rejects(callApi(websiteEndpoints.listWebsites), { name: 'ApiError', message })
  })

test('fetchFailure() names the status text, the body where HTTP/2 has none, or what fetch said', () => {
  const error = (statusText: string, body: string) => new ApiError({ status: 404, statusText, body })
  assert.equal(fetchFailure('Failed to fetch pages', error('Not Found', 'Gone.')), 'Failed to fetch pages: Not Found')
  assert.equal(fetchFailure('Failed to fetch pages', error('', 'Gone.')), 'Failed to fetch pages: Gone.')
  assert.equal(fetchFailure('Failed to fetch pages', error('', '')), 'Failed to fetch pages: 404')
  assert.equal(fetchFailure('Failed to fetch pages', new TypeError('offline')), 'Failed to fetch pages: offline')
})

test('fetchFailure() names no cause for a response of another shape', async t => {
  for (const response of [new Response('<!doctype html>'), Response.json([{ id: 'one' }])]) {
    respondWith(t, response)
    const error = await callApi(websiteEndpoints.listWebsites).catch((cause: unknown) => cause)
    assert.ok(error instanceof Error)
    assert.equal(fetchFailure('Failed to fetch websites', error), 'Failed to fetch websites')
    assert.equal(readableMessage(error), '')
  }
})

test('serverMessage() is undefined when the response has no message', () => {
  assert.equal(serverMessage(new ApiError({ status: 500, statusText: 'Error', body: '' })), undefined)
  assert.equal(serverMessage(new TypeError('offline')), undefined)
})

test('isRefusal() is false for too many requests, server errors and a lost connection', () => {
  const refused = (status: number) => isRefusal(new ApiError({ status, statusText: '', body: '' }))
  assert.deepEqual([400, 401, 403, 404].map(refused), [true, true, true, true])
  assert.deepEqual([429, 500, 503].map(refused), [false, false, false])
  assert.equal(isRefusal(new TypeError('offline')), false)
})

test('requireWebsiteId() throws without a website', () => {
  assert.equal(requireWebsiteId(7), 7)
  assert.throws(() => requireWebsiteId(null), { message: 'No website ID provided' })
})
