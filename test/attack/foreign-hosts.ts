import type { FamilyReport } from './family.ts'
import type { Target } from './target.ts'
import { type Header, sendBytes } from './wire.ts'

/** Passing for another server: nothing but the server's own name is served, and no client may pass for its proxy. */
export async function foreignHosts(target: Target, family: FamilyReport): Promise<void> {
  const isPrivate = new URL(target.origin).host === target.host
  for (const path of ['/', '/api/session', '/api/websites', '/assets/x.js', '/favicon.svg']) {
    for (const host of foreignNames(target.host))
      family.refused(`Host ${host} for ${path}`, await target.send({ path, host }), [0, 400, 421])
    for (const [what, lines] of Object.entries(hostLines(target.host))) {
      const bytes = Buffer.from(lines.replaceAll('PATH', path))
      family.refused(
        `${what} for ${path}`,
        target.look(what, await sendBytes(target.origin, bytes)),
        [0, 400, 404, 405, 421],
      )
    }
    for (const header of PROXY_HEADERS) {
      const response = await target.send({ path, headers: [header] })
      const what = `${header.join(': ')} for ${path}`
      if (isPrivate) family.refused(what, response, [421])
      else family.tried(what, JSON.stringify(response).includes('evil.test') ? 'it is in the response' : null)
    }
  }
}

const foreignNames = (own: string): string[] => [
  ...['evil.test', `${own}.evil.test`, `evil.test:80`, `${own}@evil.test`, `evil.test#${own}`, `evil.test/${own}`],
  ...[
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    '0.0.0.0',
    '[::]',
    '169.254.169.254',
    '[::ffff:7f00:1]',
    'localhost.',
  ],
  ...[
    '',
    '.',
    '*',
    'a b',
    '\u00e4.test',
    '%65vil.test',
    'evil.test,',
    `${own}, evil.test`,
    `evil.test, ${own}`,
    '[::1',
    ':80',
  ],
  ...['127.0.0.2', '10.0.0.1', 'localhost:80@evil.test', 'x'.repeat(1_000), `${own}\\@evil.test`, `evil.test?${own}`],
]

function hostLines(own: string): Record<string, string> {
  const close = 'Connection: close\r\n\r\n'
  return {
    'an absolute target': `GET http://evil.testPATH HTTP/1.1\r\nHost: ${own}\r\n${close}`,
    'an absolute https target': `GET https://evil.testPATH HTTP/1.1\r\nHost: ${own}\r\n${close}`,
    'an absolute target with a user': `GET http://${own}@evil.testPATH HTTP/1.1\r\nHost: ${own}\r\n${close}`,
    'two hosts, the own last': `GET PATH HTTP/1.1\r\nHost: evil.test\r\nHost: ${own}\r\n${close}`,
    'two hosts, the own first': `GET PATH HTTP/1.1\r\nHost: ${own}\r\nHost: evil.test\r\n${close}`,
    'no host': `GET PATH HTTP/1.1\r\n${close}`,
    'a foreign host of HTTP/1.0': `GET PATH HTTP/1.0\r\nHost: evil.test\r\n${close}`,
    'a tunnel': `CONNECT evil.test:443 HTTP/1.1\r\nHost: ${own}\r\n${close}`,
    'a trace': `TRACE PATH HTTP/1.1\r\nHost: ${own}\r\nCookie: a=secret\r\n${close}`,
  }
}

const PROXY_HEADERS: readonly Header[] = [
  ['Forwarded', 'for=127.0.0.1;host=evil.test'],
  ['X-Forwarded-Host', 'evil.test'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Server', 'evil.test'],
  ['X-Forwarded-Port', '443'],
]
