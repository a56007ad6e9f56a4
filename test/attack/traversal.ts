import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FamilyReport } from './family.ts'
import type { Target } from './target.ts'
import { requestBytes, sendBytes, type WireResponse } from './wire.ts'

/** Reaching files that are none of the front end's, through every way to write a path. */
export async function traversal(target: Target, family: FamilyReport): Promise<void> {
  const served = servedFiles()
  for (const prefix of PREFIXES)
    for (const climb of CLIMBS)
      for (const file of FILES) {
        const requestPath = prefix + climb + file
        family.tried(requestPath, gainOf(target.look(requestPath, await sendPath(target, requestPath)), served))
      }
  for (const requestPath of SINGLE)
    family.tried(requestPath, gainOf(target.look(requestPath, await sendPath(target, requestPath)), served))
}

function sendPath(target: Target, requestPath: string): Promise<WireResponse> {
  return sendBytes(target.origin, requestBytes(target.origin, { path: requestPath, host: target.host }))
}

const PREFIXES = ['/', '/assets/', '/api/pages/', '/dashboard/']
const FILES = ['package.json', 'etc/passwd', 'sitesounder.sqlite']
const CLIMBS = [
  ...['../', '../../../../../../', './../', '..//', '....//', '.../', '..;/', '..%3b/', '../././../', '/../../'],
  ...['%2e%2e/', '%2e%2e%2f', '..%2f', '..%2f..%2f..%2f..%2f', '%2e%2e%5c', '.%2e/', '%2e./', '%2E%2E%2F', '..%2F%2F'],
  ...['%252e%252e%252f', '%252e%252e/', '..%252f', '%25252e%25252e%25252f', '..%c0%af', '..%c1%9c', '%c0%ae%c0%ae/'],
  ...['..%e0%80%af', '..%ef%bc%8f', '..%e2%88%95', '..%e2%81%84', '%uff0e%uff0e/', '..%u2215', '\u2024\u2024/'],
  ...['..\\', '..\\..\\..\\', '..%5c', '..%5c..%5c', '..%255c', '\\..\\', '%5c..%5c', '.\\./'],
  ...['..%00/', '%00../', '../%00', '..%0a/', '..%0d%0a/', '..%09/', '..%20/', '../%20', '%20../', '..%23/', '..%3f/'],
  ...['/', '//', '///', '\\\\', '%2f', '%2f%2f', '/%2f', '/./', '/.//', '~/', '~root/', '%7e/', '.', './', '.%00./'],
]
/** URLs that need no climbing, and lines that are no path. */
const SINGLE = [
  ...['/.vite/manifest.json', '/assets/.vite/manifest.json', '/.git/config', '/.env', '/package.json', '/src/main.ts'],
  ...['/assets', '/assets/', '/assets/.', '/assets//', '/assets/index.html', '/index.html', '/assets/main.js.br'],
  ...['/data/sitesounder.sqlite', '/sitesounder.sqlite', '/dist/web/favicon.svg', '/node_modules/hono/package.json'],
  ...['/favicon.svg%00.html', '/favicon.svg/', '/favicon.svg/..', '/favicon.svg?../../package.json', '/favicon.svg.gz'],
  ...[
    '/favicon.svg#/../x',
    '/FAVICON.SVG',
    '/assets/%66avicon.svg',
    '/%61ssets/../package.json',
    '/__proto__',
    '/constructor',
  ],
  ...[
    'file:///etc/passwd',
    '/@fs/etc/passwd',
    '/@vite/client',
    '/%2fetc%2fpasswd',
    '//etc/passwd',
    '///etc/passwd',
    '*',
  ],
  ...[
    '/..',
    '/.',
    '/%',
    '/%zz',
    '/%ff',
    '/%f0%9f%92%a9',
    '/\u00ff\u00fe',
    '/ ',
    '/a b',
    '/\t',
    '/\0',
    '/\x7f',
    '/"',
    '/<>',
  ],
  ...[
    '.',
    '..',
    '../../etc/passwd',
    'etc/passwd',
    '?',
    '#',
    '%2e',
    '%2fapi',
    'javascript:alert(1)',
    'http:///etc/passwd',
  ],
]

interface Served {
  media: ReadonlySet<string>
}

/** What a 200 may consist of, besides our documents. */
function servedFiles(): Served {
  const folder = path.join(import.meta.dirname, '..', '..', 'dist', 'web')
  const files = [folder, path.join(folder, 'assets')].flatMap(each =>
    readdirSync(each, { withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => readFileSync(path.join(each, entry.name), 'utf8')),
  )
  return { media: new Set(files) }
}

/** Of /etc/passwd, package.json, the manifest of the build, and a data file. */
const FOREIGN = /root:[x*]:0:0:|"dependencies"|"isEntry"|SQLite format 3|\[core\]/

function gainOf({ status, body }: WireResponse, { media }: Served): string | null {
  if (FOREIGN.test(body)) return `a file: ${body.slice(0, 80)}`
  if (status === 200) {
    const isOurs = body.includes('<div id="root"></div>') || media.has(body) || body.startsWith('User-agent:')
    return isOurs || isResponseOfApi(body) ? null : `an unknown 200: ${body.slice(0, 80)}`
  }
  return [0, 400, 403, 404, 405, 421].includes(status) ? null : `status ${status} ${body.slice(0, 80)}`
}

/** `/api/pages/../websites` is the list of websites: without a session it is empty. */
function isResponseOfApi(body: string): boolean {
  return body === '[]' || body === '{"user":null}'
}
