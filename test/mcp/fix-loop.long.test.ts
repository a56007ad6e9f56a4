import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { tokenWeight } from '#mcp/data-block.ts'
import { fastFlags } from '../support/command.ts'
import { temporaryFolder } from '../support/storage.ts'
import { callTool, connectStdio } from './mcp-client.ts'
import { startSiteCopy } from './site-copy.ts'

/** A client that knows nothing but what the tools say fixes ten defects of a copy of the demo site in its files. */

const placeSchema = z.object({ sourceUrl: z.string(), line: z.number() })
const findingSchema = z.object({
  id: z.number(),
  url: z.string(),
  evidence: z.array(
    z.object({
      places: z.optional(z.array(placeSchema)),
      rows: z.optional(z.array(z.array(z.string()))),
      columns: z.optional(z.array(z.string())),
      url: z.optional(z.string()),
    }),
  ),
})
type Finding = z.infer<typeof findingSchema>

interface Edit {
  /** The page whose file is edited. */
  url: string
  /** The only line that may be edited, from 1; undefined: any. */
  line?: number | undefined
  from: string | RegExp
  to: string
}

/** Where the first element of a finding that several pages may have stands. */
function placeOf({ evidence }: Finding): z.infer<typeof placeSchema> {
  const [place] = evidence.flatMap(({ places = [] }) => places)
  assert.ok(place)
  return { sourceUrl: place.sourceUrl, line: place.line }
}

/** A cell of the first row of the table of elements. */
function cellOf({ evidence }: Finding, column: string): string {
  const table = evidence.find(({ columns = [] }) => columns.includes(column))
  return table?.rows?.[0]?.[table.columns?.indexOf(column) ?? -1] ?? ''
}

const linkTo = (finding: Finding, to: string): Edit => {
  const { sourceUrl: url, line } = placeOf(finding)
  return { url, line, from: `href="${new URL(finding.url).pathname}"`, to: `href="${to}"` }
}

/** Check, and how its first finding is fixed. */
const fixes: [check: string, edit: (finding: Finding) => Edit][] = [
  [
    'title-missing',
    ({ url }) => ({ url, from: /<title>\s*<\/title>/, to: '<title>How the harbour loaf is baked</title>' }),
  ],
  [
    'viewport-missing',
    ({ url }) => ({
      url,
      from: '</head>',
      to: '<meta name="viewport" content="width=device-width, initial-scale=1"></head>',
    }),
  ],
  [
    'meta-description-missing',
    ({ url }) => ({
      url,
      from: '</head>',
      to: '<meta name="description" content="How the loaves of the bakery are shaped by hand and baked in the early morning."></head>',
    }),
  ],
  ['html-lang-missing', ({ url }) => ({ url, from: '<html>', to: '<html lang="en">' })],
  ['charset-missing', ({ url }) => ({ url, from: '<head>', to: '<head>\n<meta charset="utf-8">' })],
  ['h1-missing', ({ url }) => ({ url, from: '<main>', to: '<main><h1>Tide tables of the harbour</h1>' })],
  [
    'image-alt-missing',
    finding => ({
      url: finding.url,
      line: Number(cellOf(finding, 'Line')),
      from: cellOf(finding, 'Image'),
      to: cellOf(finding, 'Image').replace('>', ' alt="A loaf on a board">'),
    }),
  ],
  ['internal-link-broken', finding => linkTo(finding, '/breads/rye')],
  [
    'redirect-internal-link',
    finding => linkTo(finding, finding.evidence.find(({ url }) => url !== undefined)?.url ?? ''),
  ],
  [
    'image-broken',
    finding => {
      const { sourceUrl: url, line } = placeOf(finding)
      return { url, line, from: new URL(finding.url).pathname, to: '/img/loaf.png' }
    },
  ],
]

test('ten of ten defects are fixed in the files, and closed by checking them again', async t => {
  const scratch = temporaryFolder()
  t.after(() => rmSync(scratch, { recursive: true, force: true }))
  await using site = await startSiteCopy(path.join(scratch, 'site'))
  const client = await connectStdio(
    ['--data', path.join(scratch, 'data'), ...fastFlags, '--requests-per-minute', '100000'],
    '2026-07-28',
  )
  t.after(() => client.close())
  const weights: number[] = []
  const call = async (name: string, args: Record<string, unknown>) => {
    const responded = await callTool(client, name, args)
    assert.equal(responded.isError, false, responded.text)
    weights.push(tokenWeight(responded.text))
    return responded
  }
  const audit = () => call('audit', { url: site.url, pageLimit: 200, waitSeconds: 600 })

  const first = await audit()
  const websiteId = first.rows[0]?.websiteId
  const closed: string[] = []
  for (const [check, edit] of fixes) {
    const [listed] = (await call('findings', { websiteId, check })).rows
    const proved = await call('finding', { websiteId, issueId: listed?.id })
    const finding = findingSchema.parse(proved.rows[0])
    const { url, line, from, to } = edit(finding)
    const lines = readFileSync(site.fileOf(url), 'utf8').split('\n')
    const edited =
      line === undefined
        ? lines.join('\n').replace(from, to)
        : lines.with(line - 1, (lines[line - 1] ?? '').replace(from, to)).join('\n')
    assert.notEqual(edited, lines.join('\n'), `${check}: nothing to replace`)
    writeFileSync(site.fileOf(url), edited)
    const { words } = await call('check_again', { websiteId, issueId: finding.id, waitSeconds: 120 })
    closed.push(`${check}: ${words.split(': ')[1]}`)
  }
  assert.deepEqual(
    closed,
    fixes.map(([check]) => `${check}: fixed.`),
  )

  const second = await audit()
  const compared = await call('compare', { websiteId })
  const scores = [first, second].map(({ rows }) => Number(rows[0]?.score))
  assert.ok((scores[1] ?? 0) > (scores[0] ?? 0), `score ${scores.join(' → ')}`)
  const { change } = z
    .object({ change: z.object({ bySeverity: z.record(z.string(), z.object({ new: z.number() })) }) })
    .parse(compared.rows[0])
  assert.equal(change.bySeverity.error?.new, 0)
  t.diagnostic(
    `score ${scores.join(' → ')}; ${weights.length} calls, the longest response at most ${Math.max(...weights)} tokens`,
  )
})
