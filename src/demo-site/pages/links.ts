import { ELSEWHERE, page, type SitePage, section } from '../page.ts'

/** Broken links and resources, and links without a text. */
export const links: SitePage[] = [
  ...section({ path: '/links/' }, [
    {
      path: '/links/broken',
      extra: '<p>See the <a href="/gone">summer menu</a> and the <a href="/removed">winter menu</a>.</p>',
    },
    { path: '/links/server-error', extra: '<p>Order in the <a href="/fails">web shop</a>.</p>' },
    { path: '/links/no-response', extra: '<p>Watch the <a href="/hangs-up">oven camera</a>.</p>' },
    {
      path: '/links/client-error',
      extra: '<p>The <a href="/teapot">teapot</a> and the <a href="/members">members area</a>.</p>',
    },
    {
      path: '/links/external',
      extra: `<p>Our <a href="${ELSEWHERE}/gone">mill</a>, the <a href="${ELSEWHERE}/closed">dairy</a> and the <a href="${ELSEWHERE}/fine">harbour</a>.</p>`,
    },
    { path: '/links/resource-broken', head: '<link rel="stylesheet" href="/gone.css">' },
    {
      path: '/links/fragment',
      extra: '<p>Jump to the <a href="/breads/rye#crumb">crumb</a>, or to the <a href="/breads/rye">loaf</a>.</p>',
    },
    {
      path: '/links/text-missing',
      extra: '<p><a href="/breads/spelt"></a></p>',
      trips: ['link-text-missing'],
    },
    {
      path: '/links/text-generic',
      extra: '<p>Spelt: <a href="/breads/seeded">click here</a></p>',
      trips: ['link-text-generic'],
    },
    { path: '/links/uncrawlable', extra: '<p><a onclick="openMenu()">Menu</a></p>', trips: ['link-uncrawlable'] },
    {
      path: '/links/malformed',
      extra: '<p><a href="https://https://example.com/">Partner</a></p>',
      trips: ['link-malformed'],
    },
    {
      path: '/links/tracking',
      extra: '<p><a href="/breads/?utm_source=demo">Breads</a></p>',
      trips: ['url-tracking-internal'],
    },
    { path: '/links/deep', extra: '<p>Go <a href="/deep/two">deeper</a>.</p>' },
  ]),
  page({ path: '/breads/?utm_source=demo', canonical: '/breads/', seed: 'tracked' }),
  page({ path: '/links/dead-end', isBare: true, related: [], trips: ['page-dead-end'] }),
  page({ path: '/deep/two', related: [['/deep/three', 'Deeper']], trips: ['page-single-inlink'] }),
  page({ path: '/deep/three', related: [['/deep/four', 'Deeper still']], trips: ['page-deep', 'page-single-inlink'] }),
  page({ path: '/deep/four', trips: ['page-deep', 'page-single-inlink'] }),
]

/** Redirects by path. */
export const redirectTargets: ReadonlyMap<string, { status: number; location: string }> = new Map([
  ['/moved', { status: 301, location: '/breads/rye' }],
  ['/for-now', { status: 302, location: '/breads/spelt' }],
  ['/chain-1', { status: 301, location: '/chain-2' }],
  ['/chain-2', { status: 301, location: '/breads/seeded' }],
  ['/long-1', { status: 301, location: '/long-2' }],
  ['/long-2', { status: 301, location: '/long-3' }],
  ['/long-3', { status: 301, location: '/long-4' }],
  ['/long-4', { status: 301, location: '/long-5' }],
  ['/long-5', { status: 301, location: '/long-6' }],
  ['/long-6', { status: 301, location: '/breads/harbour-loaf' }],
  ['/round-1', { status: 301, location: '/round-2' }],
  ['/round-2', { status: 301, location: '/round-1' }],
  ['/to-private', { status: 301, location: '/private/plans' }],
  ['/moved-away', { status: 301, location: '/gone-for-good' }],
])

export const redirects: SitePage[] = section({ path: '/redirects/' }, [
  { path: '/redirects/permanent', extra: '<p><a href="/moved">Rye</a></p>' },
  { path: '/redirects/temporary', extra: '<p><a href="/for-now">Spelt</a></p>' },
  { path: '/redirects/chain', extra: '<p><a href="/chain-1">Seeded</a></p>' },
  { path: '/redirects/long-chain', extra: '<p><a href="/long-1">Harbour loaf</a></p>' },
  { path: '/redirects/loop', extra: '<p><a href="/round-1">Round and round</a></p>' },
  { path: '/redirects/to-private', extra: '<p><a href="/to-private">Plans</a></p>' },
  { path: '/redirects/to-error', extra: '<p><a href="/moved-away">Old shop</a></p>' },
  {
    path: '/redirects/meta-refresh',
    head: '<meta http-equiv="refresh" content="5; url=/breads/rye">',
    trips: ['redirect-meta-refresh'],
  },
])
