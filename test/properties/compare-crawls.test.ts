import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { titleMissing } from '#checks/titles/title-missing.ts'
import { openScriptedCrawls, type ScriptedCrawls, type ScriptedWeb } from '#crawl/test-scripted-crawl.ts'
import { chosenComparisons } from '#report/comparison/chosen-crawls.ts'
import { pagesWith, readComparedIssues, readComparedPages } from '#report/comparison/compared-lists.ts'
import { absences, comparedPageChanges, findingChanges } from '#shared/changes.ts'
import { sampled } from '../support/measure.ts'
import { createRandom } from './random.ts'

/**
 * Generated pairs of sites: what a comparison of their crawls says equals a diff of their definitions, which knows nothing of crawls. No
 * page that was not requested is called fixed or removed.
 */

const PAIRS = 100
const MAX_PAGES = 9

/** Of a page of a generated site. */
interface Page {
  /** '' for none. */
  title: string
  /** Names its main text. */
  text: string
  /** What it responds with instead of a page. */
  response?: 'error' | 'redirect'
}

interface Site {
  /** By path, in the order in which the start page links to them. */
  pages: ReadonlyMap<string, Page>
  /** Pages that a crawl reads, the start page included. */
  limit: number
}

interface Pair {
  earlier: Site
  later: Site
}

type Lists = Record<string, string[]>

const HOME = '/'
const UNLIMITED = 100
const titleOf = (name: string) => `The title of ${name}`

function generatedPair(seed: number): Pair {
  const below = createRandom(seed)
  const earlier = new Map<string, Page>([[HOME, { title: titleOf('home'), text: 'home' }]])
  const later = new Map(earlier)
  const count = 2 + below(MAX_PAGES)
  for (let index = 0; index < count; index++) {
    const path = `/p${index}`
    const page: Page = { title: below(3) === 0 ? '' : titleOf(path), text: path }
    earlier.set(path, page)
    const fate = below(9)
    if (fate === 0) continue
    if (fate === 1) later.set(path, { ...page, response: 'error' })
    else if (fate === 2) later.set(path, { ...page, response: 'redirect' })
    else if (fate === 3) later.set(`/moved${index}`, page)
    else if (fate === 4) later.set(path, { ...page, title: page.title === '' ? titleOf('fixed') : '' })
    else if (fate === 5) later.set(path, { ...page, text: `${path} anew` })
    else later.set(path, page)
  }
  for (let index = below(3); index > 0; index--)
    later.set(`/added${index}`, { title: below(2) === 0 ? '' : titleOf(`added ${index}`), text: `added ${index}` })
  const limit = below(3) === 0 ? 1 + below(later.size) : UNLIMITED
  return { earlier: { pages: earlier, limit: UNLIMITED }, later: { pages: later, limit } }
}

function webOf(host: string, { pages }: Site): ScriptedWeb {
  const links = [...pages.keys()].map(path => `<a href="${path}">${path}</a>`).join(' ')
  const textOf = ({ text }: Page) => `<p>${`What is said of ${text} in words. `.repeat(4)}</p>`
  return Object.fromEntries(
    [...pages].map(([path, page]) => {
      if (page.response === 'redirect') return [host + path, { location: host + HOME }]
      const body = path === HOME ? `<main>${links}</main>` : `<main>${textOf(page)}</main>`
      const text = `<!doctype html><html lang="en">${page.title === '' ? '' : `<title>${page.title}</title>`}<body>${body}`
      return [host + path, { text, ...(page.response === 'error' && { status: 404 }) }]
    }),
  )
}

/** Paths that a crawl requests: until it has read as many pages as its limit. */
function requested({ pages, limit }: Site): Set<string> {
  const paths = new Set<string>()
  let read = 0
  for (const [path, { response }] of pages) {
    if (read >= limit) break
    paths.add(path)
    if (response === undefined) read++
  }
  return paths
}

function diffOf({ earlier, later }: Pair): Lists {
  const visited = requested(later)
  const isWhole = visited.size === later.pages.size
  const isPage = (path: string) => visited.has(path) && later.pages.get(path)?.response === undefined
  const added = [...later.pages.keys()].filter(path => isPage(path) && !earlier.pages.has(path))
  const lists: Lists = Object.fromEntries(
    [...findingChanges, ...absences, ...comparedPageChanges.map(change => `pages ${change}`)].map(name => [name, []]),
  )
  const add = (name: string, path: string) => lists[name]?.push(path)
  for (const [path, before] of earlier.pages) {
    const now = later.pages.get(path)
    const isMissing = before.title === ''
    const movedTo = added.find(other => later.pages.get(other)?.text === before.text)
    if (isPage(path) && now) {
      const isChanged = now.title !== before.title || now.text !== before.text || path === HOME
      if (isChanged && (path !== HOME || !isSameList({ earlier, later }))) add('pages changed', path)
      if (now.title === '') add(isMissing ? 'unchanged' : 'new', path)
      else if (isMissing) add('fixed', path)
      continue
    }
    const isGone = visited.has(path)
    if (isMissing) add(isGone ? 'not-checked' : 'not-crawled', path)
    const isRemoved = isGone || (now === undefined && isWhole)
    if (!isRemoved) add('pages not-crawled', path)
    else if (movedTo !== undefined) add('pages moved', movedTo)
    else add(now?.response === 'redirect' ? 'pages redirected' : 'pages removed', path)
  }
  for (const path of added) {
    if (later.pages.get(path)?.title === '') add('new', path)
    if (!lists['pages moved']?.includes(path)) add('pages added', path)
  }
  return sorted(lists)
}

/** The start page changes with its links. */
function isSameList({ earlier, later }: Pair): boolean {
  return [...earlier.pages.keys()].join() === [...later.pages.keys()].join()
}

function sorted(lists: Lists): Lists {
  return Object.fromEntries(Object.entries(lists).map(([name, paths]) => [name, paths.toSorted()]))
}

describe('a comparison of two crawls equals a diff of their sites', () => {
  let crawls: ScriptedCrawls
  before(async () => {
    crawls = await openScriptedCrawls()
  })
  after(() => crawls[Symbol.asyncDispose]())

  async function compared(seed: number, { earlier, later }: Pair): Promise<Lists> {
    const host = `https://site-${seed}.test`
    const crawl = async (site: Site) => {
      const of = { web: webOf(host, site), url: host + HOME, limit: site.limit, pageChecks: [titleMissing] }
      return (await crawls.run(of)).crawl
    }
    const chosen = { earlier: await crawl(earlier), later: await crawl(later), paths: [] }
    const source = await chosenComparisons(crawls.store).compare(chosen, work => work())
    const pathOf = (url: string | null) => (url === null ? '' : new URL(url).pathname)
    const all = { offset: 0, limit: 1_000 }
    const lists: Lists = {}
    for (const change of [...findingChanges, ...absences]) {
      const groups = source.comparison.findings.filter(group => group.change === change)
      const rows = await readComparedIssues(source, { groups, ...all })
      lists[change] = rows.map(({ issue }) => pathOf(issue.pageUrl))
    }
    const isStored = async (change: 'fixed' | 'not-crawled' | 'not-checked') =>
      (await crawls.store.reading.absentIssues(chosen.later.id, { absence: change, ...all })).length
    for (const change of absences) assert.equal(await isStored(change), lists[change]?.length)
    for (const change of comparedPageChanges) {
      const rows = await readComparedPages(source, { change, pages: pagesWith(source.comparison, { change }) })
      // Links to a page come and go with other pages.
      const own = rows.filter(
        ({ fields }) => change !== 'changed' || fields.some(({ field }) => field !== 'inlinks' && field !== 'score'),
      )
      lists[`pages ${change}`] = own.map(({ url, earlierUrl }) => pathOf(url ?? earlierUrl))
    }
    return sorted(lists)
  }

  for (const seed of sampled(
    Array.from({ length: PAIRS }, (_, index) => index + 1),
    10,
  ))
    it(`pair ${seed}`, async () => {
      const pair = generatedPair(seed)
      const found = await compared(seed, pair)
      assert.deepEqual(found, diffOf(pair))
      const visited = requested(pair.later)
      assert.deepEqual(
        found.fixed?.filter(path => !visited.has(path)),
        [],
      )
    })
})
