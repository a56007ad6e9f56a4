import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Contender, Contest } from './contenders.ts'
import { benchSite } from './crawl/bench-site.ts'
import type { Measured } from './crawl/measured-process.ts'

/** Other crawlers, measured on request. They have a folder of their own and are never a dependency of the project. */

const FOLDER = path.join(import.meta.dirname, 'peers')
/** Wall, user and system seconds, and peak kilobytes, as the last line of standard error. */
const TIME = ['/usr/bin/time', '-f', '%e %U %S %M'] as const

/** Some count a few pages less than there are, or leave one out where a file and a folder would have the same name. */
const LEAST_SHARE = 0.9
/** Packages of Debian: those that are installed take part. */
const DEBIAN_PACKAGES = 'apt-get install python3-scrapy httrack wget2'

/** How many pages a crawler read, by what it said and by what it left in its folder. */
type CountPages = (left: { said: string; folder: string }) => number

interface Peer {
  name: string
  command: readonly string[]
  leastPages: number
  countPages: CountPages
}

/** Installs what npm has of them, as the lock file says. `npm ci` refuses where one of them has no binary for some machine. */
export function preparePeers(): void {
  if (!existsSync(TIME[0])) throw new Error('Peers are measured by /usr/bin/time. On Debian: apt-get install time')
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund'], { cwd: FOLDER, stdio: 'inherit' })
}

export function peerContenders({ origin, pages, folder }: Contest): Contender[] {
  const packages = [
    { name: 'CheerioCrawler of Crawlee', module: '@crawlee/cheerio', file: 'crawlee-cheerio.mjs' },
    { name: 'HttpCrawler of Crawlee', module: '@crawlee/http', file: 'crawlee-http.mjs' },
    { name: 'Linkinator', module: 'linkinator', file: 'linkinator.mjs' },
    { name: 'spider-rs', module: '@spider-rs/spider-rs', file: 'spider.mjs' },
  ]
    .filter(({ module }) => canLoad(module))
    .map(
      ({ name, module, file }): Peer => ({
        name: `${name} ${versionOf(module)}`,
        command: [process.execPath, path.join(FOLDER, file), origin, String(pages)],
        leastPages: LEAST_SHARE * pages,
        countPages: saidPages,
      }),
    )
  return [...packages, ...tools({ origin, pages })].map(({ name, ...peer }) => ({
    name,
    role: 'peer' as const,
    measure: () => measureCommand(peer, folder),
  }))
}

/** Programs that write what they read into their folder, so that it can be counted. */
function tools({ origin, pages }: Pick<Contest, 'origin' | 'pages'>): Peer[] {
  const spider = path.join(FOLDER, 'scrapy_spider.py')
  const known: Peer[] = [
    {
      name: 'Scrapy',
      command: ['scrapy', 'runspider', spider, '-a', `origin=${origin}`, '-O', 'pages.jsonl'],
      leastPages: LEAST_SHARE * pages,
      countPages: listedPages,
    },
    {
      name: 'HTTrack',
      // Without its limits on speed (a number of connections a second, however large, holds it up for a second each time), with as many
      // connections as make it fastest, and without requesting the type of each URL first, at one a second.
      command: ['httrack', `${origin}/`, '-q', '-%!', '-c128', '-%c0', '-A0', '-u0', '-O', 'httrack', '-*.gif'],
      leastPages: LEAST_SHARE * pages,
      countPages: ({ folder }) => savedPages(path.join(folder, 'httrack'), pages),
    },
    {
      name: 'wget2',
      command: ['wget2', '-q', '-r', '-l', 'inf', '--max-threads=32', '-R', 'gif,css', `${origin}/`],
      leastPages: LEAST_SHARE * pages,
      countPages: ({ folder }) => savedPages(folder, pages),
    },
  ]
  const installed = known.filter(({ command: [program = ''] }) => isInstalled(program))
  if (installed.length < known.length) console.error(`For all of the others, on Debian: ${DEBIAN_PACKAGES}`)
  return installed
}

const saidPages: CountPages = ({ said }) => Number(/(\d+) pages\s*$/.exec(said)?.[1] ?? 0)

/** Distinct URLs: a page may be reached by a redirect, too. */
const listedPages: CountPages = ({ folder }) => {
  const lines = readFileSync(path.join(folder, 'pages.jsonl'), 'utf8').trim().split('\n')
  return new Set(lines.map(line => String(JSON.parse(line).url))).size
}

/** Pages of the site that lie in a folder named for its host. */
function savedPages(folder: string, pages: number): number {
  const host = readdirSync(folder).find(name => name.startsWith('127.0.0.1'))
  if (host === undefined) return 0
  const site = benchSite(pages)
  const files = Array.from({ length: pages }, (_, page) => site.path(page)).map(url =>
    path.join(folder, host, url.endsWith('/') ? `${url}index.html` : url),
  )
  return files.filter(file => existsSync(file)).length
}

function versionOf(name: string): string {
  const { version } = JSON.parse(readFileSync(path.join(FOLDER, 'node_modules', name, 'package.json'), 'utf8'))
  return String(version)
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program])
    return true
  } catch {
    return false
  }
}

/** Some bring a binary for few machines. */
function canLoad(module: string): boolean {
  // A binding may keep its process alive.
  const script = `import('${module}').then(() => process.exit(0), () => process.exit(1))`
  const { status } = spawnSync(process.execPath, ['-e', script], { cwd: FOLDER, stdio: 'ignore' })
  return status === 0
}

/**
 * In a new folder, so that nothing of an earlier run is found again. How it ends is its own affair, since some count dead links as
 * failure; but it has to have read as many pages as there are.
 */
async function measureCommand(
  { command, leastPages, countPages }: Omit<Peer, 'name'>,
  parent: string,
): Promise<Measured> {
  const [program, ...args] = [...TIME, ...command]
  const folder = mkdtempSync(path.join(parent, '.peer-'))
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, timed] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const pages = countPages({ said, folder })
  if (pages < leastPages)
    throw new Error(`${command.join(' ')} read ${pages} of ${leastPages} pages:\n${timed.slice(-1_000)}`)
  const figures = timed.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
  const [wallSeconds = Number.NaN, user = 0, system = 0, kilobytes = 0] = figures
  return { wallSeconds, cpuSeconds: user + system, peakMegabytes: kilobytes / 1024 }
}
