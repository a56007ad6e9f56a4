import * as z from 'zod/mini'
import { genericMessage } from '#shared/errors.ts'
import { issueTypes, severities } from '#shared/model.ts'
import { appliesTo, MAX_OWN_CHECKS, OWN_PREFIX, type OwnCheck, type OwnPageCheck } from '#shared/own-check.ts'
import { thresholdUnits } from '#shared/thresholds.ts'
import type { PageCheck } from '../check.ts'
import { boundedFindings } from './findings.ts'

/**
 * What a file of own checks declares: the same as our checks, since its author reads ours for examples. Its texts are shown beside ours, so
 * they have the length of ours.
 */

const MAX_TITLE = 120
const MAX_TEXT = 1_500
const MAX_EXAMPLE = 2_000
const MAX_SOURCES = 5
const MAX_POINTS = 40
const MAX_THRESHOLDS = 10

const line = z.string().check(z.minLength(1), z.maxLength(MAX_TITLE))
const text = z.string().check(z.minLength(1), z.maxLength(MAX_TEXT))
const example = z.string().check(z.maxLength(MAX_EXAMPLE))

const thresholdSchema = z
  .object({
    label: line,
    unit: z.enum(thresholdUnits),
    default: z.number(),
    min: z.number(),
    max: z.number(),
    step: z.exactOptional(z.number().check(z.positive())),
    explanation: text,
  })
  .check(
    z.refine(({ min, max, default: usual }) => min <= usual && usual <= max, 'The default must be from min to max'),
  )

type Rule = OwnPageCheck['check']
const isRule = (value: unknown): value is Rule => typeof value === 'function'

const declarationSchema = z.object({
  id: z
    .string()
    .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words in lower case with hyphens'), z.maxLength(60)),
  type: z.enum(issueTypes),
  severity: z.enum(severities),
  points: z.exactOptional(z.number().check(z.minimum(0), z.maximum(MAX_POINTS))),
  applies: z.enum(appliesTo),
  title: line,
  passedTitle: line,
  why: text,
  fix: text,
  example: z.exactOptional(z.object({ before: example, after: example })),
  sources: z
    .array(z.object({ title: line, url: z.url({ protocol: /^https?$/ }).check(z.maxLength(MAX_TEXT)) }))
    .check(z.maxLength(MAX_SOURCES)),
  thresholds: z.exactOptional(
    z.object({
      table: z
        .record(z.string().check(z.regex(/^[a-zA-Z][a-zA-Z0-9]*$/), z.maxLength(40)), thresholdSchema)
        .check(z.refine(table => Object.keys(table).length <= MAX_THRESHOLDS, `at most ${MAX_THRESHOLDS} thresholds`)),
    }),
  ),
  check: z.custom<Rule>(isRule, 'must be a function of the facts of a page'),
})

/** A declaration that cannot be used: one sentence for the operator. */
export class DeclarationError extends Error {}

/** The checks that one file exports, in the order of its exports: each export is a check, or a list of checks. @throws DeclarationError */
export function readDeclarations(exported: Readonly<Record<string, unknown>>, file: string): PageCheck[] {
  const given = Object.values(exported).flatMap(value => (Array.isArray(value) ? value : [value]))
  if (given.length === 0) throw new DeclarationError(`${file} exports no check.`)
  return given.map((value, index) => {
    const parsed = z.safeParse(declarationSchema, value, { error: genericMessage })
    if (parsed.success) return pageCheck(parsed.data)
    const [problem] = parsed.error.issues
    const name = z.safeParse(z.looseObject({ id: z.string() }), value).data?.id ?? `number ${index + 1}`
    const where = problem?.path.join('.') ?? ''
    throw new DeclarationError(`${file}: check ${name}: ${[where, problem?.message].filter(Boolean).join(': ')}.`)
  })
}

/** All own checks. @throws DeclarationError for two of one id, and for too many. */
export function joinDeclarations(lists: readonly PageCheck[][]): PageCheck[] {
  const checks = lists.flat()
  const ids = checks.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new DeclarationError(`Two own checks have the id ${twice.slice(OWN_PREFIX.length)}.`)
  if (checks.length > MAX_OWN_CHECKS) throw new DeclarationError(`There are more than ${MAX_OWN_CHECKS} own checks.`)
  return checks
}

function pageCheck({ id, thresholds, check, ...words }: z.infer<typeof declarationSchema>): PageCheck {
  const table = thresholds?.table
  const values = table && Object.fromEntries(Object.entries(table).map(([name, each]) => [name, each.default]))
  return {
    ...words,
    id: OWN_PREFIX + id,
    ...(table && values && { thresholds: { table, values } }),
    check: (page, given) => boundedFindings(check(page, given)),
  }
}

/** A check without its rule: what is stored with each crawl that runs it. */
export function descriptionOf({
  check: _,
  elements: __,
  thresholds,
  dependsOnCanonical: ___,
  ...words
}: PageCheck): OwnCheck {
  return { ...words, ...(thresholds && { thresholds: { table: thresholds.table } }) }
}
