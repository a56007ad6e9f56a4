import { cpus } from 'node:os'
import type { LinkScoreCost } from './checks-links.ts'
import type { PageCost, SiteCost, Step } from './checks-measure.ts'

const DEAREST = 10

/** docs/measurements/check-costs.md. Times are of the processor, in milliseconds. */
export function checkCostsText({
  page,
  sites,
  linkScore,
}: {
  page: PageCost
  sites: readonly SiteCost[]
  linkScore: LinkScoreCost
}): string {
  return `${[
    '# What checks cost',
    `Written by \`npm run bench:checks\` on ${new Date().toISOString().slice(0, 10)}: Node.js ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim()}. Times are of the processor, so that what else the machine does counts for little; ratios carry over to other machines, milliseconds do not.`,
    '## Pages',
    pageText(page),
    '## Sites',
    sitesText(sites),
    '## What was too dear',
    tooDearText(),
    '## The link score',
    linkScoreText(linkScore),
  ].join('\n\n')}\n`
}

function pageText(page: PageCost): string {
  const share = (ms: number) => `${((100 * ms) / page.extractMs).toFixed(1)} %`
  const rows: [string, number][] = [
    ['Reading the facts off a page, parsing included', page.extractMs],
    ['of that: parsing HTML', page.parseMs],
    ['of that: counting words', page.wordsMs],
    ['of that: signature for near duplicates', page.minHashMs],
    ['Encoding what is stored', page.encodeMs],
    [`All ${page.checks.length} page checks`, page.allChecksMs],
  ]
  const dearest = page.checks.toSorted((a, b) => b.ms - a.ms).slice(0, DEAREST)
  return [
    `Medians over ${page.pages} pages of the bench site, ${(page.bytes / 1_024).toFixed(0)} KB and ${page.links.toFixed(0)} links each.`,
    table(
      ['Part', 'ms a page', 'of reading'],
      rows.map(([name, ms]) => [name, ms.toFixed(3), share(ms)]),
    ),
    `The ${DEAREST} dearest page checks, each alone:`,
    table(
      ['Check', 'ms a page', 'of reading'],
      dearest.map(({ id, ms }) => [`\`${id}\``, ms.toFixed(4), share(ms)]),
    ),
  ].join('\n\n')
}

/** On the same machine, before and after; kept, so that it does not become slow again. */
function tooDearText(): string {
  return [
    'Found by these measurements, and fixed:',
    table(
      ['Step', 'before', 'after', 'why'],
      [
        [
          '`page-deep` at 50,000 pages',
          '73.4 s, growth 1.44',
          '3.0 s',
          'It read all sources of each page on each path, though it needs the first: on a site of one long path, or one with a navigation, the square of its length. Now the sources of many pages are read at once, and those of the paths are remembered. Of a path of more than a hundred pages the end is shown.',
        ],
        [
          '18 checks of links that fail, redirect or leave the site at 50,000 pages',
          '36 s together, growth 1.4 to 1.9',
          '6 s together',
          'Each looked through all URLs of the crawl. Two partial indexes hold the few that they are about, and stretches of URLs of which none fits are passed over.',
        ],
        [
          '`encoding-corrupt`',
          '0.355 ms a page',
          '0.048 ms a page',
          'Patterns that begin with any letter were tried at every letter of a page with an ampersand. Now a page needs an entity first.',
        ],
      ],
    ),
  ].join('\n\n')
}

function linkScoreText({ pages, cpuSeconds, startMegabytes, peakMegabytes, longestMs }: LinkScoreCost): string {
  return [
    `Of ${pages.toLocaleString('en')} pages with some 80 links each, 50 of them the same on every page: ${cpuSeconds.toFixed(0)} seconds of the processor, ${(peakMegabytes - startMegabytes).toFixed(0)} MB more than before at its peak, and nothing else had to wait for longer than ${longestMs.toFixed(0)} ms (for the disk, when the figures are written, as after every commit).`,
    'How it is computed: [link analysis](../link-analysis.md).',
  ].join(' ')
}

function sitesText(sites: readonly SiteCost[]): string {
  const last = sites.at(-1)
  const first = sites.at(0)
  if (!first || !last) return ''
  const sums = sites.map(site => site.steps.reduce((sum, step) => sum + step.cpuMs, 0))
  const exponents = (values: readonly number[]) => growth(values, sites)
  const steps = last.steps.toSorted((a, b) => b.cpuMs - a.cpuMs)
  const shown = steps.filter(step => (step.cpuMs * 1_000) / last.pages >= LEAST_MICROSECONDS)
  const row = ({ name }: Step) => {
    const same = sites.map(site => site.steps.find(step => step.name === name))
    const times = same.map(step => step?.cpuMs ?? 0)
    const atLast = same.at(-1)
    return [
      name.startsWith('(') ? name.slice(1, -1) : `\`${name}\``,
      ...times.map(ms => ms.toFixed(0)),
      exponents(times),
      (((atLast?.cpuMs ?? 0) * 1_000) / last.pages).toFixed(0),
      (atLast?.longestMs ?? 0).toFixed(0),
      String(atLast?.findings ?? 0),
    ]
  }
  const heads = [
    'Step',
    ...sites.map(({ pages }) => `${pages.toLocaleString('en')} pages`),
    'growth',
    'µs a page',
    'longest hold',
    'findings',
  ]
  return [
    'A crawl whose pages are in the database is checked as the engine checks it; then the site is ten times as large. Growth is the exponent between the two largest sizes: 1 is linear, and a little more is what it costs that the larger database no longer fits into the cache. The longest hold is the time in which nothing else had its turn on the thread, in milliseconds by the clock, at the largest size; other processes lengthen it.',
    table(heads, [
      [
        '**All**',
        ...sums.map(ms => ms.toFixed(0)),
        exponents(sums),
        ((1_000 * (sums.at(-1) ?? 0)) / last.pages).toFixed(0),
        '',
        '',
      ],
      ...shown.map(row),
    ]),
    `${steps.length - shown.length} further checks take less than ${LEAST_MICROSECONDS} µs a page.`,
    `Peak memory of the process: ${sites.map(site => `${site.peakMegabytes.toFixed(0)} MB at ${site.pages.toLocaleString('en')} pages`).join(', ')}.`,
  ].join('\n\n')
}

/** Steps that take less are not listed one by one. */
const LEAST_MICROSECONDS = 2
/** Below this a time is noise. */
const LEAST_MS = 20

function growth(values: readonly number[], sites: readonly SiteCost[]): string {
  const [small = 0, large = 0] = values.slice(-2)
  const [few = 0, many = 0] = sites.slice(-2).map(site => site.pages)
  if (sites.length < 2 || small < LEAST_MS) return '–'
  return (Math.log(large / small) / Math.log(many / few)).toFixed(2)
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}
