import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBrowser } from '#browser/find-browser.ts'
import { sandboxFlags } from '#browser/sandbox.ts'
import { gradientPng } from '#demo-site/assets.ts'
import { startDemoSite } from '#demo-site/site.ts'
import { serveHttp } from '#fetch/test-server.ts'
import { lighthouseReportSchema, pageSpeedOf } from '#pagespeed/lighthouse-report.ts'
import { openPageSpeed } from '#pagespeed/open-page-speed.ts'
import { pageSpeedOptions } from '#runtime/page-speed.ts'
import type { PageSpeed } from '#shared/page-speed.ts'
import { testBrowserEnvironment } from '../support/browser-environment.ts'
import { testSandbox, testSettings } from '../support/settings.ts'

/**
 * The same pages measured by the product and by Lighthouse's own command line, in turns: the product's proxy, flags and reduction must
 * not change what is measured. `npm run bench:pagespeed [RUNS]`.
 */

const RUNS = Number(process.argv[2] ?? 5)
const CLI = path.join(import.meta.dirname, '..', '..', 'node_modules', 'lighthouse', 'cli', 'index.js')
const IMAGES = 60

interface Measured {
  pageSpeed: PageSpeed
  seconds: number
}

await using site = await startDemoSite()
await using heavy = await serveHeavyPage()
const settings = testSettings({ pagespeed: 'lighthouse' })
const policy = { targets: 'any', allow: [] } as const
const log = (event: string, details: Record<string, unknown>) => console.error(event, details)
await using ours = openPageSpeed(pageSpeedOptions(settings, { policy, results: null, yieldsToCrawls: false, log }))

for (const [name, url] of [
  ['demo page', site.url],
  [`page of ${IMAGES} images and long tasks`, `${heavy.origin}/`],
] as const) {
  const product: Measured[] = []
  const commandLine: Measured[] = []
  for (let run = 0; run < RUNS; run++) {
    product.push(await timed(() => byProduct(url)))
    commandLine.push(await timed(() => byCommandLine(url)))
  }
  print(name, { product, commandLine })
}

async function timed(measure: () => Promise<PageSpeed>): Promise<Measured> {
  const startedMs = performance.now()
  const pageSpeed = await measure()
  return { pageSpeed, seconds: (performance.now() - startedMs) / 1_000 }
}

async function byProduct(url: string): Promise<PageSpeed> {
  const signal = new AbortController().signal
  const result = await ours.measure({ ownerId: 0, url, device: 'mobile', signal })
  if (!result.ok) throw new Error(result.failure.message)
  return result.pageSpeed
}

async function byCommandLine(url: string): Promise<PageSpeed> {
  const browser = await findBrowser()
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-lighthouse-'))
  try {
    const file = path.join(folder, 'report.json')
    const flags = ['--headless=new', ...sandboxFlags(testSandbox)].join(' ')
    const args = [CLI, url, '--quiet', '--output=json', `--output-path=${file}`, `--chrome-flags=${flags}`]
    const only = ['performance', 'accessibility', 'best-practices', 'seo'].map(each => `--only-categories=${each}`)
    const env = { ...testBrowserEnvironment(browser), CHROME_PATH: browser.path }
    const child = spawn(process.execPath, [...args, ...only], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const code = await new Promise(resolve => child.on('close', resolve))
    if (code !== 0) throw new Error(`lighthouse ended with code ${code}`)
    const report = lighthouseReportSchema.parse(JSON.parse(await readFile(file, 'utf8')))
    return pageSpeedOf({ report, url, device: 'mobile', provider: 'lighthouse', field: null, nowMs: Date.now() })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Many files at once through the proxy, and a main thread that is busy meanwhile. */
async function serveHeavyPage() {
  const image = gradientPng({ width: 400, height: 300 }, [250, 240, 220], [90, 40, 20])
  const images = Array.from(
    { length: IMAGES },
    (_, index) => `<img alt="" src="/${index}.png" width="200" height="150">`,
  )
  const script =
    'for (let task = 0; task < 4; task++) setTimeout(() => { const end = performance.now() + 80; while (performance.now() < end); }, task * 100)'
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Heavy</title><meta name="viewport" content="width=device-width"><script src="/a.js"></script></head><body><h1>Heavy</h1>${images.join('')}</body></html>`
  return await serveHttp((request, response) => {
    const url = request.url ?? ''
    if (url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    else if (url === '/a.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    else if (url.endsWith('.png')) response.writeHead(200, { 'content-type': 'image/png' }).end(image)
    else response.writeHead(404).end()
  })
}

function print(name: string, { product, commandLine }: { product: Measured[]; commandLine: Measured[] }): void {
  const rows: [string, (measured: Measured) => number | null][] = [
    ['performance', ({ pageSpeed }) => pageSpeed.performance],
    ['accessibility', ({ pageSpeed }) => pageSpeed.accessibility],
    ['best practices', ({ pageSpeed }) => pageSpeed.bestPractices],
    ['SEO', ({ pageSpeed }) => pageSpeed.seo],
    ['FCP, ms', ({ pageSpeed }) => pageSpeed.lab.fcpMs],
    ['LCP, ms', ({ pageSpeed }) => pageSpeed.lab.lcpMs],
    ['TBT, ms', ({ pageSpeed }) => pageSpeed.lab.tbtMs],
    ['CLS', ({ pageSpeed }) => pageSpeed.lab.cls],
    ['Speed Index, ms', ({ pageSpeed }) => pageSpeed.lab.speedIndexMs],
    ['seconds taken', ({ seconds }) => seconds],
  ]
  console.log(`\n${name}: median (lowest to highest) of ${product.length} runs each, in turns`)
  console.log(`${''.padEnd(16)}${'product'.padEnd(28)}lighthouse command line`)
  for (const [label, read] of rows)
    console.log(`${label.padEnd(16)}${summary(product.map(read)).padEnd(28)}${summary(commandLine.map(read))}`)
}

function summary(values: (number | null)[]): string {
  const sorted = values.map(value => value ?? Number.NaN).sort((a, b) => a - b)
  const shown = (value = Number.NaN) => (Number.isInteger(value) ? String(value) : value.toFixed(value < 1 ? 3 : 1))
  return `${shown(sorted[Math.floor((sorted.length - 1) / 2)])} (${shown(sorted[0])} to ${shown(sorted.at(-1))})`
}
