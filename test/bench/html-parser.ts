import { globSync, readFileSync } from 'node:fs'
import { parseDocument } from '#html/html.ts'
import { parseByParse5 } from '../differential/parse5-tree.ts'
import { benchPage } from './crawl/bench-page.ts'
import { benchSite } from './crawl/bench-site.ts'

/**
 * CPU time of our HTML parser beside that of parse5, on pages of the bench site or on the html files of a folder:
 * `npm run bench:parser`, `npx node test/bench/html-parser.ts FOLDER`.
 */
const WARM_UP_ROUNDS = 3
const ROUNDS = 5
const PAGES = 120

const [folder] = process.argv.slice(2)
const sources = (folder === undefined ? generatedPages() : pagesIn(folder)).map(bytes =>
  new TextDecoder().decode(bytes),
)

function generatedPages(): Uint8Array[] {
  const site = benchSite(PAGES)
  const encoder = new TextEncoder()
  return Array.from({ length: PAGES }, (_, page) => encoder.encode(benchPage(site, page, 'http://example.test').html))
}

/** Spread over the whole folder. */
function pagesIn(folder: string): Uint8Array[] {
  const files = globSync('**/*.html', { cwd: folder }).sort()
  const step = Math.max(1, Math.floor(files.length / PAGES))
  return files.filter((_, index) => index % step === 0).map(file => readFileSync(`${folder}/${file}`))
}

/** CPU milliseconds a page. */
function measure(parse: (source: string) => unknown): number {
  const start = process.cpuUsage()
  for (const source of sources) parse(source)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000 / sources.length
}

const ours: number[] = []
const theirs: number[] = []
for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
  // By turns: the machine may be slower now than it was before.
  const times = [measure(parseDocument), measure(parseByParse5)] as const
  if (round < 0) continue
  ours.push(times[0])
  theirs.push(times[1])
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const lineOf = (name: string, values: readonly number[]) =>
  `${name}: ${median(values).toFixed(3)} ms a page, ${Math.round(1_000 / median(values))} pages/s`
const characters = sources.reduce((sum, source) => sum + source.length, 0)
console.log(`${sources.length} pages of ${Math.round(characters / sources.length)} characters, medians of ${ROUNDS}`)
console.log(lineOf('ours', ours))
console.log(lineOf('parse5', theirs))
console.log(`${(median(theirs) / median(ours)).toFixed(1)} times as fast`)
