import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ourCatalogue, pageChecks } from '#checks/index.ts'
import { MAX_MAIN_TEXT } from '#shared/limits.ts'
import { readConditions } from '#shared/page-conditions.ts'
import { openScriptedCrawls } from './test-scripted-crawl.ts'

const searched = ['text-required-missing', 'text-unwanted']

test('a crawl reports the pages that lack a required text, or contain an unwanted one', async () => {
  await using crawls = await openScriptedCrawls()
  const page = (text: string) => ({ text: `<!doctype html><title>a</title><nav>${text}</nav>`, type: 'text/html' })
  const { crawl } = await crawls.run({
    url: 'https://site.test/',
    web: {
      'https://site.test/': page('<a href="/long">Imprint</a> <a href="/old">old</a>'),
      'https://site.test/old': page('Imprint <script>ga("UA-1")</script>'),
      'https://site.test/long': page(`${'word '.repeat(MAX_MAIN_TEXT / 5)} ua-2`),
    },
    options: { requiredTexts: ['text: imprint'], unwantedTexts: ['UA-'] },
    pageChecks: pageChecks.filter(({ id }) => searched.includes(id)),
  })
  const issues = await crawls.store.reading.issues(crawl.id, { limit: 10 })
  assert.deepEqual(issues.map(({ checkId, pageUrl }) => [checkId, pageUrl]).toSorted(), [
    ['text-required-missing', 'https://site.test/long'],
    ['text-unwanted', 'https://site.test/long'],
    ['text-unwanted', 'https://site.test/old'],
  ])
  const found = async (filters: string) => {
    const conditions = readConditions(filters)
    assert.ok(conditions, filters)
    const pages = await crawls.store.reading.pages(crawl.id, { conditions, limit: 10 })
    return pages.map(({ url }) => new URL(url).pathname).toSorted()
  }
  assert.deepEqual(await found('search.UA-:over:0'), ['/long', '/old'])
  assert.deepEqual(await found('search.text%3A imprint:is:0'), ['/long'])
  for (const id of searched) assert.ok(ourCatalogue.has(id))
})
