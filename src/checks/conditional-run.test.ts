import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageFacts } from '#shared/facts.ts'
import type { WholePageCheck } from './check.ts'
import { checkPage } from './conditional-run.ts'
import { pageChecks } from './page-checks.ts'
import { type FactOverrides, pageFactsWith } from './test-facts.ts'
import { noThresholds } from './thresholds.ts'

const none = () => {}
const url = 'https://example.com/page'
const canonical = (canonicalUrl: string) => ({
  raw: canonicalUrl,
  url: canonicalUrl,
  source: 'tag' as const,
  isRelative: false,
  hasFragment: false,
  line: 7,
})
const copy: FactOverrides = { url, canonicals: [canonical('https://example.com/page/')], titles: [] }

function check(id: string, applies: WholePageCheck['applies'], run: WholePageCheck['check']): WholePageCheck {
  const words = { title: id, passedTitle: id, why: id, fix: id, sources: [] }
  return { id, applies, type: 'meta_issue', severity: 'warning', ...words, check: run }
}

const untitled = check('untitled', 'html-ok', ({ titles }) => (titles.length === 0 ? [{}] : []))
const always = check('always', 'html', () => [{}])
const onlyForeign: WholePageCheck = {
  ...check('only-foreign', 'html', ({ isCanonicalOwn }) => (isCanonicalOwn ? [] : [{}])),
  dependsOnCanonical: true,
}
const ids = (issues: readonly { checkId: string }[]) => issues.map(({ checkId }) => checkId)
const run = (facts: PageFacts) => checkPage(facts, [untitled, always, onlyForeign], none)

describe('checkPage()', () => {
  it('makes nothing conditional on a page without a canonical, or with its own', () => {
    for (const canonicals of [[], [canonical(url)]]) {
      const { issues, conditional } = run(pageFactsWith({ ...copy, canonicals }))
      assert.deepEqual([ids(issues), conditional], [['untitled', 'always', 'only-foreign'], null])
    }
  })

  it('keeps apart what depends on the response to the canonical', () => {
    const { issues, checkResults, conditional } = run(pageFactsWith(copy))
    assert.deepEqual(ids(issues), ['always'])
    assert.deepEqual(checkResults, { passed: [], failed: ['always'], skipped: [] })
    const { ifOwn, ifForeign, canonicalUrl } = conditional ?? {}
    assert.equal(canonicalUrl, 'https://example.com/page/')
    assert.deepEqual(
      [ids(ifOwn?.issues ?? []), ifOwn?.checkResults, ifOwn?.indexability, ifOwn?.isEligible],
      [['untitled'], { passed: ['only-foreign'], failed: ['untitled'], skipped: [] }, 'indexable', true],
    )
    assert.deepEqual(
      [ids(ifForeign?.issues ?? []), ifForeign?.checkResults, ifForeign?.indexability, ifForeign?.isEligible],
      [
        ['only-foreign'],
        {
          passed: [],
          failed: ['only-foreign'],
          skipped: [['untitled', 'The page is canonicalised to another URL']],
        },
        'canonicalised',
        false,
      ],
    )
  })

  it('runs each check once that does not depend on the canonical', () => {
    const runs: string[] = []
    const counting = [untitled, always, onlyForeign].map(
      (each): WholePageCheck => ({
        ...each,
        check: (page, thresholds) => {
          runs.push(each.id)
          return each.check(page, thresholds)
        },
      }),
    )
    checkPage(pageFactsWith(copy), counting, none)
    assert.deepEqual(runs, ['untitled', 'always', 'only-foreign', 'only-foreign'])
  })

  it('reruns every check that reads where the canonical leads', () => {
    const hreflangs = [{ code: 'de', raw: url, url, source: 'tag' as const, isAbsolute: true, line: 8 }]
    const readers = pageChecks.filter(({ check, elements, thresholds }) => {
      let isRead = false
      for (const isNoindex of [false, true]) {
        const page = {
          ...pageFactsWith({ ...copy, lang: 'en', hreflangs, isNoindex }),
          get isCanonicalOwn(): true {
            isRead = true
            return true
          },
        }
        const read = elements ?? check
        read(page, thresholds?.values ?? noThresholds)
      }
      return isRead
    })
    assert.deepEqual(
      readers.filter(({ applies }) => applies !== 'html-ok').map(({ id }) => id),
      pageChecks.filter(({ dependsOnCanonical }) => dependsOnCanonical).map(({ id }) => id),
    )
  })

  it('checks a page whose canonical redirects back to it as one that names itself', () => {
    const own = checkPage(pageFactsWith({ ...copy, canonicals: [canonical(url)] }), pageChecks, none)
    const { issues, conditional } = checkPage(pageFactsWith(copy), pageChecks, none)
    const texts = (found: typeof issues) => found.map(({ checkId, message }) => `${checkId} ${message}`).sort()
    assert.deepEqual(texts([...issues, ...(conditional?.ifOwn.issues ?? [])]), texts(own.issues))
    assert.ok(own.issues.length > 0)
  })
})
