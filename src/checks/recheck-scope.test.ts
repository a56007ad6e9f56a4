import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteChecks } from './index.ts'
import { recheckScopeOf, siteScopes } from './recheck-scope.ts'

test('every check of a site says how much has to be requested to check one finding anew', () => {
  const ids = new Set(siteChecks.map(({ id }) => id))
  assert.deepEqual(
    { missing: [...ids.difference(siteScopes)], gone: [...siteScopes.keys()].filter(id => !ids.has(id)) },
    {
      missing: [],
      gone: [],
    },
  )
})

test('a check of a page is checked by its page, and a check of an earlier version by a whole crawl', () => {
  assert.equal(recheckScopeOf({ id: 'title-missing', isOfPage: true }), 'pages')
  assert.equal(recheckScopeOf({ id: 'of-old', isOfPage: false }), 'whole-crawl')
})
