import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { endpoints } from '#shared/api/endpoints.ts'
import { streams } from '#shared/api/streams.ts'
import { openApiDocument } from '../openapi/document.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

describe('the description of the API', () => {
  let test: TestApp
  before(async () => {
    test = await openTestApp()
  })
  after(() => test[Symbol.asyncDispose]())

  it('is a document for programs', async () => {
    const response = await test.visitor().get('/api/openapi.json')
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.deepEqual(await response.json(), JSON.parse(JSON.stringify(openApiDocument())))
  })

  it('is a page for people, which loads and runs nothing', async () => {
    const response = await test.visitor().get('/api/docs')
    const text = await response.text()
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(response.headers.get('content-disposition') ?? '', /^inline;/)
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    assert.equal(
      response.headers.get('content-security-policy'),
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    assert.doesNotMatch(text, /<script|\son\w+=|\sstyle=|\ssrc=|@import|url\(/)
  })

  it('has all rows of the contract on the page, and no link on it leads nowhere', async () => {
    const text = await (await test.visitor().get('/api/docs')).text()
    for (const name of [...Object.keys(endpoints), ...Object.keys(streams)])
      assert.ok(text.includes(`<h3 id="${name}">`), name)
    const ids = [...text.matchAll(/\sid="([^"]*)"/g)].map(match => match[1])
    assert.equal(new Set(ids).size, ids.length, 'no id stands twice')
    const links = [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(match => match[1] ?? '')
    assert.ok(links.length > 100)
    for (const link of links)
      if (link.startsWith('#')) assert.ok(ids.includes(link.slice(1)), link)
      else assert.equal((await test.visitor().get(link)).status, 200, link)
  })

  it('is the same for all callers', async () => {
    await test.addAccount('admin', 'admin')
    const admin = test.visitor()
    await admin.signIn('admin')
    for (const url of ['/api/docs', '/api/openapi.json'])
      assert.equal(await (await admin.get(url)).text(), await (await test.visitor().get(url)).text())
  })
})
