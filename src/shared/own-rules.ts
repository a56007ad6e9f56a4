import * as z from 'zod/mini'
import { severities } from './model.ts'
import { type OwnCheck, RULE_PREFIX } from './own-check.ts'

/**
 * Own rules: checks without code. The pages that meet all conditions of a rule, in the language of the filters of All Pages, are one finding;
 * see docs/own-rules.md.
 */
export const MAX_RULES = 50
export const MAX_RULE_ID = 40
const MAX_TITLE = 120
const MAX_TEXT = 1_500
const MAX_CONDITIONS_TEXT = 2_000
export const MAX_EXAMPLES = 20
const MAX_VALUE = 500

const exampleSchema = z.object({
  /** What the page has in its columns; a column that is not named is empty. */
  page: z.record(
    z.string().check(z.maxLength(MAX_TITLE)),
    z.union([z.string().check(z.maxLength(MAX_VALUE)), z.number()]),
  ),
  isFound: z.boolean(),
})

const text = z.string().check(z.maxLength(MAX_TEXT, `A text has at most ${MAX_TEXT} characters`))

export const ruleSchema = z.object({
  id: z
    .string()
    .check(z.maxLength(MAX_RULE_ID), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be words in lower case with hyphens'))
    .check(z.describe('Names the rule for good: its findings keep their mutes, notes and history.')),
  severity: z.enum(severities),
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Name the rule'),
      z.maxLength(MAX_TITLE, `A title has at most ${MAX_TITLE} characters`),
    ),
  conditions: z
    .string()
    .check(z.maxLength(MAX_CONDITIONS_TEXT))
    .check(z.describe('As `filters` of the pages list: `url:contains:/product/;field.Price:empty`.')),
  why: z.optional(text),
  fix: z.optional(text),
  examples: z.optional(
    z
      .array(exampleSchema)
      .check(
        z.maxLength(MAX_EXAMPLES),
        z.describe('Pages that the rule must, or must not, find: tested before it is used.'),
      ),
  ),
})
export const rulesSchema = z.array(ruleSchema).check(z.maxLength(MAX_RULES, `At most ${MAX_RULES} own rules`))

export type RuleExample = z.infer<typeof exampleSchema>
export type OwnRule = z.infer<typeof ruleSchema>

/** What the catalogue of a crawl says of the check of a rule. */
export function ruleWords({ id, title, severity, why = '', fix = '' }: OwnRule) {
  const passedTitle = `No page: ${title}`
  const words = { id: RULE_PREFIX + id, title, passedTitle, severity, why, fix, sources: [] }
  return { ...words, type: 'own_issue', scope: 'site' } as const satisfies OwnCheck
}
