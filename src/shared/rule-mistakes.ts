import { MAX_RULE_ID, type OwnRule, type RuleExample } from './own-rules.ts'
import { pageColumnIds } from './page-columns.ts'
import { meetsConditions, type PageCondition, readConditions } from './page-conditions.ts'

/** What own rules must be beside their schema. Apart from it, as only forms and the start of a crawl need it, and each screen the schema. */

/** Of an example. */
const MAX_VALUES = 12

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
    .slice(0, MAX_RULE_ID - 3)
    .replaceAll(/^-|-$/g, '')
  const id = words || 'rule'
  for (let count = 1; ; count++) {
    const numbered = count === 1 ? id : `${id}-${count}`
    if (!taken.includes(numbered)) return numbered
  }
}
