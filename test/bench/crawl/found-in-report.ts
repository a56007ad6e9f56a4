import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import type { Expected } from './write-bench-site.ts'

/** The fields that are looked at. */
const countsSchema = z.object({ pagesCrawled: z.number() })
const issueSchema = z.object({
  check: z.string(),
  pageUrl: z.string(),
  details: z.object({
    targetUrl: z.optional(z.string()),
    affectedUrls: z.optional(z.array(z.string())),
    duplicateUrls: z.optional(z.array(z.string())),
    missingAltTags: z.optional(z.number()),
  }),
})

/** What a report of ours found on the bench site, in the words of `Expected`. */
export async function foundInReport(file: string): Promise<Expected> {
  const { counts, issues } = await readReport(file)
  const of = (...checkIds: string[]) => issues.filter(issue => checkIds.includes(issue.check))
  const pathsOf = (...checkIds: string[]) =>
    sortedPaths(of(...checkIds).flatMap(({ pageUrl, details }) => details.affectedUrls ?? [pageUrl]))
  const targetsOf = (...checkIds: string[]) =>
    sortedPaths(of(...checkIds).map(({ pageUrl, details }) => details.targetUrl ?? pageUrl))
  return {
    pages: counts.pagesCrawled,
    dead: targetsOf('internal-link-broken', 'internal-link-server-error'),
    redirects: targetsOf('redirect-internal-link', 'redirect-temporary', 'redirect-chain'),
    missingTitle: pathsOf('title-missing'),
    missingDescription: pathsOf('meta-description-missing'),
    missingH1: pathsOf('h1-missing'),
    manyH1: pathsOf('h1-multiple'),
    missingLanguage: pathsOf('html-lang-missing'),
    sharedTitles: of('title-duplicate').map(({ details }) => sortedPaths(details.duplicateUrls ?? [])),
    imagesWithoutAlt: of('image-alt-missing').reduce((sum, { details }) => sum + (details.missingAltTags ?? 0), 0),
    brokenImages: targetsOf('image-broken'),
    brokenFiles: targetsOf('resource-broken'),
    brokenExternal: targetsOf('external-link-broken'),
  }
}

/** A report of a large site is longer than a string can be; each of its entries has a line of its own. */
async function readReport(file: string) {
  let counts: z.infer<typeof countsSchema> = { pagesCrawled: 0 }
  const issues: z.infer<typeof issueSchema>[] = []
  let isAmongIssues = false
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line.startsWith(COUNTS)) counts = countsSchema.parse(JSON.parse(withoutComma(line.slice(COUNTS.length))))
    else if (line === '"issues": [') isAmongIssues = true
    else if (line.startsWith(']')) isAmongIssues = false
    else if (isAmongIssues) issues.push(issueSchema.parse(JSON.parse(withoutComma(line))))
  }
  return { counts, issues }
}

const COUNTS = '"counts": '

function withoutComma(line: string): string {
  return line.endsWith(',') ? line.slice(0, -1) : line
}

/** One sentence for each way in which a report is wrong; a run with any does not count. */
export function differences(expected: Expected, found: Expected): string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    if (name === 'sharedTitles' && isAsShared(expected.sharedTitles, found.sharedTitles)) return []
    const [want, got] = [value, found[name as keyof Expected]].map(each => JSON.stringify(sorted(each)))
    return want === got ? [] : [`${name}: expected ${cut(want)}, found ${cut(got)}`]
  })
}

/** Pages that share something, of which an issue lists so many. */
const MAX_LISTED = 200

function isAsShared(expected: Expected['sharedTitles'], found: Expected['sharedTitles']): boolean {
  return (
    expected.length === found.length &&
    expected.every(group => {
      const members = new Set(group)
      const isListOf = (listed: readonly string[]) =>
        listed.length === Math.min(group.length, MAX_LISTED) && listed.every(each => members.has(each))
      return found.some(isListOf)
    })
  )
}

function sorted(value: Expected[keyof Expected]): unknown {
  return Array.isArray(value) ? value.map(each => (Array.isArray(each) ? each.toSorted() : each)).sort() : value
}

function cut(text = ''): string {
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text
}

function sortedPaths(urls: readonly string[]): string[] {
  return [...new Set(urls.map(url => new URL(url).pathname))].sort()
}
