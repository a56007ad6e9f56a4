import { setImmediate } from 'node:timers/promises'
import type { DeclarationsResponse, LanguagesResponse, TranslationSetResponse } from '#shared/api/languages.ts'
import { AppError } from '#shared/errors.ts'
import type { PageFacts } from '#shared/facts.ts'
import { type LanguageVersion, type TranslationSet, X_DEFAULT } from '#shared/languages.ts'
import type { CrawlRow, ReadingStore } from '#store/store.ts'

/** Pages of one set whose facts are read for one response. */
const MAX_DECLARING_PAGES = 50

export async function readLanguages(reading: ReadingStore, crawl: CrawlRow): Promise<LanguagesResponse> {
  return { isComplete: crawl.endedMs !== null, ...(await reading.languageCounts(crawl.id)) }
}

/** A row of the list. */
export function translationSetResponse({ number, url, problems, versions }: TranslationSet): TranslationSetResponse {
  return { id: number, url, problems, versions }
}

/** What the pages of a set declare, in the order of its versions. @throws AppError 404 for a set that does not exist. */
export async function readDeclarations(
  reading: ReadingStore,
  { crawlId, setNumber }: { crawlId: number; setNumber: number },
): Promise<DeclarationsResponse> {
  const set = await reading.translationSet(crawlId, setNumber)
  if (!set) throw new AppError('not-found', 'The crawl has no such translation set')
  const versions = pagesOf(set)
  const pages: DeclarationsResponse['pages'] = []
  for (const { url, language } of versions.slice(0, MAX_DECLARING_PAGES)) {
    const facts = await reading.pageFacts(crawlId, url)
    if (facts !== null) pages.push({ url, language, ...declared(facts) })
    // A page may be megabytes long, and others want to be served between two pages.
    await setImmediate()
  }
  const languages = new Set(pages.flatMap(({ hreflangs }) => hreflangs.map(hreflang => hreflang.language)))
  return {
    languages: [...languages].sort(byLanguage),
    pages,
    furtherPages: Math.max(0, versions.length - MAX_DECLARING_PAGES),
  }
}

/** Each page once, under its first language. */
function pagesOf({ versions }: TranslationSet): LanguageVersion[] {
  const seen = new Set<string>()
  return versions.filter(({ url, words, language }) => {
    if (words === null || language === X_DEFAULT || seen.has(url)) return false
    seen.add(url)
    return true
  })
}

function declared({ lang, hreflangs }: Pick<PageFacts, 'lang' | 'hreflangs'>) {
  return {
    lang,
    hreflangs: hreflangs.map(({ code, url, line }) => ({
      language: code.trim().toLowerCase(),
      url,
      line: line || null,
    })),
  }
}

/** By their codes, the default last. */
function byLanguage(one: string, other: string): number {
  if (one === X_DEFAULT || other === X_DEFAULT) return one === X_DEFAULT ? 1 : -1
  return one < other ? -1 : 1
}
