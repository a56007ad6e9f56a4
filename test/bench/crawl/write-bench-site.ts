import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BenchPage, benchPage } from './bench-page.ts'
import type { BenchSite } from './bench-site.ts'

/** What a crawl of all pages has to find, as paths: the same keys as `foundInReport` reads from a report. */
export interface Expected {
  pages: number
  /** Linked URLs that fail, and that redirect. */
  dead: string[]
  redirects: string[]
  missingTitle: string[]
  missingDescription: string[]
  missingH1: string[]
  manyH1: string[]
  missingLanguage: string[]
  /** Groups of pages with one title. */
  sharedTitles: string[][]
  imagesWithoutAlt: number
  /** What pages name beyond pages and is gone; none where it is not requested. */
  brokenImages: string[]
  brokenFiles: string[]
  brokenExternal: string[]
}

export interface WrittenBenchSite {
  folder: string
  origin: string
  /** Makes of a page what is written. */
  changed?: (page: BenchPage, number: number) => BenchPage
}

/** A site without pages, and nothing wrong with it. */
export function nothingExpected(): Expected {
  return {
    pages: 0,
    dead: [],
    redirects: [],
    missingTitle: [],
    missingDescription: [],
    missingH1: [],
    manyH1: [],
    missingLanguage: [],
    sharedTitles: [],
    imagesWithoutAlt: 0,
    brokenImages: [],
    brokenFiles: [],
    brokenExternal: [],
  }
}

const GZIP_LEVEL = 6
/** Found once, however many pages name them. */
const linkedKinds = ['dead', 'redirects', 'brokenImages', 'brokenFiles', 'brokenExternal'] as const

/** Writes every page, compressed as servers keep them, and says what is wrong with the site. */
export function writeBenchSite(
  site: BenchSite,
  { folder, origin, changed = page => page }: WrittenBenchSite,
): Expected {
  const expected = { ...nothingExpected(), pages: site.pageCount }
  const linked = {
    dead: new Set<string>(),
    redirects: new Set<string>(),
    brokenImages: new Set<string>(),
    brokenFiles: new Set<string>(),
    brokenExternal: new Set<string>(),
  }
  const pagesByTitle = new Map<string, string[]>()
  for (let number = 0; number < site.pageCount; number++) {
    const url = site.path(number)
    const page = changed(benchPage(site, number, origin), number)
    const file = path.join(folder, `${url.endsWith('/') ? `${url}index.html` : url}.gz`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, gzipSync(page.html, { level: GZIP_LEVEL }))
    for (const kind of linkedKinds) for (const each of page[kind]) linked[kind].add(each)
    expected.imagesWithoutAlt += page.imagesWithoutAlt
    const defect = site.defect(number)
    // Pages that search engines leave out need no title.
    if (defect === 'noindex') continue
    if (page.title === null) expected.missingTitle.push(url)
    else pagesByTitle.set(page.title, [...(pagesByTitle.get(page.title) ?? []), url])
    if (page.description === null) expected.missingDescription.push(url)
    if (defect === 'no-h1') expected.missingH1.push(url)
    if (defect === 'many-h1') expected.manyH1.push(url)
    if (defect === 'no-lang') expected.missingLanguage.push(url)
  }
  for (const kind of linkedKinds) expected[kind] = [...linked[kind]]
  expected.sharedTitles = [...pagesByTitle.values()].filter(pages => pages.length > 1)
  return expected
}
