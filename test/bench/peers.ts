import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Contender, Contest } from './contenders.ts'
import type { Measured } from './crawl/measured-process.ts'

/** Other crawlers, measured on request. They have a folder of their own and are never a dependency of the project. */

const FOLDER = path.join(import.meta.dirname, 'peers')
/** Wall, user and system seconds, and peak kilobytes, as the last line of standard error. */
const TIME = ['/usr/bin/time', '-f', '%e %U %S %M'] as const

/** Some count a few pages less than there are. */
const LEAST_SHARE = 0.9

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
    .map(({ name, module, file }) => ({
      name: `${name} ${versionOf(module)}`,
      command: [process.execPath, path.join(FOLDER, file), origin, String(pages)],
      leastPages: LEAST_SHARE * pages,
    }))
  const tools = [
    {
      name: 'Scrapy',
      command: [
        'scrapy',
        'runspider',
        path.join(FOLDER, 'scrapy_spider.py'),
        '-a',
        `origin=${origin}`,
        '-O',
        'pages.jsonl',
      ],
    },
    {
      name: 'HTTrack',
      command: ['httrack', `${origin}/`, '-q', '-c32', '-%c100', '-A100000000', '-O', 'httrack', '-*.gif'],
    },
    { name: 'wget2', command: ['wget2', '-q', '-r', '-l', 'inf', '--max-threads=32', '-R', 'gif,css', `${origin}/`] },
  ]
    .filter(({ command: [program = ''] }) => isInstalled(program))
    .map(tool => ({ ...tool, leastPages: 0 }))
  return [...packages, ...tools].map(({ name, command, leastPages }) => ({
    name,
    measure: () => measureCommand(command, { folder, leastPages }),
  }))
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
 * failure; but it has to say that it read as many pages as there are, where it says so at all.
 */
async function measureCommand(
  command: readonly string[],
  { folder, leastPages }: { folder: string; leastPages: number },
): Promise<Measured> {
  const [program, ...args] = [...TIME, ...command]
  const child = spawn(program, args, {
    cwd: mkdtempSync(path.join(folder, '.peer-')),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, timed] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const pages = Number(/(\d+) pages\s*$/.exec(said)?.[1] ?? 0)
  if (pages < leastPages)
    throw new Error(`${command.join(' ')} read ${pages} of ${leastPages} pages:\n${timed.slice(-1_000)}`)
  const figures = timed.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
  const [wallSeconds = Number.NaN, user = 0, system = 0, kilobytes = 0] = figures
  return { wallSeconds, cpuSeconds: user + system, peakMegabytes: kilobytes / 1024 }
}
