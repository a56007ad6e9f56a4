import { ORIGIN, page, type SitePage, section } from '../page.ts'
import { prose } from '../prose.ts'

const twin = prose('twin', 3).map(text => `<p>${text}</p>`)
/** The same text but for one word in three hundred. */
const nearTwin = twin.map((text, index) => (index === 0 ? text.replace(' the ', ' that ') : text))

/** Pages with these parts have the same main text, the heading and the links in it included. */
const sameText = (seed: string) => ({ seed, h1: `The ${seed} text`, related: [] })

/** Pages that are there twice. */
export const duplicates: SitePage[] = [
  ...section({ path: '/duplicates/', extra: '<p><a href="/duplicates/slash/">With a slash</a></p>' }, [
    { path: '/duplicates/exact-one', ...sameText('exact'), trips: ['duplicate-content-exact'] },
    { path: '/duplicates/exact-two', ...sameText('exact') },
    { path: '/duplicates/near-one', main: twin.join('\n'), trips: ['duplicate-content-near'] },
    { path: '/duplicates/near-two', main: nearTwin.join('\n') },
    { path: '/duplicates/slash', ...sameText('slash'), canonical: null },
    { path: '/duplicates/slash/', ...sameText('slash'), canonical: null, trips: ['duplicate-url-variants'] },
  ]),
]

/** Robots directives, canonicals, structured data, page size. */
export const indexing: SitePage[] = section(
  { path: '/indexing/', extra: '<p><a href="/private/plans">Plans</a></p>' },
  [
    {
      path: '/indexing/noindex-with-canonical',
      robots: 'noindex',
      canonical: '/breads/rye',
      trips: ['noindex-with-canonical', 'page-noindex-linked'],
    },
    {
      path: '/indexing/directive-conflict',
      robots: 'noindex',
      head: '<meta name="robots" content="index">',
      trips: ['robots-directive-conflict', 'page-noindex-linked'],
    },
    { path: '/indexing/directive-unknown', robots: 'no-index', trips: ['robots-directive-unknown'] },
    { path: '/indexing/nofollow', robots: 'nofollow', trips: ['page-nofollow'] },
    {
      path: '/indexing/canonical-conflict',
      head: `<link rel="canonical" href="${ORIGIN}/indexing/">`,
      trips: ['canonical-conflict'],
    },
    {
      path: '/indexing/canonical-invalid',
      canonical: null,
      head: '<link rel="canonical" href="">',
      trips: ['canonical-invalid'],
    },
    { path: '/indexing/canonical-to-error', canonical: '/gone' },
    { path: '/indexing/canonical-to-redirect', canonical: '/moved' },
    { path: '/indexing/canonical-to-noindex', canonical: '/indexing/directive-conflict' },
    { path: '/indexing/canonical-chain', canonical: '/indexing/canonical-second' },
    { path: '/indexing/canonical-second', canonical: '/breads/rye' },
    {
      path: '/indexing/structured-data',
      head: '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Bakery",}</script>',
      trips: ['structured-data-syntax'],
    },
    { path: '/indexing/too-large', extra: `<!-- ${'padding '.repeat(220_000)} -->`, trips: ['html-too-large'] },
    {
      path: '/indexing/head-broken',
      headStart: '<div>A banner that has lost its way</div>',
      trips: ['head-broken'],
    },
  ],
)

/** Languages and their alternates. */
export const languages: SitePage[] = section({ path: '/languages/' }, [
  { path: '/languages/missing', lang: null, trips: ['html-lang-missing'] },
  {
    path: '/languages/invalid',
    head: `<link rel="alternate" hreflang="en-UK" href="${ORIGIN}/languages/invalid"><link rel="alternate" hreflang="en" href="${ORIGIN}/languages/invalid">`,
    trips: ['hreflang-invalid'],
  },
  {
    path: '/languages/self-missing',
    head: `<link rel="alternate" hreflang="de" href="${ORIGIN}/languages/deutsch">`,
    trips: ['hreflang-self-missing'],
  },
  {
    path: '/languages/deutsch',
    lang: 'de',
    head: `<link rel="alternate" hreflang="de" href="${ORIGIN}/languages/deutsch"><link rel="alternate" hreflang="en" href="${ORIGIN}/languages/self-missing">`,
  },
  {
    path: '/languages/one-way',
    head: `<link rel="alternate" hreflang="en" href="${ORIGIN}/languages/one-way"><link rel="alternate" hreflang="nl" href="${ORIGIN}/languages/nederlands">`,
    trips: ['hreflang-return-missing'],
  },
  { path: '/languages/nederlands', lang: 'nl' },
  {
    path: '/languages/mismatch',
    lang: 'fr',
    head: `<link rel="alternate" hreflang="en" href="${ORIGIN}/languages/mismatch">`,
    trips: ['hreflang-lang-mismatch'],
  },
])

/** What the text says, and how it is sent. */
export const content: SitePage[] = [
  ...section(
    {
      path: '/content/',
      extra:
        '<p><a href="/content/white%20space">White space</a> <a href="/content/visitor;jsessionid=1A2B3C4D5E6F7A8B">Visitor</a> <a href="/content/charset-missing">Charset</a></p>',
    },
    [
      { path: '/content/thin', main: '<p>Only a few words stand here.</p>', trips: ['content-thin'] },
      {
        path: '/content/placeholder',
        extra: '<p>Lorem ipsum dolor sit amet, consectetur.</p>',
        trips: ['content-placeholder'],
      },
      {
        path: '/content/error-output',
        extra: '<p>Fatal error: Uncaught Exception in /var/www/shop.php on line 12</p>',
        trips: ['content-error-output'],
      },
      { path: '/content/corrupt', extra: '<p>A cafÃ© with crÃ¨me brÃ»lÃ©e.</p>', trips: ['encoding-corrupt'] },
      {
        path: '/content/open-graph',
        head: '<meta property="og:title" content="Open graph">',
        trips: ['og-incomplete'],
      },
    ],
  ),
  page({ path: '/content/white%20space', trips: ['url-bad-characters'] }),
  page({
    path: '/content/visitor;jsessionid=1A2B3C4D5E6F7A8B',
    title: 'Content: a visitor – Tideline Bakery demo',
    trips: ['url-visitor-id'],
  }),
]

/** Devices, forms and names. */
export const devices: SitePage[] = section({ path: '/devices/' }, [
  { path: '/devices/viewport-missing', viewport: null, trips: ['viewport-missing'] },
  { path: '/devices/zoom-disabled', viewport: 'width=device-width, user-scalable=no', trips: ['zoom-disabled'] },
  {
    path: '/devices/field-unlabelled',
    extra: '<form action="/devices/"><input name="q"><button>Search</button></form>',
    trips: ['form-field-unlabelled'],
  },
  { path: '/devices/button-nameless', extra: '<p><button type="button"></button></p>', trips: ['button-name-missing'] },
])
