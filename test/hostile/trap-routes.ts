import { createHash } from 'node:crypto'
import type { Exchange, HostileRoute, Respond } from './hostile-server.ts'
import { growingRedirect } from './redirect-routes.ts'
import { HTML, pageOf, plain, whole } from './responses.ts'

/** Sites without end, and many spellings of one URL. */

const link = (href: string, name = 'on') => `<a href="${href}">${name}</a>`
const page = (title: string, ...hrefs: string[]): Respond => plain(title, hrefs.map(href => link(href)).join(' '))

/** Responds to every URL below a prefix that no route has. */
const traps: readonly [string, (exchange: Exchange) => Respond][] = [
  [
    '/trap/calendar',
    ({ path }) => {
      const month = Number(/month=(-?\d+)/.exec(path)?.[1] ?? 0)
      return page(`Month ${month}`, `/trap/calendar?month=${month + 1}`, `/trap/calendar?month=${month - 1}`)
    },
  ],
  [
    '/trap/session',
    ({ path }) => {
      const id = createHash('md5').update(path).digest('hex')
      return page('Session', `/trap/session?PHPSESSID=${id}`, `/trap/session/a?PHPSESSID=${id}`)
    },
  ],
  ['/trap/growing-query', ({ path }) => page('Growing', `${path}${path.includes('?') ? '&amp;' : '?'}more=1`)],
  ['/trap/deeper/', () => page('Deeper', 'deeper/')],
  ['/trap/repeated/', () => page('Repeated', 'a/b/')],
  ['/trap/steps/', ({ path }) => page('Steps', `${path.split('/').length}/`)],
  [
    '/trap/filter',
    ({ path }) => {
      const { searchParams } = new URL(path, 'http://x')
      const hrefs = ['red', 'blue', 'small', 'large', 'cheap'].map(name => {
        const next = new URLSearchParams(searchParams)
        next.append(name, String(next.size))
        return `/trap/filter?${next.toString().replaceAll('&', '&amp;')}`
      })
      return page('Filter', ...hrefs)
    },
  ],
  ['/redirect/growing/', () => growingRedirect],
  [
    '/trap/soft/',
    ({ path }) =>
      plain(
        'Soft 404',
        `<p>${'The page that you look for is not here, but have a look at our shop. '.repeat(20)}</p>${link(`${path}x/`)}`,
      ),
  ],
]

/** Every URL that has no route. */
export const endlessSite: Respond = exchange => {
  const trap = traps.find(([prefix]) => exchange.path.startsWith(prefix))
  if (trap) trap[1](exchange)(exchange)
  else whole({ status: '404 Not Found', headers: [HTML], body: pageOf('Not found'), isKept: true })(exchange)
}

const trapped = (path: string, title: string): HostileRoute => ({
  path,
  respond: endlessSite,
  expected: { status: 200, title },
})
const soft = Array.from({ length: 300 }, (_, index) => link(`/trap/soft/${index}`)).join('\n')

const spellings = [
  '/spelling/one',
  '/spelling/./one',
  '/spelling/x/../one',
  '/spelling/%6Fne',
  '/spelling/one#a',
  '/spelling/one#',
  'HTTP://127.0.0.1:PORT/spelling/one',
  'http://127.1:PORT/spelling/one',
  'http://0x7f000001:PORT/spelling/one',
  'http://2130706433:PORT/spelling/one',
  'http://user:secret@127.0.0.1:PORT/spelling/one',
  '//127.0.0.1:PORT/spelling/one',
  '\\spelling\\one',
  '/spelling/o\tn\ne',
]

/** Traps without end: what a crawl has left of its limit goes here. */
export const endlessRoutes: readonly HostileRoute[] = [
  trapped('/trap/calendar', 'Month 0'),
  trapped('/trap/session', 'Session'),
  trapped('/trap/growing-query', 'Growing'),
  trapped('/trap/deeper/', 'Deeper'),
  trapped('/trap/repeated/', 'Repeated'),
  trapped('/trap/steps/', 'Steps'),
  trapped('/trap/filter', 'Filter'),
  { path: '/trap/soft-flood', respond: plain('Soft flood', soft), expected: { status: 200, title: 'Soft flood' } },
]

export const trapRoutes: readonly HostileRoute[] = [
  {
    path: '/trap/repeats-itself',
    respond: page('Repeats', `/trap/${'same/'.repeat(4)}`, `/trap/${'d/e/'.repeat(16)}`, `/trap/${'x'.repeat(9_000)}`),
    expected: { status: 200, title: 'Repeats', issues: ['link-malformed'] },
  },
  { path: `/trap/${'same/'.repeat(4)}`, link: '', respond: plain('Never'), expected: { skipped: 'repeats-itself' } },
  { path: `/trap/${'d/e/'.repeat(16)}`, link: '', respond: plain('Never'), expected: { skipped: 'too-deep' } },
  {
    path: '/trap/base-foreign',
    respond: whole({ body: `<base href="http://elsewhere.invalid/">${pageOf('Foreign base', link('/spelling/one'))}` }),
    expected: { status: 200, title: 'Foreign base' },
  },
  {
    path: '/trap/base-broken',
    respond: whole({ body: `<base href="http://[">${pageOf('Broken base', link('/spelling/one'))}` }),
    expected: { status: 200, title: 'Broken base' },
  },
  {
    path: '/trap/base-script',
    respond: whole({
      body: `<base href="javascript:alert(1)"><base href="/x/">${pageOf('Script base', link('/spelling/one'))}`,
    }),
    expected: { status: 200, title: 'Script base' },
  },
  {
    path: '/trap/refresh-a',
    respond: whole({ body: `<meta http-equiv=refresh content="0;url=/trap/refresh-b">${pageOf('Refresh A')}` }),
    expected: { status: 200, title: 'Refresh A', issues: ['refresh-loop'] },
  },
  {
    path: '/trap/refresh-b',
    link: '',
    respond: whole({ body: `<meta http-equiv=refresh content="0;url=/trap/refresh-a">${pageOf('Refresh B')}` }),
    expected: { status: 200, title: 'Refresh B' },
  },
  {
    path: '/trap/canonical-a',
    respond: whole({ body: `<link rel=canonical href="/trap/canonical-b">${pageOf('Canonical A')}` }),
    expected: { status: 200, title: 'Canonical A' },
  },
  {
    path: '/trap/canonical-b',
    respond: whole({ body: `<link rel=canonical href="/trap/canonical-a">${pageOf('Canonical B')}` }),
    expected: { status: 200, title: 'Canonical B' },
  },
  {
    path: '/trap/spellings',
    respond: exchange => {
      const links = spellings.map(href => link(href.replace('PORT', String(exchange.socket.localPort))))
      plain('Spellings', links.join(' '))(exchange)
    },
    expected: { status: 200, title: 'Spellings' },
  },
  { path: '/spelling/one', link: '', respond: plain('One'), expected: { status: 200, title: 'One' } },
]
