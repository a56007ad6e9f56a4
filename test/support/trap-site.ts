import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { serveHttp } from '#fetch/test-server.ts'

/** Sites on this machine that have no end beside plain pages, and sites that are merely large. */
export interface TrapSite extends AsyncDisposable {
  origin: string
}

export type TrapPages = (url: URL) => string | null

export interface TrapSiteOptions {
  pages: TrapPages
  /** Called for each request with its number; responses wait for it. */
  onRequest?: (count: number) => unknown
}

/** Responds with the first page that one of the families has, else 404. */
export async function startTrapSite({ pages, onRequest }: TrapSiteOptions): Promise<TrapSite> {
  let count = 0
  const server = await serveHttp(async ({ url = '/' }, response) => {
    await onRequest?.(++count)
    const body = pages(new URL(url, 'http://localhost'))
    if (body === null) response.writeHead(404, { 'content-type': 'text/html' }).end('Not found')
    else respond(response, body)
  })
  return { origin: server.origin, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

function respond(response: ServerResponse, html: string): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}

export const anyOf =
  (...families: TrapPages[]): TrapPages =>
  url => {
    for (const family of families) {
      const page = family(url)
      if (page !== null) return page
    }
    return null
  }

interface PageContent {
  title: string
  text: string
  links?: readonly string[]
}

export function page({ title, text, links = [] }: PageContent): string {
  const anchors = links.map(link => `<a href="${link.replaceAll('&', '&amp;')}">more</a>`).join(' ')
  return `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p>${anchors}</main></html>`
}

const vocabulary =
  'anchor basket candle drawer engine fabric garden hammer island jacket kettle ladder mirror needle orange pencil quartz ribbon saddle timber umbrella violin window yarrow zephyr cobalt meadow harbor lantern copper'.split(
    ' ',
  )

/** The same words for the same name, others for another. */
export function textOf(name: string, length = 60): string {
  const words: string[] = []
  for (let index = 0; words.length < length; index++) {
    const bytes = createHash('md5').update(`${name} ${index}`).digest()
    for (const byte of bytes) words.push(vocabulary[byte % vocabulary.length] ?? '')
  }
  return words.slice(0, length).join(' ')
}

/** The start page, and pages that lead on to pages: `/plain/0` to `/plain/<count - 1>`. */
export const plainPages =
  (count: number, ...alsoLinks: string[]): TrapPages =>
  ({ pathname }) => {
    if (pathname === '/') return page({ title: 'Start', text: textOf('start'), links: ['/plain/0', ...alsoLinks] })
    const number = Number(/^\/plain\/(\d+)$/.exec(pathname)?.[1] ?? Number.NaN)
    if (!(number < count)) return null
    const links = [2 * number + 1, 2 * number + 2].filter(next => next < count).map(next => `/plain/${next}`)
    return page({ title: `Page on ${textOf(pathname, 3)}`, text: textOf(pathname), links })
  }

/** Months for ever, in both directions. */
export const calendarPages: TrapPages = ({ pathname, searchParams }) => {
  if (pathname !== '/calendar') return null
  const month = Number(searchParams.get('month') ?? 0)
  const at = new Date(Date.UTC(2026, month))
  const name = at.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const days = Array.from({ length: new Date(Date.UTC(2026, month + 1, 0)).getUTCDate() }, (_, day) => day + 1)
  return page({
    title: `Events in ${name}`,
    text: `No events in ${name}. ${days.join(' ')} Ask for a table at the desk, or come by on any day.`,
    links: [`/calendar?month=${month + 1}`, `/calendar?month=${month - 1}`],
  })
}

/** Days for ever, each a path. */
export const dayPages: TrapPages = ({ pathname }) => {
  const match = /^\/days(?:\/(\d+)\/(\d+)\/(\d+))?$/.exec(pathname)
  if (!match) return null
  const [, year = 2026, month = 11, day = 21] = match.map(part => (part === undefined ? undefined : Number(part)))
  const link = (shift: number) => {
    const other = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + shift))
    return `/days/${other.getUTCFullYear()}/${other.getUTCMonth() + 1}/${other.getUTCDate()}`
  }
  const name = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).toUTCString().slice(0, 16)
  return page({ title: name, text: `Nothing on ${name}`, links: [-7, -1, 1, 7, 30].map(link) })
}

const SHOP = ['about', 'chairs', 'tables', 'lamps', 'beds', 'desks', 'shelves', 'rugs', 'mirrors', 'clocks']

/** A new id of a visit with every link. */
export const sessionPages: TrapPages = ({ pathname, href }) => {
  const match = /^\/shop(?:\/(\w+))?$/.exec(pathname)
  const name = match?.[1] ?? 'start'
  if (!match || (name !== 'start' && !SHOP.includes(name))) return null
  const id = (target: string) =>
    createHash('md5')
      .update(href + target)
      .digest('hex')
  return page({
    title: `Shop: ${name}`,
    text: textOf(name, 40),
    links: SHOP.map(target => `/shop/${target}?PHPSESSID=${id(target)}`),
  })
}

const filters = ['red', 'blue', 'small', 'large', 'cheap', 'new', 'soft']

/** Filters that add up, and the order of which is kept. */
export const filterPages: TrapPages = ({ pathname, searchParams }) => {
  if (pathname !== '/finder') return null
  const chosen = [...searchParams.keys()]
  const products = vocabulary.filter((_, index) => index % (chosen.length + 1) === 0)
  return page({
    title: 'Finder',
    text: `${products.map(product => `A ${product} for every home, sent within a day.`).join(' ')}`,
    links: filters
      .filter(name => !chosen.includes(name))
      .map(name => `/finder?${[...searchParams.keys(), name].map(each => `${each}=1`).join('&')}`),
  })
}

/** The same, each filter a folder. */
export const folderPages: TrapPages = ({ pathname }) => {
  if (!/^\/wear(?:\/|$)/.test(pathname)) return null
  const chosen = pathname.split('/').slice(2)
  const names = [...filters, 'warm', 'light']
  return page({
    title: `Wear ${chosen.join(' ')}`,
    text: 'Coats and hats, sent within a day.',
    links: names.filter(name => !chosen.includes(name)).map(name => `/wear/${[...chosen, name].join('/')}`),
  })
}

/** A server that cares for neither letter case nor slashes, and links that change both. */
export const spelledPages: TrapPages = ({ pathname }) => {
  if (pathname.replaceAll('/', '').toLowerCase() !== 'catalogofbooks') return null
  const flipped = (index: number) =>
    [...pathname].map((letter, place) => (place === index ? letter.toUpperCase() : letter)).join('')
  return page({
    title: 'Books',
    text: 'Our books',
    links: [...Array.from({ length: 6 }, (_, index) => flipped(2 + 3 * index)), pathname.replace('/of', '//of')],
  })
}

/** Links without a leading slash lead ever deeper. */
export const growingPages: TrapPages = ({ pathname }) =>
  pathname.startsWith('/guide/')
    ? page({ title: 'Guide', text: textOf('guide', 30), links: ['intro/', 'setup/', 'usage/'] })
    : null

/** Any URL below it responds with 200 and the same text, and brings up others. */
export const anythingPages: TrapPages = ({ pathname }) => {
  if (!pathname.startsWith('/any/')) return null
  const id = (salt: string) =>
    createHash('md5')
      .update(pathname + salt)
      .digest('hex')
      .slice(0, 12)
  return page({ title: 'Welcome', text: textOf('any', 50), links: [`/any/${id('a')}`, `/any/${id('b')}`] })
}

/** Sections as they are on large sites, each of `size` pages and each found through itself as much as through lists. */
export const largePages =
  (size: number): TrapPages =>
  url => {
    for (const section of sections) {
      const found = section(url, size)
      if (found !== null) return found
    }
    return null
  }

/** Start URLs of all of them. */
export const largeStarts = [
  '/products/list?page=1',
  '/2019/1/post-1',
  '/api/1/type-1.html',
  `/docs/v1/${textOf('part 0', 3).replaceAll(' ', '-')}`,
  `/manual/1/${textOf('part 0', 3).replaceAll(' ', '-')}`,
  '/photo/1',
  '/round/1',
  '/thread?id=1&page=1',
  '/station/1',
  '/app/1',
]

type Section = (url: URL, size: number) => string | null

const section =
  (
    pattern: RegExp,
    write: (number: number, size: number) => PageContent & { link: (number: number) => string },
  ): Section =>
  ({ pathname, search }, size) => {
    const number = Number(pattern.exec(pathname + search)?.[1] ?? Number.NaN)
    if (!(number >= 1 && number <= size)) return null
    const { link, links = [], ...content } = write(number, size)
    const near = [number - 1, number + 1].filter(each => each >= 1 && each <= size).map(link)
    return page({ ...content, links: [...links, ...near] })
  }

const DELIVERY = `Add to basket. ${textOf('delivery', 80)}`
const PER_LIST = 20
const numbersOf = (name: string, count: number) =>
  [...createHash('sha512').update(name).digest().subarray(0, count)].map(byte => byte % 40).join(' ')
const teams = vocabulary.slice(0, 20)

const EDITIONS = 20

/** Twenty editions of a few parts, whose texts are the same in all of them. */
function editions(prefix: string): Section {
  const nameOf = (part: number) => textOf(`part ${part}`, 3).replaceAll(' ', '-')
  return ({ pathname }, size) => {
    if (!pathname.startsWith(`/${prefix}`)) return null
    const [edition, name] = pathname.slice(prefix.length + 1).split('/')
    const part = Array.from({ length: size / EDITIONS }, (_, index) => index).find(each => nameOf(each) === name)
    if (part === undefined || !(Number(edition) >= 1 && Number(edition) <= EDITIONS)) return null
    const links = [
      `/${prefix}${edition}/${nameOf(part + 1)}`,
      `/${prefix}${edition}/${nameOf(part + 2)}`,
      `/${prefix}${Number(edition) + 1}/${name}`,
    ]
    return page({ title: `Part on ${name}`, text: textOf(`part ${part}`, 150), links })
  }
}

const sections: readonly Section[] = [
  section(/^\/products\/list\?page=(\d+)$/, (list, size) => ({
    title: 'Products',
    text: Array.from({ length: PER_LIST }, (_, index) =>
      textOf(`product ${PER_LIST * (list - 1) + index + 1}`, 3),
    ).join(' '),
    links: Array.from({ length: PER_LIST }, (_, index) => PER_LIST * (list - 1) + index + 1)
      .filter(number => number <= size)
      .map(number => `/products/${number}`),
    link: number => `/products/list?page=${Math.min(number, Math.ceil(size / PER_LIST))}`,
  })),
  section(/^\/products\/(\d+)$/, number => ({
    title: `The ${textOf(`product ${number}`, 3)}`,
    text: `${textOf(`product ${number}`, 25)} ${DELIVERY}`,
    link: other => `/products/${other}`,
  })),
  section(/^\/20\d\d\/\d+\/post-(\d+)$/, number => ({
    title: `On ${textOf(`post ${number}`, 4)}`,
    text: textOf(`post ${number}`, 200),
    link: other => `/${2019 + (other % 8)}/${1 + (other % 12)}/post-${other}`,
  })),
  section(/^\/api\/\d+\/type-(\d+)\.html$/, number => ({
    title: `Type ${textOf(`type ${number}`, 1)}${number}`,
    text: `Returns a value. ${textOf(`type ${number}`, 12)}. Throws an error when the value is missing.`,
    link: other => `/api/${1 + (other % 3)}/type-${other}.html`,
  })),
  editions('docs/v'),
  editions('manual/'),
  section(/^\/photo\/(\d+)$/, number => ({
    title: `Photo ${number}`,
    text: `<img src="/images/${textOf(`photo ${number}`, 2).replace(' ', '-')}-${number}.jpg" alt="">`,
    link: other => `/photo/${other}`,
  })),
  section(/^\/round\/(\d+)$/, number => ({
    title: `Round ${number}`,
    text: Array.from({ length: 10 }, (_, index) => {
      const [home, guest] = [teams[index], teams[10 + ((index + number) % 10)]]
      return `${home} ${guest} ${numbersOf(`${number} ${index}`, 2)}`
    }).join(' '),
    link: other => `/round/${other}`,
  })),
  section(/^\/thread\?id=(\d+)&page=\d+$/, number => ({
    title: `Question on ${textOf(`thread ${number}`, 2)}`,
    text: `Sign in to reply. ${textOf(`thread ${number}`, 40)}`,
    link: other => `/thread?id=${other}&page=${1 + (other % 2)}`,
  })),
  section(/^\/station\/(\d+)$/, number => ({
    title: `Station ${number}`,
    text: `Levels of the hour: ${numbersOf(`station ${number}`, 48)}`,
    link: other => `/station/${other}`,
  })),
  ({ pathname }, size) => {
    const number = Number(/^\/app\/(\d+)$/.exec(pathname)?.[1] ?? Number.NaN)
    if (!(number >= 1 && number <= size)) return null
    const next = number < size ? `<nav hidden><a href="/app/${number + 1}">next</a></nav>` : ''
    return `<!doctype html><html lang="en"><title>Application</title><div id="root"></div>${next}<script src="/app.js"></script></html>`
  },
]
