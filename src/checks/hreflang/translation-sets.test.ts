import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LanguageCounts, TranslationSet } from '#shared/languages.ts'
import { gets, type TestPage, type TestSite, testSiteFacts } from '../test-site-facts.ts'
import { languageCounts, newLanguageCounters, translationSets } from './translation-sets.ts'

const SITE = 'https://site.test'
const [en, de, fr] = [`${SITE}/a`, `${SITE}/de/a`, `${SITE}/fr/a`] as const

function page(url: string, hreflangs: Record<string, string> = {}, rest: Partial<TestPage> = {}): TestPage {
  const pairs = Object.entries(hreflangs)
  const folder = URL.parse(url)?.pathname.split('/')[1] ?? ''
  return {
    url,
    lang: folder.length === 2 ? folder : 'en',
    hreflangs: pairs,
    alternates: [...new Set(pairs.map(([, target]) => target))],
    ...rest,
  }
}

async function found(site: TestSite): Promise<{ sets: TranslationSet[]; counts: LanguageCounts }> {
  const counters = newLanguageCounters()
  const sets = await Array.fromAsync(translationSets(testSiteFacts(site), counters))
  return { sets, counts: languageCounts(counters) }
}

/** Each version of the first set as one text. */
async function versionsOf(site: TestSite): Promise<string[]> {
  const { sets } = await found(site)
  return (sets[0]?.versions ?? []).map(({ language, url, states, reason }) =>
    [language, url.replace(SITE, ''), states.join('+'), reason].filter(Boolean).join(' '),
  )
}

const both = { en, de }

describe('translationSets()', () => {
  it('gives one set for the versions of a page, then the pages without another version', async () => {
    const site = {
      pages: [
        page(en, { ...both, 'x-default': en }, { wordCount: 120 }),
        page(de, { ...both, 'x-default': en }, { wordCount: 110 }),
        page(`${SITE}/b`, {}, { lang: 'en-US' }),
        page(`${SITE}/c`, { en: `${SITE}/c` }),
        page(`${SITE}/hidden`, {}, { isEligible: false }),
        page(`${SITE}/d`, {}, { lang: null }),
      ],
    }
    const version = { states: ['complete'], reason: '' }
    const single = { isTranslated: false, problems: 0 }
    const alone = { words: 300, states: [], reason: '' }
    assert.deepEqual(await found(site), {
      sets: [
        {
          number: 1,
          url: en,
          isTranslated: true,
          problems: 0,
          versions: [
            { language: 'en', url: en, words: 120, ...version },
            { language: 'x-default', url: en, words: 120, ...version },
            { language: 'de', url: de, words: 110, ...version },
          ],
        },
        { number: 4, url: `${SITE}/c`, ...single, versions: [{ language: 'en', url: `${SITE}/c`, ...alone }] },
        { number: 3, url: `${SITE}/b`, ...single, versions: [{ language: 'en', url: `${SITE}/b`, ...alone }] },
        { number: 6, url: `${SITE}/d`, ...single, versions: [{ language: 'und', url: `${SITE}/d`, ...alone }] },
      ],
      counts: {
        languages: [
          { language: 'en', pages: 3, onlyPages: 2 },
          { language: 'de', pages: 1, onlyPages: 0 },
          { language: 'und', pages: 1, onlyPages: 1 },
        ],
        states: [{ state: 'complete', sets: 1 }],
        translatedSets: 1,
      },
    })
  })

  it('only counts the pages of a site in one language', async () => {
    const site = { pages: [page(en), page(`${SITE}/b`, {}, { lang: 'en-GB' })] }
    assert.deepEqual(await found(site), {
      sets: [],
      counts: { languages: [{ language: 'en', pages: 2, onlyPages: 2 }], states: [], translatedSets: 0 },
    })
  })

  const all = { en, de, fr }
  const cases: Record<string, { site: TestSite; versions: string[] }> = {
    'a version that does not list itself': {
      site: { pages: [page(en, { de }), page(de, both)] },
      versions: ['en /a no-self-reference', 'de /de/a complete'],
    },
    'a version that lists its canonical, which leads back to it': {
      site: { pages: [page(en, { en: `${SITE}/other`, de }, { canonicalUrl: `${SITE}/other` }), page(de, both)] },
      versions: ['en /a complete', 'de /de/a complete', 'en /other not-checked'],
    },
    'a version that does not link back': {
      site: { pages: [page(en, both), page(de)] },
      versions: ['en /a complete', 'de /de/a no-return-link'],
    },
    'versions that do not know each other': {
      site: { pages: [page(en, all), page(de, { en, de }), page(fr, { en, fr })] },
      versions: ['en /a complete', 'de /de/a incomplete', 'fr /fr/a incomplete'],
    },
    'a version that has the text of the original': {
      site: { pages: [page(en, both, { textHash: 'same' }), page(de, both, { textHash: 'same' })] },
      versions: ['en /a complete', 'de /de/a untranslated'],
    },
    'a text that two pages share which do not name each other': {
      site: {
        pages: [page(en, all), page(de, { en, de }, { textHash: 'same' }), page(fr, { en, fr }, { textHash: 'same' })],
      },
      versions: ['en /a complete', 'de /de/a incomplete', 'fr /fr/a incomplete'],
    },
    'a text that versions for two countries share': {
      site: {
        pages: [
          page(en, both, { lang: 'en_US', textHash: 'same' }),
          page(de, both, { lang: 'en-GB', textHash: 'same' }),
        ],
      },
      versions: ['en /a complete', 'de /de/a complete'],
    },
    'a short text, which may be the same': {
      site: {
        pages: [
          page(en, both, { textHash: 'same', wordCount: 29 }),
          page(de, both, { textHash: 'same', wordCount: 29 }),
        ],
      },
      versions: ['en /a complete', 'de /de/a complete'],
    },
    'one page under two languages': {
      site: { pages: [page(en, { ...both, 'en-GB': en }), page(de, { ...both, 'en-gb': en })] },
      versions: ['en /a complete', 'en-gb /a complete', 'de /de/a complete'],
    },
    'a value that is no language tag': {
      site: { pages: [page(en, { english: en, 'de DE': de }), page(de, { en, de })] },
      versions: ['en /a complete', 'de /de/a complete'],
    },
    'declared URLs that are no pages': {
      site: {
        pages: [
          page(en, {
            en,
            de: `${SITE}/noindex`,
            fr: `${SITE}/copy`,
            it: `${SITE}/gone`,
            nl: `${SITE}/moved`,
            es: 'https://other.test/es',
            pl: `${SITE}/closed`,
            'x-default': `${SITE}/`,
          }),
          page(`${SITE}/noindex`, {}, { isNoindex: true, isEligible: false }),
          page(`${SITE}/copy`, {}, { canonicalUrl: en, isEligible: false }),
        ],
        targets: [
          {
            url: `${SITE}/gone`,
            status: 404,
            attempts: [404, 404].map(status => ({ atMs: 0, method: 'GET' as const, status, failure: null })),
          },
          { url: `${SITE}/moved`, status: 301, finalStatus: 200 },
          { url: `${SITE}/`, status: 302, finalStatus: 200 },
          { url: `${SITE}/closed`, skipReason: 'robots', status: null, finalStatus: null },
        ],
      },
      versions: [
        'en /a complete',
        'de /noindex wrong-target noindex',
        'fr /copy wrong-target canonicalised',
        'it /gone wrong-target 404',
        'nl /moved wrong-target redirect',
        'es https://other.test/es not-checked',
        'pl /closed wrong-target robots.txt',
        'x-default / complete',
      ],
    },
    'a default version with a fault, which is reported under its language': {
      site: { pages: [page(en, { ...both, 'x-default': de }), page(de)] },
      versions: ['en /a complete', 'de /de/a no-return-link', 'x-default /de/a complete'],
    },
    'a default version that is missing': {
      site: {
        pages: [page(en, { ...both, 'x-default': `${SITE}/gone` }), page(de, both)],
        targets: [{ url: `${SITE}/gone`, status: 404, attempts: gets(404, 404) }],
      },
      versions: ['en /a complete', 'de /de/a complete', 'x-default /gone wrong-target 404'],
    },
    'links to index files': {
      site: { pages: [page(`${SITE}/x/`, { en: `${SITE}/x/`, de }), page(de, { en: `${SITE}/x/index.html`, de })] },
      versions: ['en /x/ complete', 'de /de/a complete'],
    },
  }
  for (const [name, { site, versions }] of Object.entries(cases))
    it(`knows ${name}`, async () => assert.deepEqual(await versionsOf(site), versions))

  it('shows of an earlier set only the page that another one leads to', async () => {
    const late = `${SITE}/late`
    const other = page(late, { en: late, fr: en }, { number: 9 })
    const { sets, counts } = await found({ pages: [page(en, both), page(de, both), other] })
    const version = { words: 300, states: ['complete'], reason: '' }
    assert.deepEqual(sets, [
      {
        number: 1,
        url: en,
        isTranslated: true,
        problems: 0,
        versions: [
          { ...version, language: 'en', url: en },
          { ...version, language: 'de', url: de },
        ],
      },
      {
        number: 9,
        url: late,
        isTranslated: true,
        problems: 1,
        versions: [
          { ...version, language: 'en', url: late },
          { ...version, language: 'fr', url: en, states: ['no-return-link'] },
        ],
      },
    ])
    assert.deepEqual(counts.languages, [
      { language: 'en', pages: 2, onlyPages: 0 },
      { language: 'de', pages: 1, onlyPages: 0 },
    ])
  })

  it('limits the languages of a site, and keeps those of most pages', async () => {
    const codes = Array.from(
      { length: 400 },
      (_, index) => `x${String.fromCharCode(97 + index / 26, 97 + (index % 26))}`,
    )
    const declaring = codes.map((lang, index) => page(`${SITE}/${index}`, {}, { lang }))
    const more = page(`${SITE}/more`, {}, { lang: codes.at(-1) ?? '' })
    const { counts } = await found({ pages: [...declaring, more] })
    const pages = new Map(counts.languages.map(({ language, pages: sum }) => [language, sum]))
    assert.deepEqual([pages.size, pages.get('und'), pages.get(codes[398] ?? '')], [301, 100, undefined])
    assert.equal(pages.get(codes[399] ?? ''), 2)
  })

  it('ignores hreflang values of further languages, but never x-default', async () => {
    const named = (url: string, from: number) =>
      page(url, Object.fromEntries(Array.from({ length: 190 }, (_, index) => [`en-x${from + index}`, url])))
    const last = page(fr, { en: fr, 'en-x0': 'https://other.test/', 'en-x999': de, 'x-default': fr }, { lang: 'en' })
    const { sets, counts } = await found({ pages: [named(en, 0), named(`${SITE}/b`, 190), last] })
    // One of the 300 is the language that the pages declare.
    assert.deepEqual(
      sets.map(({ versions }) => versions.length),
      [190, 109, 3],
    )
    assert.equal(counts.languages.length, 300)
    assert.deepEqual(
      sets[2]?.versions.map(({ language }) => language),
      ['en', 'x-default', 'en-x0'],
    )
  })

  it('gives the pages of two languages without hreflang, and of one language with hreflang', async () => {
    for (const pages of [
      [page(en), page(de)],
      [page(en, { en }), page(`${SITE}/b`)],
    ]) {
      const { sets } = await found({ pages })
      assert.deepEqual(
        sets.map(({ url, isTranslated }) => [url, isTranslated]),
        pages.map(({ url }) => [url, false]),
      )
    }
  })

  it('names the languages with most pages first, then by their names', async () => {
    const { counts } = await found({ pages: [page(fr), page(de), page(en), page(`${SITE}/b`)] })
    assert.deepEqual(
      counts.languages.map(({ language, pages }) => [language, pages]),
      [
        ['en', 2],
        ['de', 1],
        ['fr', 1],
      ],
    )
  })

  it('remembers which pages of a large crawl are in a set', async () => {
    const numbers = [8_192, 3, 16_399, 16_400, 40_000]
    const urls = numbers.map(number => `${SITE}/de/${number}`)
    const pages = urls.map((url, index) => page(url, { de: url, en }, { number: numbers[index] ?? 0 }))
    const all = Object.fromEntries(urls.map((url, index) => [`de-x${index}`, url]))
    const { sets } = await found({ pages: [...pages, page(en, { en, ...all }, { number: 40_001 })] })
    assert.deepEqual(
      sets.map(({ number, isTranslated }) => [number, isTranslated]),
      [[8_192, true]],
    )
  })

  it('finds nothing in a crawl that is abandoned', async () => {
    const counters = newLanguageCounters()
    const site = testSiteFacts({ pages: [page(en, both), page(de, both)] })
    assert.deepEqual(await Array.fromAsync(translationSets(site, counters, AbortSignal.abort())), [])
    assert.deepEqual(languageCounts(counters), { languages: [], states: [], translatedSets: 0 })
  })

  it('limits the versions of a set, and shows each of its pages', async () => {
    const codes = (prefix: string, url: string) =>
      Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`${prefix}-x${index}`, url]))
    const { sets } = await found({
      pages: [page(en, { ...codes('en', en), de, fr: 'https://other.test/fr' }), page(de, { en, de })],
    })
    assert.deepEqual(
      sets.map(({ versions }) => [versions.length, versions.at(-1)?.url]),
      [[200, de]],
    )
  })

  it('limits the versions of a set to 200, of which each page has one', async () => {
    const codes = Object.fromEntries(
      Array.from({ length: 140 }, (_, index) => [
        [`en-x${index}`, en],
        [`de-x${index}`, de],
      ]).flat(),
    )
    const { sets } = await found({ pages: [page(en, { ...codes, de, fr }), page(de, all), page(fr, all)] })
    assert.deepEqual(
      sets.map(({ versions }) => [en, de, fr].map(each => versions.filter(({ url }) => url === each).length)),
      // Those of the page itself, with the language that it declares, then what is left but for one.
      [[141, 58, 1]],
    )
  })

  it('limits the versions of a set to 200, of which most were not read', async () => {
    const codes = Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [`en-x${index}`, `https://other.test/${index}`]),
    )
    const { sets } = await found({ pages: [page(en, { ...both, ...codes }), page(de, both)] })
    assert.deepEqual(
      sets.map(({ versions }) => [versions.length, versions.at(-1)?.url]),
      [[200, 'https://other.test/197']],
    )
  })

  it('names a set by its version for a country, too', async () => {
    const { sets } = await found({
      pages: [page(de, { de, 'en-GB': en }), page(en, { de, 'en-GB': en }), page(`${SITE}/b`)],
    })
    assert.equal(sets[0]?.url, en)
  })

  it('names a set by its version in the main language, and counts each state once for a set', async () => {
    const pages = [page(de, { de, en, fr }), page(en), page(fr), page(`${SITE}/b`)]
    const { sets, counts } = await found({ pages })
    assert.deepEqual(
      sets.map(({ url, problems }) => [url, problems]),
      [
        [en, 2],
        [`${SITE}/b`, 0],
      ],
    )
    assert.deepEqual(counts.states, [
      { state: 'no-return-link', sets: 1 },
      { state: 'no-x-default', sets: 1 },
    ])
  })
})
