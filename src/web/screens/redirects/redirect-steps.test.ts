import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { IssueResponse } from '#shared/api/issues.ts'
import type { Hop } from '#shared/model.ts'
import { hopCount, redirectSteps } from './redirect-steps.ts'

const site = 'https://a.example'
const hop = (from: string, to: string, status = 301): Hop => ({
  url: site + from,
  status,
  location: site + to,
  elapsedMs: 5,
})
const hops = (...all: Hop[]) => ({ kind: 'hops' as const, label: 'Hops', hops: all })
const direct = (path: string) => ({ kind: 'url' as const, label: 'Link to this URL instead', url: site + path })

function issue(overrides: Partial<IssueResponse> = {}) {
  const base: Pick<IssueResponse, 'checkId' | 'type' | 'url' | 'details'> = {
    checkId: 'redirect-chain',
    type: 'redirect',
    url: `${site}/1`,
    details: { evidence: [] },
  }
  return { ...base, ...overrides }
}

const shown = (found: ReturnType<typeof issue>) =>
  redirectSteps(found).map(({ url, response }) => {
    const status = 'status' in response ? ` ${response.status}` : ''
    return `${url.replace(site, '')} ${response.kind}${status}`
  })

describe('redirectSteps()', () => {
  const rows: [string, ReturnType<typeof issue>, string[]][] = [
    [
      'a chain down to its target',
      issue({ details: { evidence: [hops(hop('/1', '/2'), hop('/2', '/3', 302)), direct('/3')] } }),
      ['/1 hop 301', '/2 hop 302', '/3 target'],
    ],
    [
      'a chain without an end',
      issue({ details: { evidence: [hops(hop('/1', '/2'), hop('/2', '/3'))] } }),
      ['/1 hop 301', '/2 hop 301', '/3 no-end'],
    ],
    [
      'a circle',
      issue({ checkId: 'redirect-loop', details: { evidence: [hops(hop('/1', '/2'), hop('/2', '/1'))] } }),
      ['/1 hop 301', '/2 hop 301', '/1 loop'],
    ],
    [
      'a step from https to http, which names no better URL',
      issue({ checkId: 'redirect-https-to-http', details: { evidence: [hops(hop('/1', '/2'))] } }),
      ['/1 hop 301', '/2 target'],
    ],
    [
      'an error at the end',
      issue({
        checkId: 'redirect-to-error',
        details: { statusCode: 404, evidence: [hops(hop('/1', '/2')), direct('/2')] },
      }),
      ['/1 hop 301', '/2 error 404'],
    ],
    [
      'no response at the end',
      issue({ checkId: 'redirect-to-error', details: { evidence: [hops(hop('/1', '/2'))] } }),
      ['/1 hop 301', '/2 error null'],
    ],
    [
      'a redirect without a valid URL',
      issue({ checkId: 'redirect-to-error', details: { targetUrl: `${site}/1`, evidence: [] } }),
      ['/1 error null'],
    ],
    [
      'a page that refreshes into another',
      issue({ checkId: 'redirect-meta-refresh', details: { targetUrl: `${site}/2`, evidence: [] } }),
      ['/1 refresh', '/2 target'],
    ],
    ['nothing that is known', issue(), []],
  ]
  for (const [name, found, expected] of rows) it(`shows ${name}`, () => assert.deepEqual(shown(found), expected))
})

it('hopCount() counts the redirects, and not where they end', () => {
  const chain = issue({ details: { evidence: [hops(hop('/1', '/2'), hop('/2', '/3')), direct('/3')] } })
  assert.equal(hopCount(redirectSteps(chain)), 2)
  assert.equal(hopCount([]), 0)
})
