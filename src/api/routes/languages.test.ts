import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as z from 'zod/mini'
import { addCrawl, type TestPage } from '#report/test-crawl.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import type { HreflangFact } from '#shared/element-facts.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

const HOME = 'https://site.test/'
const DE = `${HOME}de/`

function hreflang(code: string, url: string, line: number): HreflangFact {
  return { code, raw: url, url, isAbsolute: true, source: 'tag', line }
}

const pages: TestPage[] = [
  {
    url: HOME,
    facts: { lang: 'en', hreflangs: [hreflang('en', HOME, 5), hreflang('DE', DE, 6), hreflang('x-default', HOME, 0)] },
  },
  { url: DE, facts: { lang: 'de-CH' } },
  { url: `${HOME}only`, facts: { lang: 'en' } },
]

async function open(test: TestApp, isEnded = true) {
  const visitor = test.visitor()
  await visitor.get('/')
  const of = { ownerId: await visitor.ownerId(), url: HOME, nowMs: test.clock.nowMs }
  const { websiteId } = await addCrawl(test.store, { ...of, pages, isEnded })
  return {
    get: (path: string) => visitor.get(path.replace('{id}', String(websiteId))),
    async list(query: string) {
      const response = await visitor.get(`/api/translation-sets/${websiteId}${query}`)
      const sets = endpoints.listTranslationSets.response.parse(await response.json())
      return { total: response.headers.get('X-Total-Count'), urls: sets.map(({ url }) => url) }
    },
  }
}

const home = {
  id: 1,
  url: HOME,
  problems: 2,
  versions: [
    { language: 'en', url: HOME, words: 240, states: ['complete'], reason: '' },
    { language: 'x-default', url: HOME, words: 240, states: ['complete'], reason: '' },
    { language: 'de', url: DE, words: 240, states: ['no-return-link', 'untranslated'], reason: '' },
  ],
}

describe('GET /api/languages/{id}', () => {
  it('counts languages and states', async () => {
    await using test = await openTestApp()
    const { get } = await open(test)
    assert.deepEqual(await (await get('/api/languages/{id}')).json(), {
      isComplete: true,
      languages: [
        { language: 'en', pages: 2, onlyPages: 1 },
        { language: 'de', pages: 1, onlyPages: 0 },
      ],
      translatedSets: 1,
      states: [
        { state: 'no-return-link', sets: 1 },
        { state: 'untranslated', sets: 1 },
      ],
    })
  })

  it('knows none while the crawl runs', async () => {
    await using test = await openTestApp()
    const { get } = await open(test, false)
    assert.deepEqual(await (await get('/api/languages/{id}')).json(), {
      isComplete: false,
      languages: [],
      translatedSets: 0,
      states: [],
    })
  })
})

describe('GET /api/translation-sets/{id}', () => {
  it('lists sets with their versions', async () => {
    await using test = await openTestApp()
    const { get } = await open(test)
    const [first] = endpoints.listTranslationSets.response.parse(await (await get('/api/translation-sets/{id}')).json())
    assert.deepEqual(first, home)
  })

  it('filters, sorts and pages', async () => {
    await using test = await openTestApp()
    const { list } = await open(test)
    const all = [HOME, `${HOME}only`]
    assert.deepEqual(await list(''), { total: '2', urls: all })
    assert.deepEqual(await list('?sort=url&order=descending'), { total: '2', urls: all.toReversed() })
    assert.deepEqual(await list('?limit=1&offset=1'), { total: '2', urls: [`${HOME}only`] })
    assert.deepEqual(await list('?show=single&language=en'), { total: '1', urls: [`${HOME}only`] })
    assert.deepEqual(await list('?state=no-return-link&language=de'), { total: '1', urls: [HOME] })
    assert.deepEqual(await list('?state=no-return-link&language=en'), { total: '0', urls: [] })
    assert.deepEqual(await list('?search=/DE/'), { total: '1', urls: [HOME] })
  })

  it('refuses what is no language', async () => {
    await using test = await openTestApp()
    const { get } = await open(test)
    const response = await get('/api/translation-sets/{id}?language=%25')
    assert.equal(response.status, 400)
    assert.equal(await response.text(), 'language must be a language such as de or pt-br')
  })
})

describe('GET /api/translation-sets/{id}/declarations', () => {
  it('responds with what each page declares, with lines', async () => {
    await using test = await openTestApp()
    const { get } = await open(test)
    assert.deepEqual(await (await get('/api/translation-sets/{id}/declarations?set=1')).json(), {
      languages: ['de', 'en', 'x-default'],
      pages: [
        {
          url: HOME,
          language: 'en',
          lang: 'en',
          hreflangs: [
            { language: 'en', url: HOME, line: 5 },
            { language: 'de', url: DE, line: 6 },
            { language: 'x-default', url: HOME, line: null },
          ],
        },
        { url: DE, language: 'de', lang: 'de-CH', hreflangs: [] },
      ],
      furtherPages: 0,
    })
    const statuses = await Promise.all(
      ['', '?set=2', '?set=0'].map(
        async query => (await get(`/api/translation-sets/{id}/declarations${query}`)).status,
      ),
    )
    assert.deepEqual(statuses, [400, 404, 400])
  })
})

describe('the export of language versions', () => {
  it('has a row for each version', async () => {
    await using test = await openTestApp()
    const { get } = await open(test)
    const csv = await (await get('/api/export-csv/{id}?part=languages')).text()
    assert.deepEqual(csv.split('\r\n'), [
      'Page,Language,URL,Words,State,Reason,Missing languages',
      `${HOME},en,${HOME},240,Complete,,`,
      `${HOME},x-default,${HOME},240,Complete,,`,
      `${HOME},de,${DE},240,"No return link, Untranslated text",,`,
      `${HOME}only,en,${HOME}only,240,,,de`,
      '',
    ])
    const json = await (await get('/api/export-csv/{id}?part=languages&format=json&show=single')).json()
    assert.deepEqual(z.looseObject({ languages: z.unknown() }).parse(json).languages, [
      {
        page: `${HOME}only`,
        language: 'en',
        url: `${HOME}only`,
        words: 240,
        states: [],
        reason: '',
        missingLanguages: ['de'],
      },
    ])
    assert.equal((await get('/api/export-csv/{id}?part=pages&show=single')).status, 400)
  })
})
