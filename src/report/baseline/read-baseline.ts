import type * as z from 'zod/mini'
import { findingIdentity } from '#compare/finding-identity.ts'
import { KnownFindings } from '#compare/known-findings.ts'
import { AppError } from '#shared/errors.ts'
import type { ThresholdSetting } from '#shared/thresholds.ts'
import { type BaselineFinding, baselineFinding, baselineHead, REPORT_VERSION } from './baseline-schema.ts'
import { JsonMemberError, jsonMembers } from './json-members.ts'

/** An earlier report in the JSON format, known by what it found. */
export interface Baseline {
  seedUrl: string
  crawlLimit: number
  /** ISO 8601; null for a report without times. */
  startedAt: string | null
  /** Of the website, which differ from the defaults; undefined where none do. */
  thresholds: readonly ThresholdSetting[] | undefined
  known: KnownFindings
  /** The findings once more, read anew. */
  findings(): AsyncIterable<BaselineFinding>
}

export interface BaselineSource {
  /** As the person named it; begins the sentences about what is wrong with it. */
  name: string
  /** The text from its beginning, in pieces; called more than once. */
  open(): AsyncIterable<string>
}

const HEAD_KEYS = ['format', 'version', 'crawl']

/** Reads a report in bounded memory. Throws AppError('bad-request') with a sentence for a file that is none. */
export async function readBaseline(source: BaselineSource): Promise<Baseline> {
  const { crawl } = await readHead(source)
  const known = new KnownFindings()
  const findings = () => readFindings(source)
  for await (const finding of findings()) {
    known.add(findingIdentity({ seedUrl: crawl.url, finding }), finding.severity)
    if (known.isFull) throw refusal(source, 'holds more findings than can be compared')
  }
  const { url: seedUrl, crawlLimit, startedAt = null, options } = crawl
  return { seedUrl, crawlLimit, startedAt, thresholds: options?.thresholds, known, findings }
}

async function readHead(source: BaselineSource): Promise<z.infer<typeof baselineHead>> {
  const head: Record<string, unknown> = {}
  for await (const { key, value } of members(source, HEAD_KEYS)) {
    head[key] = value
    if (HEAD_KEYS.every(each => each in head)) break
  }
  const parsed = baselineHead.safeParse(head)
  if (!parsed.success) throw notAReport(source)
  const { version } = parsed.data
  if (version !== REPORT_VERSION) {
    const words = `is a report of version ${version}, but version ${REPORT_VERSION} is needed`
    throw refusal(source, `${words}: write it anew with “audit --format json”`)
  }
  return parsed.data
}

async function* readFindings(source: BaselineSource): AsyncGenerator<BaselineFinding, void, undefined> {
  let count = 0
  for await (const { value } of members(source, ['issues'])) {
    count++
    const parsed = baselineFinding.safeParse(value)
    if (!parsed.success) throw refusal(source, `is damaged: its issue ${count} is not as Sitesounder writes it`)
    yield parsed.data
  }
}

async function* members(
  source: BaselineSource,
  keys: readonly string[],
): AsyncGenerator<{ key: string; value: unknown }, void, undefined> {
  try {
    for await (const { key, text } of jsonMembers(source.open(), keys)) yield { key, value: JSON.parse(text) }
  } catch (error) {
    if (error instanceof SyntaxError) throw notAReport(source)
    if (error instanceof JsonMemberError) throw notAReport(source, error.message)
    throw error
  }
}

function notAReport(source: BaselineSource, reason?: string): AppError {
  const words = 'is no JSON report of Sitesounder, as “audit --format json” writes it'
  return refusal(source, reason === undefined ? words : `${words} (${reason})`)
}

function refusal({ name }: BaselineSource, words: string): AppError {
  return new AppError('bad-request', `${name} ${words}.`)
}
