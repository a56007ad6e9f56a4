import * as z from 'zod/mini'
import { severities } from './model.ts'
import { type OwnCheck, RULE_PREFIX } from './own-check.ts'
import { pageColumnIds } from './page-columns.ts'
import { meetsConditions, type PageCondition, readConditions } from './page-conditions.ts'

/**
 * Own rules: checks without code. The pages that meet all conditions of a rule, in the language of the filters of All Pages, are one finding;
 * see docs/own-rules.md.
 */
export const MAX_RULES = 50
const MAX_ID = 40
const MAX_TITLE = 120
const MAX_TEXT = 1_500
const MAX_CONDITIONS_TEXT = 2_000
export const MAX_EXAMPLES = 20
const MAX_VALUES = 12
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
    .check(z.maxLength(MAX_ID), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be words in lower case with hyphens'))
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

/** Known only when all findings are written, so that no rule can depend on them. */
const unreadable: ReadonlySet<string> = new Set(['issues', 'errors', 'warnings'])
/** The columns that a rule may depend on, beside those of custom fields. */
export const ruleColumnIds = pageColumnIds.filter(id => !unreadable.has(id))

/** Why rules cannot be used: a sentence that names the first; null when they can. */
export function rulesProblem(rules: readonly OwnRule[]): string | null {
  const ids = new Set<string>()
  for (const rule of rules) {
    const problem = ids.has(rule.id) ? 'another rule has this id' : (ruleMistake(rule)?.message ?? null)
    if (problem !== null) return `The own rule ${rule.id} cannot be used: ${problem}`
    ids.add(rule.id)
  }
  return null
}

/** What is wrong with a rule that has the form of one, and with which part of it. */
interface RuleMistake {
  part: 'conditions' | 'examples'
  message: string
}

export function ruleMistake({ conditions: text, examples = [] }: OwnRule): RuleMistake | null {
  const conditions = readConditions(text)
  if (conditions === null || conditions.length === 0)
    return { part: 'conditions', message: 'its conditions must be such as url:contains:/product/;field.Price:empty' }
  const column = conditions.find(condition => unreadable.has(condition.column))?.column
  if (column !== undefined)
    return { part: 'conditions', message: `no rule can depend on ${column}, which count findings` }
  const wrong = examples.findIndex(example => !isExampleMet(example, conditions))
  if (wrong < 0) return null
  const isMissed = examples[wrong]?.isFound
  return { part: 'examples', message: `it ${isMissed ? 'does not find' : 'finds'} the page of example ${wrong + 1}` }
}

/** Whether the conditions find the page of an example, or do not find it, as it says. */
export function isExampleMet({ page, isFound }: RuleExample, conditions: readonly PageCondition[]): boolean {
  if (Object.keys(page).length > MAX_VALUES) return false
  return meetsConditions(new Map(Object.entries(page)), conditions) === isFound
}

/** An id for a new rule, of the words of its title. */
export function newRuleId(title: string, taken: readonly string[]): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_ID - 3)
    .replaceAll(/^-|-$/g, '')
  const id = words || 'rule'
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? id : `${id}-${count}`
    if (!taken.includes(numbered)) return numbered
  }
}
