import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageFacts } from './facts.ts'
import { type PageTrait, traitBit, traitsOf } from './page-traits.ts'

const bare = { refresh: null, hreflangs: [], jsonLd: [], isBotChallenge: false }

function factsWith(changes: Record<string, unknown>): PageFacts {
  return JSON.parse(JSON.stringify({ ...bare, ...changes }))
}

describe('traitsOf()', () => {
  const cases: [changes: Record<string, unknown>, expected: PageTrait[]][] = [
    [{}, []],
    [{ refresh: { url: 'https://site.test/' } }, ['refresh']],
    [{ hreflangs: [{ code: 'en' }] }, ['hreflang']],
    [{ jsonLd: [{ types: ['Article', 'BreadcrumbList'] }] }, ['breadcrumbs']],
    [{ jsonLd: [{ types: ['Article'] }], markupItems: [{ types: ['schema:BreadcrumbList'] }] }, ['breadcrumbs']],
    [{ structuredImages: ['https://site.test/a.png'] }, ['structuredImages']],
    [{ fileFormat: 'PDF file' }, ['fileFormat']],
    [{ rendering: { isRendered: false, why: 'it took too long' } }, []],
    [{ rendering: { isRendered: true } }, []],
    [{ rendering: { isRendered: true, audit: { violations: [] } } }, []],
    [{ rendering: { isRendered: true, audit: { violations: [{}] } } }, ['accessibilityViolations']],
    [{ isBotChallenge: true }, ['botChallenge']],
    [{ metaPolicies: ["default-src 'self'"] }, ['metaPolicies']],
    [{ hreflangs: [{}], fileFormat: 'ZIP archive', structuredImages: [] }, ['hreflang', 'fileFormat']],
  ]
  for (const [changes, expected] of cases)
    it(`finds ${expected.join(' and ') || 'nothing'} in ${JSON.stringify(changes)}`, () => {
      assert.equal(
        traitsOf(factsWith(changes)),
        expected.reduce((mask, trait) => mask + traitBit(trait), 0),
      )
    })
})
