import type { Expected, HostileRoute } from './hostile-server.ts'
import { byDrops, HTML, pageOf, silentAfter } from './responses.ts'

/** Time: responses that do not come, come by drops, or stop. The limits are 4 s for the first octet and 6 s for all. */

const OK = `HTTP/1.1 200 OK\r\n${HTML}\r\n`
const silent: Expected = { status: null, failure: /^No response within 4 s\.$/, issues: ['internal-link-no-response'] }
const stopped: Expected = {
  status: null,
  failure: /^stopped after 6 s, read \d+ bytes$/,
  issues: ['internal-link-no-response'],
}
const slowPage = pageOf('Slow but whole')

export const timeRoutes: readonly HostileRoute[] = [
  { path: '/time/silent', respond: () => {}, expected: silent },
  { path: '/time/status-line-by-drops', respond: byDrops('HTTP/1.1 200 ', 'O'), expected: silent },
  { path: '/time/headers-by-drops', respond: byDrops(OK, 'x: y\r\n'), expected: silent },
  { path: '/time/stops-in-headers', respond: silentAfter(OK), expected: silent },
  { path: '/time/stops-before-body', respond: silentAfter(`${OK}content-length: 5000\r\n\r\n`), expected: stopped },
  {
    path: '/time/stops-in-body',
    respond: silentAfter(`${OK}content-length: 5000\r\n\r\n<title>Half`),
    expected: stopped,
  },
  { path: '/time/body-by-drops', respond: byDrops(`${OK}\r\n<title>Drops`, 'o'), expected: stopped },
  {
    path: '/time/chunks-by-drops',
    respond: byDrops(`${OK}transfer-encoding: chunked\r\n\r\n`, '1\r\no\r\n'),
    expected: stopped,
  },
  {
    path: '/time/slow-but-whole',
    respond: byDrops(`${OK}content-length: ${slowPage.length + 10}\r\n\r\n${slowPage}`, '\n', 10),
    expected: { status: 200, failure: '', title: 'Slow but whole' },
  },
]
