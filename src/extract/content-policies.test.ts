import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './facts-of.ts'

const policy = (content: string) => `<meta http-equiv=" Content-Security-Policy" content="${content}">`

const rows: [string, string[] | undefined][] = [
  [policy("script-src 'self'"), ["script-src 'self'"]],
  [policy('img-src *') + policy('font-src *'), ['img-src *', 'font-src *']],
  [`<body><p>text</p>${policy('img-src *')}`, undefined],
  ['<meta http-equiv="content-security-policy-report-only" content="img-src *">', undefined],
  ['<meta http-equiv="content-security-policy">', undefined],
]
for (const [markup, expected] of rows) {
  test(`metaPolicies are ${JSON.stringify(expected)} for ${markup}`, () =>
    assert.deepEqual(factsOf(markup).metaPolicies, expected))
}
