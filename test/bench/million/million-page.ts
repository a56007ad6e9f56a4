import { capitalized, plainWords, prose } from '../crawl/bench-labels.ts'
import { benchRandom } from '../crawl/bench-random.ts'
import { type BenchSite, nameOf, SECTIONS } from '../crawl/bench-site.ts'

/**
 * The pages of a site that may have a million: small ones without defects, each made from its number alone. A page links to the start
 * page and the sections, to its parent, its siblings and its children.
 */

const LEAST_WORDS = 150
const MOST_WORDS = 300
const PARAGRAPH_WORDS = 50
const DESCRIPTION_WORDS = 12
/** What every page begins with and what its body begins with, made once. */
const HEAD = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
const NAVIGATION = `<header><nav aria-label="Main"><a href="/">Home</a> ${SECTIONS.map(name => `<a href="/${name}/">${capitalized(name)}</a>`).join(' ')}</nav></header>`
const NUMBERED_PATH = /-(\d+)\.html$/
/** Children of a page, as the site has them. */
const BRANCHES = SECTIONS.length

export function millionPage(site: BenchSite, page: number, origin: string): string {
  const random = benchRandom('million', page)
  const name = `${nameOf(page)} ${page}`
  return `<!DOCTYPE html>
<html lang="en">
<head>
${HEAD}
<title>${name} – Large site</title>
<meta name="description" content="${capitalized(plainWords(random, DESCRIPTION_WORDS))} ${page}.">
<link rel="canonical" href="${origin}${site.path(page)}">
</head>
<body>
${NAVIGATION}
<main>
<h1>${name}</h1>
${paragraphs(LEAST_WORDS + random.below(MOST_WORDS - LEAST_WORDS + 1), count => prose(random, count))}
${links(site, 'Contents', site.children(page))}
</main>
<aside>${page === 0 ? '' : `<p>Part of ${link(site, parentOf(page))}</p>${links(site, 'Beside it', siblingsOf(site, page))}`}</aside>
</body>
</html>
`
}

/** null for a URL that no page has. */
export function pageAt(site: BenchSite, path: string): number | null {
  const [, digits] = NUMBERED_PATH.exec(path) ?? []
  const page = digits === undefined ? listedAt(path) : Number(digits)
  return page < site.pageCount && site.path(page) === path ? page : null
}

/** Of the start page and the sections, whose URLs bear no number; else a number that no URL fits. */
function listedAt(path: string): number {
  return path === '/' ? 0 : SECTIONS.findIndex(name => path === `/${name}/`) + 1
}

function parentOf(page: number): number {
  return Math.floor((page - 1) / BRANCHES)
}

function siblingsOf(site: BenchSite, page: number): number[] {
  return site.children(parentOf(page)).filter(each => each !== page)
}

function paragraphs(words: number, write: (count: number) => string): string {
  const texts: string[] = []
  for (let left = words; left > 0; left -= PARAGRAPH_WORDS)
    texts.push(`<p>${capitalized(write(Math.min(left, PARAGRAPH_WORDS)))}.</p>`)
  return texts.join('\n')
}

function links(site: BenchSite, heading: string, pages: readonly number[]): string {
  if (pages.length === 0) return ''
  return `<h2>${heading}</h2><ul>${pages.map(page => `<li>${link(site, page)}</li>`).join('')}</ul>`
}

function link(site: BenchSite, page: number): string {
  return `<a href="${site.path(page)}">${nameOf(page)}</a>`
}
