import { nameOf, ORIGIN, type PageParts, page, type SitePage, section } from '#demo-site/page.ts'

/** The pages of the harbour museum by room; each declares the checks that are shown under its address, as those of the bakery do. */

export interface MuseumPage extends SitePage {
  /** Whether the sitemap lists it. */
  isListed: boolean
}

const rooms = [
  ['/languages/', 'Languages'],
  ['/things/', 'Things'],
  ['/copies/', 'Copies'],
  ['/news/', 'News'],
  ['/doors/', 'Doors'],
  ['/papers/', 'Papers'],
] as const

const links = (hrefs: readonly (readonly [string, string])[]): string =>
  hrefs.map(([href, text]) => `<li><a href="${href}">${text}</a></li>`).join('')
const header = `<header><nav aria-label="Main"><ul><li><a href="/">Home</a></li>${links(rooms)}</ul></nav></header>`
const footer =
  '<footer><p><a href="/">Harbour museum</a>, a second site made up for the tests of Sitesounder.</p></footer>'

function dressed(parts: PageParts): PageParts {
  const name = nameOf(parts.path)
  const description = `${name}: what the small museum behind the harbour bakery shows, and where an audit finds its faults.`
  return { title: `${name} – The harbour museum`, description, header, footer, ...parts }
}

/** Paths that no sitemap lists: on purpose, or because another fault of the page is to be seen alone. */
const unlisted: ReadonlySet<string> = new Set([
  '/copies/home-1',
  '/copies/home-2',
  '/copies/home-3',
  '/copies/boat?utm_source=mail',
  '/news/?page=2',
  '/news/?page=3',
  '/doors/closed/guests',
  '/doors/unlisted',
])

const room = (start: PageParts, leaves: readonly PageParts[]): SitePage[] =>
  section(dressed(start), leaves.map(dressed))

const alternates = (set: readonly (readonly [string, string])[]): string =>
  set.map(([code, path]) => `<link rel="alternate" hreflang="${code}" href="${ORIGIN}${path}">`).join('\n')

const jsonLd = (value: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`

const twoGerman = alternates([
  ['en', '/languages/two-german'],
  ['de', '/languages/erstes'],
  ['de', '/languages/zweites'],
])
const eachGerman = alternates([
  ['en', '/languages/two-german'],
  ['de', '/languages/erstes'],
  ['de-AT', '/languages/zweites'],
])
const inEnglish = ['en', '/languages/half'] as const
const inGerman = ['de', '/languages/halb'] as const
const inFrench = ['fr', '/languages/moitie'] as const

const languages = room({ path: '/languages/' }, [
  { path: '/languages/two-german', head: twoGerman, trips: ['hreflang-conflict'] },
  { path: '/languages/erstes', lang: 'de', head: eachGerman },
  { path: '/languages/zweites', lang: 'de-AT', head: eachGerman },
  {
    path: '/languages/lost',
    head: alternates([
      ['en', '/languages/lost'],
      ['fr', '/languages/perdu'],
    ]),
  },
  { path: '/languages/half', head: alternates([inEnglish, inGerman, inFrench]) },
  {
    path: '/languages/halb',
    lang: 'de',
    head: alternates([inEnglish, inGerman]),
    trips: ['hreflang-cluster-incomplete'],
  },
  { path: '/languages/moitie', lang: 'fr', head: alternates([inEnglish, inFrench]) },
])

const thing = { '@type': 'Product', description: 'Found in the harbour.', image: `${ORIGIN}/icon.png` }
const offer = { '@type': 'Offer', price: 49, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }
const step = (position: number, name: string, path: string) => ({
  '@type': 'ListItem',
  position,
  name,
  item: ORIGIN + path,
})

const things = room({ path: '/things/' }, [
  {
    path: '/things/in-order',
    head: [
      jsonLd({ ...thing, name: 'A brass bell', offers: offer }),
      jsonLd({
        '@type': 'BreadcrumbList',
        itemListElement: [step(1, 'Things', '/things/'), step(2, 'A brass bell', '/things/in-order')],
      }),
    ].join('\n'),
  },
  {
    path: '/things/without-offer',
    head: jsonLd({ '@type': 'Product', name: 'An anchor' }),
    trips: ['structured-data-required'],
  },
  {
    path: '/things/price-in-words',
    head: jsonLd({ ...thing, name: 'A lamp', offers: { ...offer, price: '1.299,00 €' } }),
    trips: ['structured-data-value-invalid'],
  },
  {
    path: '/things/misspelled',
    head: jsonLd({ '@type': 'Prodcut', name: 'A barometer' }),
    trips: ['structured-data-unknown'],
  },
  {
    path: '/things/in-microdata',
    extra: `<div itemscope itemtype="https://schema.org/Product"><p itemprop="name">A brass compass</p>
<p itemprop="offers" itemscope itemtype="https://schema.org/Offer"><data itemprop="price" value="49">49</data> <span itemprop="priceCurrency">EUR</span></p></div>`,
    trips: ['structured-data-recommended'],
  },
  {
    path: '/things/in-microdata-without-offer',
    extra: '<div itemscope itemtype="https://schema.org/Product"><p itemprop="name">A whale</p></div>',
    trips: ['structured-data-required'],
  },
  {
    path: '/things/in-rdfa',
    extra: `<div vocab="https://schema.org/" typeof="Event"><p property="name">An evening of knots</p>
<p property="startDate" content="next Tuesday">On Tuesday</p><p property="location">The quay</p></div>`,
    trips: ['structured-data-value-invalid', 'structured-data-recommended'],
  },
  {
    path: '/things/from-nought',
    head: jsonLd({
      '@type': 'BreadcrumbList',
      itemListElement: [step(0, 'Things', '/things/'), step(1, 'A sextant', '/things/from-nought')],
    }),
    trips: ['structured-data-breadcrumb-invalid'],
  },
])

const toTheLetter = '<p><a href="/copies/boat?utm_source=mail">The boat of our letter</a></p>'
const copies = room({ path: '/copies/', extra: toTheLetter, trips: ['url-tracking-internal'] }, [
  { path: '/copies/boat', canonical: null, trips: ['canonical-missing'] },
  { path: '/copies/home-1', canonical: '/', trips: ['canonical-to-homepage'] },
  { path: '/copies/home-2', canonical: '/' },
  { path: '/copies/home-3', canonical: '/' },
])

const boatOfTheLetter = page(
  dressed({
    path: '/copies/boat?utm_source=mail',
    canonical: null,
    seed: '/copies/boat',
    extra: '<p>Welcome, reader of our letter: the boat leaves at nine, at noon and when the tide lets it.</p>',
    related: [['/copies/', 'Copies']],
  }),
)

const pagesOfNews = [
  ['/news/?page=2', 'Second page'],
  ['/news/?page=3', 'Third page'],
] as const
const news = [
  page(dressed({ path: '/news/', related: pagesOfNews })),
  page(
    dressed({
      path: '/news/?page=2',
      title: 'News, second page – The harbour museum',
      description:
        'News of the last winter: what the small museum behind the harbour bakery has found, bought and lent.',
      h1: 'News of the winter',
      canonical: '/news/',
      related: pagesOfNews,
      trips: ['canonical-paginated-to-first'],
    }),
  ),
  page(
    dressed({
      path: '/news/?page=3',
      title: 'News, third page – The harbour museum',
      description:
        'News of the last autumn: what the small museum behind the harbour bakery has found, bought and lent.',
      h1: 'News of the autumn',
      canonical: '/news/',
      related: pagesOfNews,
    }),
  ),
]

const doors = room(
  {
    path: '/doors/',
    extra:
      '<p><a href="/doors/rumours" rel="nofollow">Rumours</a> <a href="/rooms/of-ghosts">Ghosts</a> <a href="/rooms/of-mermaids">Mermaids</a></p>',
  },
  [
    { path: '/doors/rumours', trips: ['link-internal-nofollow'] },
    { path: '/doors/styled', head: '<link rel="stylesheet" href="/doors/closed/styled.css">' },
    {
      path: '/doors/closed/guests',
      robots: 'noindex',
      trips: ['robots-hides-noindex'],
    },
    { path: '/doors/closed/cloaks', trips: ['robots-blocks-linked-page', 'sitemap-url-not-indexable'] },
    { path: '/doors/unlisted', trips: ['sitemap-page-missing'] },
    { path: '/doors/listed', robots: 'noindex', trips: ['sitemap-url-not-indexable', 'page-noindex-linked'] },
    {
      path: '/doors/cookie',
      headers: { 'set-cookie': 'visitor=8f3c; Path=/; SameSite=None' },
      trips: ['cookie-flags'],
    },
    { path: '/doors/sticks', trips: ['response-unstable'] },
    { path: '/doors/sticks-too' },
  ],
)

const papers = room({ path: '/papers/', extra: '<p><a href="/papers/map.pdf">A map of the harbour</a></p>' }, [
  { path: '/papers/charts' },
  {
    path: '/papers/portrait',
    head: [
      ['title', 'A portrait of the harbour'],
      ['type', 'website'],
      ['url', `${ORIGIN}/papers/portrait`],
      ['image', `${ORIGIN}/stolen`],
    ]
      .map(([name, content]) => `<meta property="og:${name}" content="${content}">`)
      .join('\n'),
    trips: ['og-image-invalid'],
  },
  { path: '/papers/letters' },
])

const home = page(dressed({ path: '/', title: 'The harbour museum – Start', h1: 'The harbour museum', related: rooms }))
/** To which no link leads. */
const island = page(dressed({ path: '/island', trips: ['page-orphan'] }))

export const museumPages: readonly MuseumPage[] = [
  home,
  ...languages,
  ...things,
  ...copies,
  boatOfTheLetter,
  ...news,
  ...doors,
  ...papers,
  island,
].map(each => ({ ...each, isListed: !unlisted.has(each.path) }))
