import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type LanguageCounts, type LanguageVersion, MAX_LANGUAGES, type TranslationSet } from '#shared/languages.ts'
import type { SetListQuery, SetQuery, Store } from '../store.ts'
import { type OpenStore, SITE, startTestCrawl } from './test-crawl.ts'

function version(language: string, path: string, more: Partial<LanguageVersion> = {}): LanguageVersion {
  return { language, url: SITE + path, words: 100, states: ['complete'], reason: '', ...more }
}

const sets: TranslationSet[] = [
  {
    number: 1,
    url: `${SITE}/a`,
    isTranslated: true,
    problems: 0,
    versions: [version('en', '/a'), version('de', '/de/ä'), version('x-default', '/a')],
  },
  {
    number: 3,
    url: `${SITE}/b`,
    isTranslated: true,
    problems: 2,
    versions: [
      version('en', '/b', { states: ['no-self-reference', 'no-return-link'] }),
      version('fr', '/fr/b'),
      version('de-at', '/gone', { states: ['wrong-target'], words: null, reason: '404' }),
    ],
  },
  {
    number: 5,
    url: `${SITE}/c`,
    isTranslated: true,
    problems: 1,
    versions: [version('en', '/c'), version('de', '/de/c', { states: ['untranslated'] })],
  },
  {
    number: 7,
    url: `${SITE}/d`,
    isTranslated: true,
    problems: 0,
    versions: [
      version('en', '/d'),
      version('de', '/de/d'),
      version('fr', '/fr/d'),
      { language: 'es', url: 'https://other.test/d', words: null, states: ['not-checked'], reason: '' },
    ],
  },
  {
    number: 2,
    url: `${SITE}/only`,
    isTranslated: false,
    problems: 0,
    versions: [version('en', '/only', { states: [] })],
  },
]

const counts: LanguageCounts = {
  languages: [
    { language: 'en', pages: 5, onlyPages: 1 },
    { language: 'de', pages: 3, onlyPages: 0 },
    { language: 'fr', pages: 2, onlyPages: 0 },
  ],
  states: [
    { state: 'complete', sets: 1 },
    { state: 'no-return-link', sets: 1 },
  ],
  translatedSets: 4,
}

async function* found() {
  yield* sets
}

async function crawlWithSets(store: Store) {
  const crawl = await startTestCrawl(store)
  await crawl.commit([{ path: '/', number: 1 }])
  const write = () => store.crawls.writeTranslationSets(crawl.claim, found(), { countsOf: () => counts })
  await write()
  return { ...crawl, write }
}

const byProblems = { order: 'problems', isDescending: true, offset: 0, limit: 10 } as const

export function translationSetsContract(open: OpenStore): void {
  describe('translation sets', () => {
    it('are read as they were written, those with the most problems first', async () => {
      await using store = await open()
      const { crawlId, write } = await crawlWithSets(store)
      const [complete, most, untranslated, whole, single] = sets
      const inOrder = [most, untranslated, complete, whole, single]
      assert.deepEqual(await store.reading.translationSets(crawlId, byProblems), inOrder)
      await write()
      assert.deepEqual(await store.reading.translationSets(crawlId, byProblems), inOrder, 'after an interruption')
      assert.deepEqual(await store.reading.translationSets(crawlId, { ...byProblems, offset: 1, limit: 1 }), [
        untranslated,
      ])
      assert.deepEqual(await store.reading.translationSet(crawlId, 3), most)
      assert.equal(await store.reading.translationSet(crawlId, 4), null)
      const byUrl: SetListQuery = { ...byProblems, order: 'url' }
      assert.deepEqual(await store.reading.translationSets(crawlId, byUrl), [
        single,
        whole,
        untranslated,
        most,
        complete,
      ])
      assert.deepEqual(await store.reading.translationSetsAfter(crawlId, { after: 1, limit: 2 }), [single, most])
    })

    it('are stored before they take much memory', async () => {
      await using store = await open()
      const { crawlId, commit, claim } = await startTestCrawl(store)
      await commit([{ path: '/', number: 1 }])
      const stored: number[] = []
      async function* long() {
        for (const number of [1, 2, 3]) {
          stored.push(await store.reading.countTranslationSets(crawlId, {}))
          const url = `${SITE}/${String(number).repeat(600_000)}`
          yield { number, url, isTranslated: false, problems: 0, versions: [] }
        }
      }
      await store.crawls.writeTranslationSets(claim, long(), { countsOf: () => counts })
      assert.deepEqual(stored, [0, 0, 2])
    })

    const chosen: [SetQuery, number[]][] = [
      [{ choice: 'translated' }, [1, 3, 5, 7]],
      [{ choice: 'untranslated' }, [5]],
      [{ choice: 'single' }, [2]],
      [{ language: 'de' }, [1, 5, 7]],
      [{ language: 'de-at' }, [3]],
      [{ choice: 'single', language: 'de' }, []],
      [{ state: 'complete' }, [1, 7]],
      [{ state: 'no-return-link' }, [3]],
      [{ state: 'no-return-link', language: 'fr' }, []],
      [{ state: 'no-x-default' }, [3, 5, 7]],
      [{ state: 'no-page' }, [1, 3, 5]],
      [{ state: 'no-page', language: 'fr' }, [1, 5]],
      [{ search: '/DE/Ä' }, [1]],
      [{ search: 'gone', state: 'wrong-target' }, [3]],
      [{ search: '%' }, []],
    ]
    for (const [query, numbers] of chosen)
      it(`are chosen by ${JSON.stringify(query)}`, async () => {
        await using store = await open()
        const { crawlId } = await crawlWithSets(store)
        const rows = await store.reading.translationSetsAfter(crawlId, { ...query, after: 0, limit: 10 })
        assert.deepEqual(
          rows.map(({ number }) => number),
          numbers,
        )
        assert.equal(await store.reading.countTranslationSets(crawlId, query), numbers.length)
      })

    it('are chosen by a missing page among as many languages as a site may have', async () => {
      await using store = await open()
      const { crawlId, commit, claim } = await startTestCrawl(store)
      await commit([{ path: '/', number: 1 }])
      const codes = Array.from({ length: MAX_LANGUAGES }, (_, index) => `en-x${index}`)
      async function* two() {
        for (const [index, left] of [codes, codes.slice(0, -1)].entries()) {
          const versions = left.map(code => version(code, `/${code}`))
          yield { number: index + 1, url: `${SITE}/${index}`, isTranslated: true, problems: 0, versions }
        }
      }
      const languages = codes.map(language => ({ language, pages: 2, onlyPages: 0 }))
      const countsOf = () => ({ languages, states: [], translatedSets: 2 })
      await store.crawls.writeTranslationSets(claim, two(), { countsOf })
      const rows = await store.reading.translationSetsAfter(crawlId, { state: 'no-page', after: 0, limit: 10 })
      assert.deepEqual(
        rows.map(({ number }) => number),
        [2],
      )
    })

    it('are counted by language and state', async () => {
      await using store = await open()
      const { crawlId, write } = await crawlWithSets(store)
      await write()
      assert.deepEqual(await store.reading.languageCounts(crawlId), {
        ...counts,
        states: [...counts.states, { state: 'no-page', sets: 3 }],
      })
    })
  })
}
