import { setImmediate } from 'node:timers/promises'
import { withoutIndexFile } from '#shared/canonical.ts'
import { isErrorTarget } from '#shared/certainty.ts'
import { isRedirection } from '#shared/http-status.ts'
import {
  isProblem,
  type LanguageCounts,
  type LanguageVersion,
  languageCode,
  MAX_LANGUAGES,
  primaryCode,
  type SetState,
  type TranslationSet,
  UNDETERMINED,
  type VersionState,
  X_DEFAULT,
} from '#shared/languages.ts'
import type { PageSummary, SiteFacts, Target } from '#shared/site-facts.ts'
import { each } from '../each.ts'
import { clusterOf, MAX_VERSIONS, type Member, PAGES_PER_TURN } from './cluster.ts'
import { ownUrls } from './hreflang-self-missing.ts'
import { hasTextOf } from './language-version-untranslated.ts'

/** Counted while the sets are found. */
export interface LanguageCounters {
  pages: Map<string, number>
  /** Of pages without another version. */
  onlyPages: Map<string, number>
  states: Map<SetState, number>
  translatedSets: number
}

export function newLanguageCounters(): LanguageCounters {
  return { pages: new Map(), onlyPages: new Map(), states: new Map(), translatedSets: 0 }
}

/** The counters in the form in which they are read: languages with the most pages first. */
export function languageCounts({ pages, onlyPages, states, translatedSets }: LanguageCounters): LanguageCounts {
  return {
    languages: [...pages]
      .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
      .map(([language, count]) => ({ language, pages: count, onlyPages: onlyPages.get(language) ?? 0 })),
    states: [...states].map(([state, sets]) => ({ state, sets })),
    translatedSets,
  }
}

/**
 * The eligible pages of a crawl by what connects them: each set of language versions once, then the pages without another version. Of a
 * site in one language without hreflang there is no set, and its pages are only counted. A page that leads to a set found before, without a
 * return link, has a set of its own that shows the page it leads to.
 */
export async function* translationSets(
  site: SiteFacts,
  counters: LanguageCounters,
  abandon?: AbortSignal,
): AsyncGenerator<TranslationSet, void, undefined> {
  const { main, isMultilingual, known } = await languagesOf(site, abandon)
  const taken = numberSet()
  for await (const page of each(site.pages())) {
    if (!isMultilingual || abandon?.aborted) break
    if (!page.isEligible || page.alternates.length === 0 || taken.has(page.number)) continue
    const members = await clusterOf(site, page, other => taken.has(other.number))
    const set = await setOf(site, { members, main, known })
    for (const member of members) {
      count(counters.pages, languagesIn(set, member.page))
      taken.add(member.page.number)
    }
    if (set.isTranslated) countSet(counters, set)
    else count(counters.onlyPages, languagesIn(set, page))
    yield set
  }
  for await (const page of each(site.pages())) {
    if (abandon?.aborted) return
    if (!page.isEligible || taken.has(page.number)) continue
    const language = declaredLanguage(page, known)
    count(counters.pages, [language])
    count(counters.onlyPages, [language])
    if (!isMultilingual) continue
    const version = { language, url: page.url, words: page.wordCount, states: [], reason: '' }
    yield { number: page.number, url: page.url, isTranslated: false, problems: 0, versions: [version] }
  }
}

interface SiteLanguages {
  /** That of most pages. */
  main: string
  /** There is more than one, or hreflang. */
  isMultilingual: boolean
  /** Those that most pages declare; those that hreflang names are added as they are met, up to the limit. */
  known: Set<string>
}

async function languagesOf(site: SiteFacts, abandon?: AbortSignal): Promise<SiteLanguages> {
  const pages = new Map<string, number>()
  let hasHreflang = false
  for await (const page of each(site.pages())) {
    if (abandon?.aborted) break
    if (!page.isEligible) continue
    hasHreflang ||= page.alternates.length > 0
    count(pages, [primaryCode(declaredCode(page))])
  }
  const byPages = [...pages].sort(([, one], [, other]) => other - one).map(([language]) => language)
  return {
    main: byPages[0] ?? UNDETERMINED,
    isMultilingual: hasHreflang || pages.size > 1,
    known: new Set(byPages.filter(language => language !== UNDETERMINED).slice(0, MAX_LANGUAGES)),
  }
}

/** Whether a language is one of the site; it becomes one unless there are too many. */
function isAmong(known: Set<string>, language: string): boolean {
  if (known.size < MAX_LANGUAGES) known.add(language)
  return known.has(language)
}

interface Cluster {
  members: readonly Member[]
  main: string
  /** Languages of the site, to which those of the set are added. */
  known: Set<string>
}

async function setOf(site: SiteFacts, { members, main, known }: Cluster): Promise<TranslationSet> {
  const languages = languagesByUrl(members, known)
  const versions: LanguageVersion[] = []
  const add = (
    { url, room, fallback = [] }: { url: string; room: number; fallback?: readonly string[] },
    version: Omit<LanguageVersion, 'language' | 'url'>,
  ) => {
    const codes = [...(languages.get(url) ?? [])]
    const named = codes.some(code => code !== X_DEFAULT) ? codes : [...fallback, ...codes]
    for (const language of named.slice(0, room))
      versions.push({ language, url, ...version, states: language === X_DEFAULT ? ofDefault(version) : version.states })
  }
  const nodes = await nodesOf(members)
  for (const [index, node] of nodes.entries()) {
    const { url, wordCount } = node.page
    // Each further page has at least one version.
    const room = MAX_VERSIONS - versions.length - (nodes.length - index - 1)
    const fallback = [declaredLanguage(node.page, known)]
    add({ url, room, fallback }, { words: wordCount, states: statesOf(node, nodes), reason: '' })
  }
  const read = new Set(members.map(({ page }) => page.url))
  for (const [url, codes] of languages) {
    const room = MAX_VERSIONS - versions.length
    if (room === 0) break
    if (read.has(url)) continue
    const isDefault = codes.has(X_DEFAULT) && codes.size === 1
    add({ url, room }, await targetState(site, { url, isDefault, nodes }))
    if (room % PAGES_PER_TURN === 0) await setImmediate()
  }
  const urls = new Set(versions.filter(({ language }) => language !== X_DEFAULT).map(({ url }) => url))
  const isTranslated = urls.size > 1
  const [first] = members
  const head = versions.find(({ language }) => language === main || primaryCode(language) === main)
  const shown = isTranslated ? versions : versions.flatMap(asSingle)
  return {
    number: first?.page.number ?? 0,
    url: head?.url ?? first?.page.url ?? '',
    isTranslated,
    problems: isTranslated ? problemsOf(versions) : 0,
    versions: shown,
  }
}

/** Hreflang values by URL, in the order in which they are met. What is no language tag names nothing. */
function languagesByUrl(members: readonly Member[], known: Set<string>): Map<string, Set<string>> {
  const own = new Map(members.map(({ page }) => [withoutIndexFile(page.url), page.url]))
  const languages = new Map<string, Set<string>>()
  for (const { page } of members)
    for (const [code, target] of page.hreflangs ?? []) {
      const language = code.trim().toLowerCase() === X_DEFAULT ? X_DEFAULT : languageCode(code)
      if (language === null || (language !== X_DEFAULT && !isAmong(known, language))) continue
      const url = own.get(withoutIndexFile(target)) ?? target
      const named = languages.get(url)
      if (named) named.add(language)
      else languages.set(url, new Set([language]))
    }
  return languages
}

/** A page of the cluster, and what it lists, whatever the names of index files. */
interface Node {
  page: PageSummary
  key: string
  listed: ReadonlySet<string>
}

async function nodesOf(members: readonly Member[]): Promise<Node[]> {
  const nodes: Node[] = []
  for (const member of members) {
    nodes.push(nodeOf(member.page))
    if (nodes.length % PAGES_PER_TURN === 0) await setImmediate()
  }
  return nodes
}

function nodeOf(page: PageSummary): Node {
  return {
    page,
    key: withoutIndexFile(page.url),
    listed: new Set([page.url, ...page.alternates].map(withoutIndexFile)),
  }
}

/** A page of the cluster as a version; by the same rules as the checks of hreflang. */
function statesOf(node: Node, nodes: readonly Node[]): VersionState[] {
  const others = nodes.filter(other => other !== node)
  const unlisted = others.filter(({ key }) => !node.listed.has(key))
  const states: VersionState[] = []
  if (node.page.alternates.length > 0 && !listsItself(node.page)) states.push('no-self-reference')
  if (unlisted.some(({ listed }) => listed.has(node.key))) states.push('no-return-link')
  else if (unlisted.length > 0) states.push('incomplete')
  if (others.some(({ page }) => page.number < node.page.number && hasTextOf(node.page, page)))
    states.push('untranslated')
  return states.length === 0 ? ['complete'] : states
}

/** As of a page that stands for itself. */
function listsItself(page: PageSummary): boolean {
  const own = ownUrls({ ...page, isCanonicalOwn: true })
  return page.alternates.some(url => own.has(url))
}

type StateOfTarget = Pick<LanguageVersion, 'words' | 'states' | 'reason'>

/** A declared URL that is no page of the cluster. The default version may redirect by the language of the visitor. */
async function targetState(
  site: SiteFacts,
  { url, isDefault, nodes }: { url: string; isDefault: boolean; nodes: readonly Node[] },
): Promise<StateOfTarget> {
  const page = await site.page(url)
  if (page?.isEligible) return { words: page.wordCount, states: statesOfEarlier(nodeOf(page), nodes), reason: '' }
  const reason = page ? reasonOfPage(page) : reasonOfTarget(await site.target(url), isDefault)
  if (reason === null) return { words: null, states: ['not-checked'], reason: '' }
  return reason === ''
    ? { words: null, states: ['complete'], reason }
    : { words: null, states: ['wrong-target'], reason }
}

/** A page of an earlier set: whether the pages of this one link to it without a return link. */
function statesOfEarlier({ key, listed }: Node, nodes: readonly Node[]): VersionState[] {
  return nodes.some(node => node.listed.has(key) && !listed.has(node.key)) ? ['no-return-link'] : ['complete']
}

/** null: nothing is known to be wrong. */
function reasonOfPage({ isNoindex, indexability }: PageSummary): string | null {
  if (isNoindex) return 'noindex'
  return indexability === 'canonicalised' ? 'canonicalised' : null
}

/** The same of a URL that is no page; '' for a redirect that may be. */
function reasonOfTarget(target: Target | null, isDefault: boolean): string | null {
  if (target === null) return null
  const { status, finalStatus, skipReason, scope } = target
  if (skipReason === 'robots' && scope === 'internal') return 'robots.txt'
  if (isErrorTarget(target)) return String(finalStatus)
  if (!isRedirection(status)) return null
  return isDefault && finalStatus === 200 ? '' : 'redirect'
}

/** What is wrong with a page is said under its language. */
function ofDefault({ words, states }: Pick<LanguageVersion, 'words' | 'states'>): VersionState[] {
  return words === null ? states : ['complete']
}

function asSingle(version: LanguageVersion): LanguageVersion[] {
  return version.language === X_DEFAULT ? [] : [{ ...version, states: [] }]
}

/** Each problem of a URL once, however many languages name it. */
function problemsOf(versions: readonly LanguageVersion[]): number {
  const found = versions.flatMap(({ url, states }) => states.filter(isProblem).map(state => `${state} ${url}`))
  return new Set(found).size
}

function countSet(counters: LanguageCounters, { versions, problems }: TranslationSet): void {
  counters.translatedSets++
  const states = new Set<SetState>(versions.flatMap(version => version.states))
  states.delete('complete')
  if (problems === 0) states.add('complete')
  if (!versions.some(({ language }) => language === X_DEFAULT)) states.add('no-x-default')
  count(counters.states, states)
}

function languagesIn({ versions }: TranslationSet, { url }: PageSummary): string[] {
  return versions.flatMap(version => (version.url === url && version.language !== X_DEFAULT ? [version.language] : []))
}

/** By the lang attribute: as the sets of the site name it, else without its region. */
function declaredLanguage(page: PageSummary, known: ReadonlySet<string>): string {
  const code = declaredCode(page)
  return [code, primaryCode(code)].find(language => known.has(language)) ?? UNDETERMINED
}

function declaredCode({ lang }: PageSummary): string {
  return languageCode(lang?.replaceAll('_', '-') ?? '') ?? UNDETERMINED
}

function count<Key>(sums: Map<Key, number>, keys: Iterable<Key>): void {
  for (const key of keys) sums.set(key, (sums.get(key) ?? 0) + 1)
}

/** A bit for each frontier number: a crawl may have a million pages. */
function numberSet() {
  let bits = new Uint8Array(1_024)
  return {
    has: (number: number) => ((bits[number >> 3] ?? 0) & (1 << (number & 7))) !== 0,
    add(number: number) {
      const at = number >> 3
      if (at >= bits.length) {
        const longer = new Uint8Array(at * 2)
        longer.set(bits)
        bits = longer
      }
      bits[at] = (bits[at] ?? 0) | (1 << (number & 7))
    },
  }
}
