import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  isProblem,
  type LanguageCounts,
  type LanguageVersion,
  type SetChoice,
  type SetOrder,
  type SetState,
  setStates,
  type TranslationSet,
  UNDETERMINED,
  versionStates,
  X_DEFAULT,
} from '#shared/languages.ts'
import { readCrawlCounter } from '../database/counters.ts'
import type { ClaimedDatabase, CrawlDatabase, SqlValue } from '../database/database.ts'
import { fencedWrite } from '../database/fenced.ts'
import { textOrder } from '../database/indexed-text.ts'
import type { LanguageCounter } from '../database/schema.ts'

/** Rows of one transaction. */
const SETS_AT_ONCE = 500
/** Characters that are held for it: one set may have more than a million. */
const CHARACTERS_AT_ONCE = 1_000_000

/** After an interruption the same sets are found again. */
const INSERT_SET = `insert into translation_set
  (crawl_id, number, url, is_translated, problems, marks, urls, versions)
  values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`
const INSERT_COUNTER = 'insert into crawl_counter (crawl_id, name, key, count) values (?, ?, ?, ?)'

const counters: readonly LanguageCounter[] = ['language', 'language-only', 'language-state']
/** Key of the number of sets with several versions, among those by state. */
const TRANSLATED = 'translated'
/** In place of a language: one of them. */
const ANY = 'any'

/** Which translation sets; everything that is given holds. */
export interface SetQuery {
  choice?: SetChoice
  /** Only sets with a version in this language; with `state`, whose version in it has the state. */
  language?: string
  /** Only sets with a version of this state; `no-page`: that lack a language of the site, or the one that is given. */
  state?: SetState
  /** Case-insensitive part of the URL of a version. */
  search?: string
}

export interface SetListQuery extends SetQuery {
  order: SetOrder
  isDescending: boolean
  offset: number
  limit: number
}

/** Stores the sets as they are found, and at the end how often the crawl has each language and state. Idempotent. */
export async function writeTranslationSets(
  claimed: ClaimedDatabase,
  sets: AsyncIterable<TranslationSet>,
  { countsOf, abandon }: { countsOf: () => LanguageCounts; abandon?: AbortSignal },
): Promise<void> {
  let rows: SqlValue[][] = []
  let characters = 0
  const flush = async () => {
    const written = rows
    rows = []
    characters = 0
    await fencedWrite(claimed, {
      write: ({ transaction, specifics }) => specifics.runEach(transaction, { statement: INSERT_SET, rows: written }),
    })
    await setImmediate()
  }
  for await (const set of sets) {
    if (abandon?.aborted) return
    const row = rowOf(claimed.crawlId, set)
    rows.push(row)
    for (const value of row) if (typeof value === 'string') characters += value.length
    if (rows.length === SETS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await flush()
  }
  if (rows.length > 0) await flush()
  await writeCounts(claimed, countsOf())
}

type CounterRow = [name: LanguageCounter, key: string, count: number]

async function writeCounts(claimed: ClaimedDatabase, counts: LanguageCounts): Promise<void> {
  await fencedWrite(claimed, {
    async write({ transaction, specifics, crawlId }) {
      await transaction
        .deleteFrom('crawl_counter')
        .where('crawl_id', '=', crawlId)
        .where('name', 'in', counters)
        .execute()
      const rows: CounterRow[] = [
        ...counts.languages.flatMap(({ language, pages, onlyPages }): CounterRow[] => [
          ['language', language, pages],
          ['language-only', language, onlyPages],
        ]),
        ...counts.states.map(({ state, sets }): CounterRow => ['language-state', state, sets]),
        ['language-state', TRANSLATED, counts.translatedSets],
      ]
      await specifics.runEach(transaction, { statement: INSERT_COUNTER, rows: rows.map(row => [crawlId, ...row]) })
    },
  })
}

/** A version in its row: language, place of its URL among those of the set, words, places of its states, reason. */
type PackedVersion = [language: string, url: number, words: number | null, states: number[], reason: string]

function rowOf(crawlId: number, { number, url, isTranslated, problems, versions }: TranslationSet): SqlValue[] {
  const urls = [...new Set(versions.map(version => version.url))]
  const places = new Map(urls.map((place, index) => [place, index]))
  const packed = versions.map(
    (version): PackedVersion => [
      version.language,
      places.get(version.url) ?? 0,
      version.words,
      version.states.map(state => versionStates.indexOf(state)),
      version.reason,
    ],
  )
  return [
    crawlId,
    number,
    url,
    isTranslated ? 1 : 0,
    problems,
    marksOf({ isTranslated, versions }),
    urls.join('\n'),
    JSON.stringify(packed),
  ]
}

function marksOf({ isTranslated, versions }: Pick<TranslationSet, 'isTranslated' | 'versions'>): string {
  const marks = new Set<string>()
  for (const { language, states } of versions) {
    if (language !== X_DEFAULT) marks.add(`${language}/page`)
    for (const state of states) {
      marks.add(`${language}/${state}`)
      if (state !== 'complete') marks.add(`${ANY}/${state}`)
    }
  }
  if (isTranslated && !versions.some(({ states }) => states.some(isProblem))) marks.add(`${ANY}/complete`)
  if (isTranslated && !versions.some(({ language }) => language === X_DEFAULT)) marks.add(`${ANY}/no-x-default`)
  return ` ${[...marks].join(' ')} `
}

/** Sets in their order, those that are equal by URL. */
export async function readTranslationSets(crawl: CrawlDatabase, query: SetListQuery): Promise<TranslationSet[]> {
  const direction = sql.raw(query.isDescending ? 'desc' : 'asc')
  const byUrl = sql`${sql.join(textOrder(crawl, 'url'))}, number`
  const found = await (await selectSets(crawl, query))
    .select('number')
    .orderBy(
      query.order === 'problems'
        ? sql`problems ${direction}, ${byUrl}`
        : sql`${sql.join(textOrder(crawl, 'url').map(part => sql`${part} ${direction}`))}, number`,
    )
    .limit(query.limit)
    .offset(query.offset)
    .execute()
  const numbers = found.map(row => row.number)
  const sets = new Map((await readSets(crawl, numbers)).map(set => [set.number, set]))
  return numbers.flatMap(number => sets.get(number) ?? [])
}

export async function countTranslationSets(crawl: CrawlDatabase, query: SetQuery): Promise<number> {
  const { count } = await (await selectSets(crawl, query))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Sets in the order of the crawl, for files: those after a number. */
export async function readSetsAfter(
  crawl: CrawlDatabase,
  { after, limit, ...query }: SetQuery & { after: number; limit: number },
): Promise<TranslationSet[]> {
  const rows = await (await selectSets(crawl, query))
    .select(['number', 'url', 'is_translated', 'problems', 'urls', 'versions'])
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()
  return rows.map(toSet)
}

/** One set by the number of its first page. */
export async function readTranslationSet(crawl: CrawlDatabase, number: number): Promise<TranslationSet | null> {
  const [set] = await readSets(crawl, [number])
  return set ?? null
}

/** How often the crawl has each language, those of most pages first, and each state. */
export async function readLanguageCounts(crawl: CrawlDatabase): Promise<LanguageCounts> {
  const pages = await readCrawlCounter(crawl, 'language')
  const only = new Map((await readCrawlCounter(crawl, 'language-only')).map(({ key, count }) => [key, count]))
  const states = new Map((await readCrawlCounter(crawl, 'language-state')).map(({ key, count }) => [key, count]))
  const translatedSets = states.get(TRANSLATED) ?? 0
  const counted = setStates.flatMap(state => {
    const sets = states.get(state)
    return sets === undefined ? [] : [{ state, sets }]
  })
  const withoutPage = await countTranslationSets(crawl, { state: 'no-page' })
  return {
    languages: pages
      .map(({ key, count }) => ({ language: key, pages: count, onlyPages: only.get(key) ?? 0 }))
      .sort((one, other) => other.pages - one.pages || (one.language < other.language ? -1 : 1)),
    states: withoutPage === 0 ? counted : [...counted, { state: 'no-page' as const, sets: withoutPage }],
    translatedSets,
  }
}

async function selectSets(crawl: CrawlDatabase, query: SetQuery) {
  const { db, crawlId, specifics } = crawl
  const { choice, language, state, search } = query
  let chosen = db.selectFrom('translation_set').where('crawl_id', '=', crawlId)
  if (choice !== undefined) chosen = chosen.where('is_translated', '=', choice === 'single' ? 0 : 1)
  if (choice === 'untranslated') chosen = chosen.where(isMarked(`${ANY}/untranslated`))
  if (state === 'no-page') {
    chosen = chosen.where('is_translated', '=', 1)
    chosen = chosen.where(lacksOneOf(language === undefined ? await languagesOfPages(crawl) : [language]))
  } else if (state === 'no-x-default') chosen = chosen.where(isMarked(`${ANY}/${state}`))
  else if (state !== undefined) chosen = chosen.where(isMarked(`${language ?? ANY}/${state}`))
  if (language !== undefined && state !== 'no-page') chosen = chosen.where(isMarked(`${language}/page`))
  if (search) chosen = chosen.where(specifics.contains(sql.ref('urls'), search))
  return chosen
}

async function languagesOfPages(crawl: CrawlDatabase): Promise<string[]> {
  const counted = await readCrawlCounter(crawl, 'language')
  return counted.map(({ key }) => key).filter(language => language !== UNDETERMINED)
}

/** At most MAX_LANGUAGES are given. Counts would not do: a set may have versions on other hosts, in languages that no page is in. */
function lacksOneOf(languages: readonly string[]): RawBuilder<SqlBool> {
  if (languages.length === 0) return sql<SqlBool>`1 = 0`
  const lacks = languages.map(language => sql<SqlBool>`not ${isMarked(`${language}/page`)}`)
  return sql<SqlBool>`(${sql.join(lacks, sql` or `)})`
}

/** Marks are letters, digits, hyphens and slashes: nothing that a pattern reads as something else. */
function isMarked(mark: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(marks like ${`% ${mark} %`})`
}

async function readSets({ db, crawlId }: CrawlDatabase, numbers: readonly number[]): Promise<TranslationSet[]> {
  if (numbers.length === 0) return []
  const rows = await db
    .selectFrom('translation_set')
    .select(['number', 'url', 'is_translated', 'problems', 'urls', 'versions'])
    .where('crawl_id', '=', crawlId)
    .where('number', 'in', numbers)
    .execute()
  return rows.map(toSet)
}

interface SetRow {
  number: number
  url: string
  is_translated: number
  problems: number
  urls: string
  versions: string
}

function toSet({ number, url, is_translated, problems, urls, versions }: SetRow): TranslationSet {
  const lines = urls.split('\n')
  const packed: PackedVersion[] = JSON.parse(versions)
  return {
    number,
    url,
    isTranslated: is_translated === 1,
    problems,
    versions: packed.map(
      ([language, place, words, states, reason]): LanguageVersion => ({
        language,
        url: lines[place] ?? '',
        words,
        states: states.flatMap(state => versionStates[state] ?? []),
        reason,
      }),
    ),
  }
}
