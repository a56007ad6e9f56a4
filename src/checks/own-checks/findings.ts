import * as z from 'zod/mini'
import { evidenceSchema, issueDetailsSchema } from '#shared/api/issues.ts'
import { genericMessage } from '#shared/errors.ts'
import { indexabilities } from '#shared/indexability.ts'
import { issueTypes, severities } from '#shared/model.ts'
import { MAX_OWN_CHECKS } from '#shared/own-check.ts'
import type { Finding, Skip } from '../check.ts'
import type { CheckedPage } from '../run-page-checks.ts'

/**
 * What own checks give: read by a schema and cut, in the thread where they run, so that a mistake is that of its check, and read again where
 * it arrives.
 */

/** Of one check on one page. */
const MAX_FINDINGS = 20
const MAX_EVIDENCE = 10
const MAX_MESSAGE = 300
/** Of a text and of a list in details and evidence. */
const MAX_TEXT = 2_000
const MAX_ITEMS = 100

const detailsSchema = z.omit(issueDetailsSchema, { evidence: true })
const findingSchema = z.object({
  severity: z.optional(z.enum(severities)),
  message: z.optional(z.string().check(z.minLength(1))),
  details: z.optional(detailsSchema),
  evidence: z.optional(z.array(evidenceSchema)),
})
const skipSchema = z.object({ skipped: z.string().check(z.minLength(1)) })

/** @throws Error with a sentence for what is no result of a check. */
export function boundedFindings(given: unknown): Finding[] | Skip {
  if (given instanceof Promise) {
    // What becomes of it is of no interest any more.
    given.catch(() => {})
    throw new Error('it returned a promise, but checks are synchronous')
  }
  if (!Array.isArray(given)) {
    const skip = z.safeParse(skipSchema, given)
    if (!skip.success) throw new Error('it returned no list of findings')
    return { skipped: cut(skip.data.skipped, MAX_MESSAGE) }
  }
  const parsed = z.safeParse(z.array(findingSchema), given.slice(0, MAX_FINDINGS), { error: genericMessage })
  if (parsed.success) return parsed.data.map(boundedFinding)
  const [problem] = parsed.error.issues
  throw new Error(`it returned no list of findings (${problem?.path.join('.')}: ${problem?.message})`)
}

function boundedFinding({ severity, message, details, evidence }: z.infer<typeof findingSchema>): Finding {
  return {
    ...(severity && { severity }),
    ...(message !== undefined && { message: cut(message, MAX_MESSAGE) }),
    ...(details && { details: bounded(details) }),
    ...(evidence && { evidence: bounded(evidence.slice(0, MAX_EVIDENCE)) }),
  }
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed()
}

/** A value that a schema has read, with its texts and lists cut, and without what is undefined. */
function bounded<Value>(value: unknown): Value
function bounded(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, MAX_TEXT)
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(each => bounded(each))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return Object.fromEntries(entries.map(([key, each]) => [key, bounded(each)]))
}

const id = z.string().check(z.maxLength(MAX_MESSAGE))
const issueSchema = z.object({
  checkId: id,
  type: z.enum(issueTypes),
  severity: z.enum(severities),
  message: z.string().check(z.maxLength(MAX_MESSAGE)),
  pageUrl: z.string(),
  details: issueDetailsSchema,
  affectedCount: z.literal(1),
  isHostWide: z.literal(false),
})
const parts = {
  issues: z.array(issueSchema).check(z.maxLength(MAX_OWN_CHECKS * MAX_FINDINGS)),
  causes: z.array(z.never()),
  checkResults: z.object({
    passed: z.array(id),
    failed: z.array(id),
    skipped: z.array(z.tuple([id, z.string()])),
  }),
}
const dependentSchema = z.object({ ...parts, indexability: z.enum(indexabilities), isEligible: z.boolean() })

/** Own checks have no causes that pages share. */
const checkedPageSchema = z.object({
  ...parts,
  conditional: z.nullable(
    z.object({
      canonicalUrl: z.string(),
      isPrivateHost: z.boolean(),
      ifOwn: dependentSchema,
      ifForeign: dependentSchema,
    }),
  ),
})

/** What the thread of own checks sends of a page; null for anything else. */
export function readCheckedPage(given: unknown): CheckedPage | null {
  const { data } = z.safeParse(checkedPageSchema, given)
  return data ? bounded<CheckedPage>(data) : null
}
