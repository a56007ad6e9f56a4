import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ownershipEndpoints } from '#shared/api/ownership.ts'
import { type OwnershipProof, publishedTokens } from '#shared/ownership.ts'
import type { ApiSettings } from '../settings.ts'
import { openTestApp } from '../test-app.ts'

const url = 'https://example.com/'
const userAgent = 'Mozilla/5.0 (compatible; Sitesounder; staging)'
const proof: OwnershipProof = { method: 'robots-txt', host: 'example.com', atMs: 7 }

describe('POST /api/ownership', () => {
  it('gives each owner a token of their own for a host, always the same', async () => {
    await using test = await openTestApp()
    const [ann, bob] = [test.visitor(), test.visitor()]
    const tokenOf = async (visitor: typeof ann, of: string) => {
      const response = await visitor.post('/api/ownership', { url: of })
      return ownershipEndpoints.ownership.response.parse(await response.json()).token
    }
    const token = await tokenOf(ann, url)
    assert.equal(await tokenOf(ann, 'http://www.example.com/a'), token)
    assert.equal(new Set([token, await tokenOf(ann, 'https://other.test'), await tokenOf(bob, url)]).size, 3)
  })

  it('says which proofs were found', async () => {
    await using test = await openTestApp()
    test.web.findOwnershipProofs = async search => (search.url === url ? [proof] : [])
    const response = await test.visitor().post('/api/ownership', { url: 'example.com', isChecked: true })
    const { token, ...found } = ownershipEndpoints.ownership.response.parse(await response.json())
    assert.deepEqual(found, {
      host: 'example.com',
      published: publishedTokens(token),
      proofs: [{ method: 'robots-txt', host: 'example.com', foundAt: '1970-01-01T00:00:00.007Z' }],
    })
  })
})

describe('POST /api/crawl with rules of its own', () => {
  const NEVER = 'The operator of this server lets no crawl ignore robots.txt or have a user agent of its own'
  const ONLY_DNS =
    'To ignore robots.txt, or for a user agent of your own, on subdomains too, the proof that they are yours must be a DNS TXT record of the domain'
  const tests: {
    name: string
    body: object
    settings?: Partial<ApiSettings>
    proofs?: OwnershipProof[]
    refused?: [status: number, message: string]
    stored?: OwnershipProof
  }[] = [
    { name: 'none', body: { obeysRobots: true, userAgent: '' } },
    { name: 'robots.txt ignored, proved', body: { obeysRobots: false }, proofs: [proof], stored: proof },
    { name: 'a user agent, proved', body: { userAgent }, proofs: [proof], stored: proof },
    { name: 'a user agent that all may choose', body: { userAgent }, settings: { crawlerChoice: 'always' } },
    {
      name: 'a user agent that none may choose',
      body: { userAgent },
      settings: { crawlerChoice: 'never' },
      proofs: [proof],
      refused: [403, NEVER],
    },
    {
      name: 'a user agent without the product',
      body: { userAgent: 'Googlebot' },
      proofs: [proof],
      refused: [400, 'The user agent must name “Sitesounder”'],
    },
    {
      name: 'a user agent without the product, where the operator allows it',
      body: { userAgent: 'Googlebot' },
      settings: { allowsAnyUserAgent: true },
      proofs: [proof],
      stored: proof,
    },
    {
      name: 'a user agent of two lines',
      body: { userAgent: 'Sitesounder\r\nX-Evil: 1' },
      proofs: [proof],
      refused: [400, 'The user agent must have no characters beyond ASCII'],
    },
    {
      name: 'subdomains that a file does not prove',
      body: { obeysRobots: false, subdomains: ['*'] },
      proofs: [proof],
      refused: [403, ONLY_DNS],
    },
    {
      name: 'subdomains that DNS proves',
      body: { obeysRobots: false, subdomains: ['*'] },
      proofs: [{ ...proof, method: 'dns' }, proof],
      stored: { ...proof, method: 'dns' },
    },
  ]
  for (const { name, body, settings = {}, proofs = [], refused, stored } of tests)
    it(`${refused ? 'refuses' : 'takes'} ${name}`, async () => {
      await using test = await openTestApp(settings)
      test.web.findOwnershipProofs = async () => proofs
      const visitor = test.visitor()
      const response = await visitor.post('/api/crawl', { url, ...body })
      if (refused) return assert.deepEqual([response.status, await response.text()], refused)
      assert.equal(response.status, 200)
      const [website] = await test.store.websites.list(await visitor.ownerId())
      assert.deepEqual(website?.crawl.options.ownership, stored)
    })

  it('names the line to publish where there is no proof', async () => {
    await using test = await openTestApp()
    const visitor = test.visitor()
    const response = await visitor.post('/api/crawl', { url, obeysRobots: false })
    const shown = await visitor.post('/api/ownership', { url })
    const { published } = ownershipEndpoints.ownership.response.parse(await shown.json())
    assert.deepEqual(
      [response.status, await response.text()],
      [
        403,
        `To ignore robots.txt, or for a user agent of your own, prove that example.com is yours: add the line “${published['robots-txt']}” to its robots.txt`,
      ],
    )
  })
})
