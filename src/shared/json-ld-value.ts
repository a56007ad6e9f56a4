import type { JsonLdFact } from './element-facts.ts'

/** By fact, for as long as the facts of the page are held. */
const values = new WeakMap<Pick<JsonLdFact, 'raw'>, unknown>()

/** Notes what the text of a block says, for those who need it after the first parse. Callers must not change it. */
export function keepJsonLdValue(block: Pick<JsonLdFact, 'raw'>, value: unknown): void {
  values.set(block, value)
}

/** What the text of a block says; throws a SyntaxError where it is no JSON. */
export function jsonLdValue(block: Pick<JsonLdFact, 'raw'>): unknown {
  return values.has(block) ? values.get(block) : JSON.parse(block.raw)
}
