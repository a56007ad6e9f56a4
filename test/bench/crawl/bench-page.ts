import { capitalized, plainWords, prose } from './bench-labels.ts'
import { type BenchRandom, benchRandom } from './bench-random.ts'
import { type BenchSite, type DeadUrl, nameOf, type Redirect, SECTIONS } from './bench-site.ts'

/** One page of the bench site, and what a crawl has to say about it. */
export interface BenchPage {
  html: string
  title: string | null
  description: string | null
  /** URLs that fail, or redirect, and are linked here. */
  dead: string[]
  redirects: string[]
  imagesWithoutAlt: number
  /** Of what is named here beyond pages, where anything is. */
  brokenImages: string[]
  brokenFiles: string[]
  brokenExternal: string[]
}

const MIN_BYTES = 20 * 1024
const MAX_BYTES = 60 * 1024
/** What stands below the text. */
const TAIL_BYTES = 6 * 1024
const RELATED_LINKS = 28
const LINKED_PARAGRAPHS = 26

const STYLE = filler('style', 5_200, random => `.${plainWords(random, 1)}{padding:${random.below(40)}px;display:flex}`)
const SCRIPT = `${filler('script', 2_600, random => `site.${plainWords(random, 1)}=(a,b)=>a<b?a:${random.below(99)};`)}site.t='<a href="/not-a-link">'`
const NAVIGATION = SECTIONS.map(
  name =>
    `<li class="nav__item"><a class="nav__link" href="/${name}/"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2a10 10 0 1 0 0 20z"/></svg><span>${capitalized(name)}</span></a></li>`,
).join('\n')

/** With all that Google recommends, as a good template has it: a finding on every page is not what is measured. */
const articleNamed = (name: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'Article',
  headline: name,
  author: { '@type': 'Organization', name: 'Bench', url: '/' },
  datePublished: '2026-03-31',
  dateModified: '2026-03-31',
  image: '/icon.png',
})

function filler(purpose: string, bytes: number, part: (random: BenchRandom) => string): string {
  const random = benchRandom(purpose, 0)
  let text = ''
  while (text.length < bytes) text += part(random)
  return text
}

export function benchPage(site: BenchSite, page: number, origin: string): BenchPage {
  const random = benchRandom('page', page)
  const defect = site.defect(page)
  const name = nameOf(page)
  const title = titleOf(page, name, defect)
  const description =
    defect === 'no-description'
      ? null
      : defect === 'shared-description'
        ? `The same words about ${page % 5} on several pages of the bench site, which are no good description.`
        : `${capitalized(plainWords(benchRandom('description', page), 12))} ${page}.`
  const nothingBeyond = { brokenImages: [], brokenFiles: [], brokenExternal: [] }
  const facts: BenchPage = {
    html: '',
    title,
    description,
    dead: [],
    redirects: [],
    imagesWithoutAlt: 0,
    ...nothingBeyond,
  }
  const writer = new PageWriter({ site, page, random, facts })
  const head = [
    '<!DOCTYPE html>',
    defect === 'no-lang' ? '<html>' : '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    title === null ? '' : `<title>${title}</title>`,
    description === null ? '' : `<meta name="description" content="${description}">`,
    `<link rel="canonical" href="${origin}${site.path(page)}">`,
    defect === 'noindex' ? '<meta name="robots" content="noindex">' : '',
    `<meta property="og:title" content="${name}"><meta property="og:type" content="article">`,
    `<meta property="og:image" content="${origin}/image/${page}.gif"><meta property="og:url" content="${origin}${site.path(page)}">`,
    '<link rel="stylesheet" href="/site.css">',
    `<style>${STYLE}</style>`,
    `<script type="application/ld+json">${JSON.stringify(articleNamed(name))}</script>`,
    '</head>',
    '<body class="page">',
    `<header><nav aria-label="Main"><ul>\n${NAVIGATION}\n</ul></nav></header>`,
    '<main>',
    defect === 'no-h1' ? '' : `<h1>${name}</h1>`,
    defect === 'many-h1' ? `<H1>Second ${name}</H1>` : '',
    ...writer.cards(),
  ]
  const size = MIN_BYTES + random.below(MAX_BYTES - MIN_BYTES)
  const body = writer.text(size - TAIL_BYTES - head.join('\n').length)
  const tail = [
    `<aside><h2>Related</h2><ul>${writer.related()}</ul></aside>`,
    '</main>',
    '<template><a href="/not-a-link">no</a></template>',
    '<textarea aria-label="A field"><a href="/not-a-link">no</a></textarea>',
    `<footer><p>&copy; Bench site</p></footer>`,
    `<script>${SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ]
  facts.html = [...head, ...body, ...tail].filter(Boolean).join('\n')
  return facts
}

function titleOf(page: number, name: string, defect: ReturnType<BenchSite['defect']>): string | null {
  switch (defect) {
    case 'no-title':
      return null
    case 'long-title':
      return `${name} ${plainWords(benchRandom('title', page), 14)}`
    case 'shared-title':
      return `Shared title number ${page % 7}`
    default:
      return `${name} ${page} – Bench site`
  }
}

/** Writes the parts of one page and notes what is wrong with them. */
class PageWriter {
  readonly #site: BenchSite
  readonly #page: number
  readonly #random: BenchRandom
  readonly #facts: BenchPage
  #images = 0

  constructor(of: { site: BenchSite; page: number; random: BenchRandom; facts: BenchPage }) {
    this.#site = of.site
    this.#page = of.page
    this.#random = of.random
    this.#facts = of.facts
  }

  cards(): string[] {
    return this.#site
      .children(this.#page)
      .map(
        child =>
          `<article class="card">${this.#image()}<h2>${this.#link(child, nameOf(child))}</h2><p>${prose(this.#random, 14)}</p></article>`,
      )
  }

  /** Headings, paragraphs, figures and tables until there are so many bytes. */
  text(bytes: number): string[] {
    const parts: string[] = []
    for (let part = 0, length = 0; length < bytes; part++) {
      const before = parts.length
      if (part % 4 === 0) parts.push(`<h2 id="part-${part}">${capitalized(prose(this.#random, 4))}</h2>`)
      const link = part < LINKED_PARAGRAPHS ? ` ${this.#inlineLink()} ` : ' '
      // Every third paragraph is left open, as HTML allows.
      parts.push(
        `<p class="text">${prose(this.#random, 40)}${link}${prose(this.#random, 30)}.${part % 3 === 0 ? '' : '</p>'}`,
      )
      if (part % 3 === 1)
        parts.push(`<figure>${this.#image()}<figcaption>${prose(this.#random, 6)}</figcaption></figure>`)
      if (part % 9 === 5)
        parts.push('<table><tr><th>One<th>Two<tr><td>1<td>2</table><!-- <a href="/not-a-link">no</a> -->')
      for (const text of parts.slice(before)) length += text.length + 1
    }
    return parts
  }

  related(): string {
    return Array.from({ length: RELATED_LINKS }, () => {
      const page = this.#random.below(this.#site.pageCount)
      return `<li><span class="tag">${plainWords(this.#random, 1)}</span> ${this.#link(page, nameOf(page))}</li>`
    }).join('')
  }

  #link(page: number, text: string): string {
    return `<a class="link" href="${this.#site.path(page)}">${text}</a>`
  }

  #inlineLink(): string {
    const { dead, redirects } = this.#site
    const kind = this.#random.below(100)
    const text = plainWords(this.#random, 2)
    if (kind < 2) return this.#noted(dead, this.#facts.dead, text)
    if (kind < 6) return this.#noted(redirects, this.#facts.redirects, text)
    if (kind < 8) return `<a href="mailto:someone@example.org">${text}</a>`
    const page = this.#random.below(this.#site.pageCount)
    if (kind < 14) return `<a href="${this.#site.path(this.#page)}#part-0">${text}</a>`
    if (kind < 50) return `<A HREF='${this.#site.path(page)}' title="a > b">${text} <b>bold</b></A>`
    return this.#link(page, text)
  }

  #noted(choices: readonly (DeadUrl | Redirect)[], notes: string[], text: string): string {
    const { path } = choices[this.#random.below(choices.length)] ?? { path: '/' }
    notes.push(path)
    return `<a href="${path}">${text}</a>`
  }

  #image(): string {
    const hasAlt = !this.#random.perMille(80)
    if (!hasAlt) this.#facts.imagesWithoutAlt++
    const alt = hasAlt ? ` alt="${plainWords(this.#random, 3)}"` : ''
    return `<img loading=lazy src="/image/${this.#page}-${this.#images++}.gif"${alt} width="640" height=360>`
  }
}
