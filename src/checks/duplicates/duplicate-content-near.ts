import { forgetOldest } from '#shared/forget-oldest.ts'
import type { Evidence } from '#shared/model.ts'
import type { PageSummary, SiteFacts } from '#shared/site-facts.ts'
import type { SiteCheck, SiteFinding } from '../check.ts'
import { roughCount } from '../counted.ts'
import { tableEvidence } from '../evidence.ts'
import { declareThresholds } from '../thresholds.ts'
import { createDisjointSets, type DisjointSets } from './disjoint-sets.ts'
import { bestLinked, duplicateFinding } from './duplicate-groups.ts'
import { type CandidatePair, nearDuplicateCandidates } from './near-duplicate-candidates.ts'
import { areRelated } from './related-pages.ts'
import { jaccard, shinglesOf } from './shingles.ts'

const thresholds = declareThresholds({
  minPercent: {
    label: 'Minimum similarity',
    unit: '%',
    default: 90,
    min: 80,
    max: 100,
    explanation:
      'Pages that share at least this percentage of their 5-word sequences are reported. Below 85 some pairs may be missed.',
  },
})

export const duplicateContentNear: SiteCheck<typeof thresholds> = {
  id: 'duplicate-content-near',
  scope: 'site',
  pages: 'eligible',
  type: 'duplicate',
  severity: 'warning',
  points: 6,
  title: 'Duplicate content: near duplicate pages',
  passedTitle: 'No near duplicate pages',
  why: 'Pages that differ in only a few words compete with each other, and search engines often show only one of them. Visitors who open a second one learn nothing new.',
  fix: 'Merge the pages, or give each one its own content. If all of them have to stay, add a canonical link to the main one on the others.',
  example: {
    before: '/plumber-leeds and /plumber-york with one text and two town names',
    after: 'one page on the service with a list of towns, or texts that describe what is specific to each',
  },
  sources: [
    {
      title: 'Google: Consolidate duplicate URLs',
      url: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    },
    {
      title: 'Google: Spam policies, doorway abuse',
      url: 'https://developers.google.com/search/docs/essentials/spam-policies#doorways',
    },
  ],
  thresholds,
  check: findings,
}

/** Shingle sets kept of the texts read last: neighbours in a cluster are compared one after the other. 136 KB at most each. */
const MAX_CACHED_TEXTS = 64
/** Pages of a cluster that are shown. */
const MAX_CLUSTER_MEMBERS = 1_000

interface ConfirmedPair extends CandidatePair {
  similarity: number
}

async function* findings(
  site: SiteFacts,
  { minPercent }: (typeof thresholds)['values'],
): AsyncGenerator<SiteFinding, void, undefined> {
  const threshold = minPercent / 100
  const candidates = await nearDuplicateCandidates(site.signatures(), minPercent)
  if (candidates.length === 0) return
  const urls = await urlsOf(site, candidates)
  const sets = createDisjointSets(candidates.reduce((highest, pair) => Math.max(highest, pair.second), 0) + 1)
  const confirmed = await confirm({ site, candidates, urls, sets, threshold })
  for (const pairs of Map.groupBy(confirmed, pair => sets.find(pair.first)).values()) {
    const finding = await clusterFinding({ site, pairs, urls })
    if (finding) yield finding
  }
}

/** URLs of the pages in a pair, by their position in the stream. */
async function urlsOf(site: SiteFacts, candidates: readonly CandidatePair[]): Promise<Map<number, string>> {
  const wanted = new Set(candidates.flatMap(({ first, second }) => [first, second]))
  const urls = new Map<number, string>()
  let position = 0
  for await (const batch of site.signatures()) {
    for (const { url } of batch) {
      if (wanted.has(position)) urls.set(position, url)
      position++
    }
  }
  return urls
}

interface Confirmation {
  site: SiteFacts
  candidates: readonly CandidatePair[]
  urls: ReadonlyMap<number, string>
  sets: DisjointSets
  threshold: number
}

/** Computes the similarity of each pair that is not in one cluster yet, and unites similar pages that are not related. */
async function confirm({ site, candidates, urls, sets, threshold }: Confirmation): Promise<ConfirmedPair[]> {
  const shingles = shingleCache(site)
  const confirmed: ConfirmedPair[] = []
  for (const { first, second } of candidates) {
    const [urlA, urlB] = [urls.get(first), urls.get(second)]
    if (urlA === undefined || urlB === undefined || sets.find(first) === sets.find(second)) continue
    const similarity = jaccard(await shingles(urlA), await shingles(urlB))
    if (similarity < threshold) continue
    const [a, b] = [await site.page(urlA), await site.page(urlB)]
    if (!a || !b || areRelated([a, b], site.crawl)) continue
    sets.unite(first, second)
    confirmed.push({ first, second, similarity })
  }
  return confirmed
}

/** Shingles of a page's main text; the sets used last are kept. */
function shingleCache(site: SiteFacts): (url: string) => Promise<Float64Array> {
  const cache = new Map<string, Float64Array>()
  return async url => {
    const shingles = cache.get(url) ?? shinglesOf(await site.mainText(url))
    cache.delete(url)
    cache.set(url, shingles)
    forgetOldest(cache, MAX_CACHED_TEXTS)
    return shingles
  }
}

interface Cluster {
  site: SiteFacts
  pairs: readonly ConfirmedPair[]
  urls: ReadonlyMap<number, string>
}

async function clusterFinding({ site, pairs, urls }: Cluster): Promise<SiteFinding | null> {
  const positions = [...new Set(pairs.flatMap(({ first, second }) => [first, second]))].sort((a, b) => a - b)
  const members: PageSummary[] = []
  for (const position of positions.slice(0, MAX_CLUSTER_MEMBERS)) {
    const page = await site.page(urls.get(position) ?? '')
    if (page) members.push(page)
  }
  const best = bestLinked(members)
  if (!best) return null
  const howAlike = likenessWords(pairs)
  return duplicateFinding(
    { members, total: positions.length },
    {
      message: `Duplicate content: ${roughCount(positions.length, 'page')} have nearly the same main content (${howAlike}), such as ${best.url}`,
      evidence: [similarityTable(pairs, urls), ...(await differenceTable({ site, pairs, urls }))],
    },
  )
}

function likenessWords(pairs: readonly ConfirmedPair[]): string {
  const lowest = pairs.reduce((lowest, pair) => Math.min(lowest, pair.similarity), 1)
  if (lowest === 1) return 'the same words in the same order'
  return pairs.length === 1 ? `${percent(lowest)} similar` : `at least ${percent(lowest)} similar`
}

function similarityTable(pairs: readonly ConfirmedPair[], urls: ReadonlyMap<number, string>): Evidence {
  return tableEvidence({
    label: 'Similarity (shared 5-word sequences)',
    columns: ['Page', 'Page', 'Similarity'],
    items: pairs,
    row: ({ first, second, similarity }) => [urls.get(first) ?? '', urls.get(second) ?? '', percent(similarity)],
  })
}

/** Where the texts of the first pair part. */
async function differenceTable({ site, pairs, urls }: Cluster): Promise<Evidence[]> {
  const [pair] = pairs
  const [urlA, urlB] = [urls.get(pair?.first ?? -1), urls.get(pair?.second ?? -1)]
  if (urlA === undefined || urlB === undefined) return []
  const [textA, textB] = firstDifference(await site.mainText(urlA), await site.mainText(urlB))
  const items = [
    [urlA, textA],
    [urlB, textB],
  ]
  return [tableEvidence({ label: 'First difference', columns: ['Page', 'Text'], items, row: item => item })]
}

/** Rounded down, so that 99.9 % never reads as 100 %. */
function percent(share: number): string {
  return `${Math.floor(share * 100)} %`
}

const WORDS_BEFORE = 5
const WORDS_SHOWN = 30

/** Two texts around the first word in which they differ, a few words before it and some after. */
function firstDifference(a: string, b: string): [a: string, b: string] {
  const [wordsA, wordsB] = [a.split(/\s+/), b.split(/\s+/)]
  let at = 0
  while (at < wordsA.length && at < wordsB.length && wordsA[at] === wordsB[at]) at++
  return [around(wordsA, at), around(wordsB, at)]
}

function around(words: readonly string[], at: number): string {
  const from = Math.max(0, at - WORDS_BEFORE)
  const to = from + WORDS_SHOWN
  return `${from > 0 ? '… ' : ''}${words.slice(from, to).join(' ')}${to < words.length ? ' …' : ''}`
}
