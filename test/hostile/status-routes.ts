import type { Expected, HostileRoute, Respond } from './hostile-server.ts'
import { byMethod, changing, HTML, plain, silentAfter, whole } from './responses.ts'

/** Statuses of odd kinds, refusals for a while, and servers that treat HEAD otherwise than GET. */

const says = (status: string, ...headers: string[]): Respond =>
  whole({ status, headers: [HTML, ...headers], body: `<title>${status}</title>` })

function status(line: string, expected: Expected, ...headers: string[]): HostileRoute {
  const [code = ''] = line.split(' ')
  return { path: `/status/${code}`, respond: says(line, ...headers), expected: { status: Number(code), ...expected } }
}

function refused(name: string, line: string, retryAfter: string | null, expected: Expected): HostileRoute {
  const headers = retryAfter === null ? [] : [`retry-after: ${retryAfter}`]
  return { path: `/busy/${name}`, respond: says(line, ...headers), expected }
}

const clientError = { issues: ['internal-link-client-error'] }
const serverError = { issues: ['internal-link-server-error'] }
const gone = { issues: ['internal-link-broken'] }
const tooMany = { status: 429 }
const unavailable = { status: 503, ...serverError }

/** Requested as an image, so only its status is requested, by HEAD first. */
function image(name: string, respond: Respond, expected: Expected): HostileRoute {
  return { path: `/head/${name}.png`, link: '<img alt="A picture" src="PATH">', respond, expected }
}
const picture = whole({ headers: ['content-type: image/png'], body: 'PNG' })
const fine: Expected = { noIssues: ['image-broken', 'resource-broken'] }

export const statusRoutes: readonly HostileRoute[] = [
  status('201 Created', {}),
  status('203 Non-Authoritative Information', {}),
  status('206 Partial Content', {}, 'content-range: bytes 0-10/100'),
  status('226 IM Used', {}),
  status('299 Odd', {}),
  status('400 Bad Request', clientError),
  status('401 Unauthorized', {}, 'www-authenticate: Basic realm="\x80\xff"', 'www-authenticate: Negotiate'),
  status('402 Payment Required', clientError),
  status('403 Forbidden', {}),
  status('404 Not Found', gone),
  status('405 Method Not Allowed', clientError),
  status('407 Proxy Authentication Required', {}, 'proxy-authenticate: Basic'),
  status('408 Request Timeout', {}),
  status('410 Gone', gone),
  status('418 I am a teapot', clientError),
  status('421 Misdirected Request', {}),
  status('425 Too Early', {}),
  status('451 Unavailable For Legal Reasons', {}),
  status('499 Odd', clientError),
  status('500 Internal Server Error', serverError),
  status('501 Not Implemented', serverError),
  status('505 HTTP Version Not Supported', serverError),
  status('511 Network Authentication Required', {}),
  status('520 Odd', serverError),
  status('599 Odd', serverError),
  status('600 Odd', {}),
  status('999 Request denied', {}),
  refused('429-seconds', '429 Too Many Requests', '120', tooMany),
  refused('429-date', '429 Too Many Requests', 'Fri, 31 Dec 2999 23:59:59 GMT', tooMany),
  refused('429-past', '429 Too Many Requests', 'Sun, 06 Nov 1994 08:49:37 GMT', tooMany),
  refused('429-nonsense', '429 Too Many Requests', 'soon', tooMany),
  refused('429-huge', '429 Too Many Requests', '9'.repeat(90), tooMany),
  refused('429-negative', '429 Too Many Requests', '-5', tooMany),
  refused('429-none', '429 Too Many Requests', null, tooMany),
  refused('503-seconds', '503 Service Unavailable', '3600', unavailable),
  refused('503-date', '503 Service Unavailable', 'Friday, 31-Dec-99 23:59:59 GMT', unavailable),
  refused('503-nonsense', '503 Service Unavailable', '1e9', unavailable),
  refused('503-long', '503 Service Unavailable', 'x'.repeat(10_000), unavailable),
  {
    path: '/busy/429-twice',
    respond: changing({ times: 2, respond: says('429 Too Many Requests', 'retry-after: 1') }, plain('Let in')),
    expected: { status: 200, title: 'Let in', noIssues: ['internal-link-client-error'] },
  },
  {
    path: '/busy/503-twice',
    respond: changing({ times: 2, respond: says('503 Service Unavailable') }, plain('Back again')),
    expected: { status: 200, title: 'Back again', noIssues: ['internal-link-server-error'] },
  },
  {
    path: '/busy/404-once',
    respond: changing({ times: 1, respond: says('404 Not Found') }, plain('Found')),
    expected: { status: 200, title: 'Found', noIssues: ['internal-link-broken'] },
  },
  {
    path: '/busy/reset-once',
    respond: changing({ times: 1, respond: ({ socket }) => socket.resetAndDestroy() }, plain('Caught')),
    expected: { status: 200, title: 'Caught', noIssues: ['internal-link-no-response'] },
  },
  image('405', byMethod(says('405 Method Not Allowed'), picture), fine),
  image('404', byMethod(says('404 Not Found'), picture), fine),
  image('501', byMethod(says('501 Not Implemented'), picture), fine),
  image('403', byMethod(says('403 Forbidden'), picture), fine),
  image('silent', byMethod(silentAfter(''), picture), fine),
  image(
    'reset',
    byMethod(({ socket }) => socket.resetAndDestroy(), picture),
    fine,
  ),
  image(
    'with-a-body',
    byMethod(
      ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\ncontent-type: image/png\r\ncontent-length: 3\r\n\r\nPNG'),
      picture,
    ),
    fine,
  ),
  image('gone', says('404 Not Found'), { issues: ['image-broken'] }),
  image('ok-for-head-only', byMethod(picture, says('404 Not Found')), {}),
]
