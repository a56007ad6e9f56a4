import type { BenchPage } from '../crawl/bench-page.ts'
import { type BenchRandom, benchRandom } from '../crawl/bench-random.ts'

/**
 * What the pages of the bench site name beyond pages, for a crawl that requests everything: pictures, a stylesheet and a script for each
 * page, and links to other sites; some of each are dead. Added to a page as it is, so that the pages without stay what they are.
 */
export interface BeyondPages {
  /** Those that exist. */
  files: readonly SownFile[]
  /** The page with all that, and which dead URLs of it are named. */
  addTo(page: BenchPage, number: number): BenchPage
  /** Every URL that was named so far, as a URL: a crawl has to request each. */
  named: ReadonlySet<string>
}

interface SownFile {
  path: string
  bytes: number
}

const PICTURES_PER_PAGE = 2
const MIN_BYTES = 300
const MAX_BYTES = 6_000
/** Of each kind; pages share them, and the last of each is dead. */
const SHARED_FILES = 8
const FOREIGN_LINKS = 2
const PAGES_PER_FOREIGN = 2
/** Every so many-th picture is dead, and every so many-th URL elsewhere. */
const DEAD_PICTURE_EVERY = 100
const DEAD_FOREIGN_EVERY = 25
const IMAGE = /\/image\/\d+-\d+\.gif/g

/** `origin` is that of the bench site. */
export function beyondPages(
  pageCount: number,
  { origin, otherSites }: { origin: string; otherSites: readonly [string, ...string[]] },
): BeyondPages {
  const seeded = {
    pictures: seed(pageCount * PICTURES_PER_PAGE, DEAD_PICTURE_EVERY, index => `${origin}/picture/${index}.png`),
    stylesheets: seed(SHARED_FILES, SHARED_FILES, index => `${origin}/asset/${index}.css`),
    scripts: seed(SHARED_FILES, SHARED_FILES, index => `${origin}/asset/${index}.js`),
    foreign: seed(Math.ceil(pageCount / PAGES_PER_FOREIGN), DEAD_FOREIGN_EVERY, (index, isDead) => {
      const site = otherSites[index % otherSites.length] ?? otherSites[0]
      return `${site}/${isDead ? 'dead' : 'alive'}/${index}.html`
    }),
  }
  const named = new Set<string>()
  const add = (page: BenchPage, number: number): BenchPage => {
    const random = benchRandom('beyond', number)
    const added: BenchPage = { ...page, brokenImages: [], brokenFiles: [], brokenExternal: [] }
    const name = (choices: readonly SeededUrl[], dead: string[]): URL => {
      const { url, isDead } = chosen(random, choices)
      named.add(url.href)
      if (isDead) dead.push(url.pathname)
      return url
    }
    const stylesheet = name(seeded.stylesheets, added.brokenFiles).pathname
    const script = name(seeded.scripts, added.brokenFiles).pathname
    const foreign = Array.from({ length: FOREIGN_LINKS }, () => name(seeded.foreign, added.brokenExternal).href)
    const head = `<link rel="stylesheet" href="${stylesheet}">\n<script src="${script}" defer></script>`
    const links = foreign.map(href => `<a href="${href}">elsewhere</a>`).join(' and ')
    added.html = page.html
      .replace('</head>', `${head}\n</head>`)
      .replace('</main>', `<p>${links}</p>\n</main>`)
      .replaceAll(IMAGE, () => name(seeded.pictures, added.brokenImages).pathname)
    return added
  }
  const files = [...seeded.pictures, ...seeded.stylesheets, ...seeded.scripts].filter(({ isDead }) => !isDead)
  return { files: files.map(({ url }, index) => ({ path: url.pathname, bytes: bytesOf(index) })), addTo: add, named }
}

interface SeededUrl {
  url: URL
  isDead: boolean
}

/** So many URLs, every so many-th of which is dead. */
function seed(count: number, deadEvery: number, urlOf: (index: number, isDead: boolean) => string): SeededUrl[] {
  return Array.from({ length: count }, (_, index) => {
    const isDead = index % deadEvery === deadEvery - 1
    return { url: new URL(urlOf(index, isDead)), isDead }
  })
}

function chosen<Choice>(random: BenchRandom, choices: readonly Choice[]): Choice {
  const choice = choices[random.below(choices.length)]
  if (choice === undefined) throw new Error('nothing to choose from')
  return choice
}

function bytesOf(file: number): number {
  return MIN_BYTES + benchRandom('file', file).below(MAX_BYTES - MIN_BYTES)
}
