import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { schemaOrg } from '../schema-org.ts'
import { uncheckedResults } from './left-out.ts'
import { resultsOf, richResults } from './rich-results.ts'
import type { Need, Rule } from './rule.ts'

const { types, properties } = schemaOrg()

function rulesWithin(rule: Rule): Rule[] {
  return [rule, ...rule.parts.flatMap(part => part.rules.flatMap(rulesWithin))]
}

function pathsOf(rule: Rule): string[] {
  const ofNeeds = (needs: readonly Need[]) =>
    needs.flatMap(({ oneOf, onlyWith, unless }) => [...oneOf, ...[...onlyWith, ...unless].map(({ path }) => path)])
  const { required, recommended, whereItApplies, parts } = rule
  return [...ofNeeds(required), ...ofNeeds(recommended), ...whereItApplies, ...parts.map(part => part.of)]
}

/** Names of Google's own: it writes xPath where schema.org has xpath, and subjectOf and the like stand in the vocabulary. */
const ofGoogle: ReadonlySet<string> = new Set(['xPath'])

function isProperty(name: string): boolean {
  return properties.has(name.replace(/-(?:input|output)$/, '')) || ofGoogle.has(name)
}

describe('the tables of rich results', () => {
  const rules = richResults.flatMap(result => rulesWithin(result.rule))

  test('name types that schema.org has', () => {
    assert.deepEqual(
      rules.flatMap(rule => [...rule.names]).filter(name => !types.has(name)),
      [],
    )
  })

  test('name properties that schema.org has', () => {
    const conditions = richResults.flatMap(({ onlyWith, exceptWith }) => [...onlyWith, ...exceptWith])
    const paths = [...rules.flatMap(pathsOf), ...conditions.map(({ path }) => path)]
    assert.deepEqual(
      paths.flatMap(path => path.split('.')).filter(name => !isProperty(name)),
      [],
    )
  })

  test('name properties that the types have, or their own kinds', () => {
    const lacks = richResults.flatMap(({ rule, title }) =>
      rule.required
        .filter(({ oneOf }) =>
          [...rule.names].some(name => !oneOf.some(path => types.get(name)?.has(path.split('.')[0] ?? ''))),
        )
        .map(({ oneOf }) => `${title}: ${oneOf.join('|')}`),
    )
    // Google's own uses of names that schema.org gives to other types.
    assert.deepEqual(lacks, [])
  })

  test('have a rule for everything that they name', () => {
    const idle = richResults.filter(({ rule }) =>
      rulesWithin(rule).every(({ required, recommended }) => required.length + recommended.length === 0),
    )
    assert.deepEqual(idle, [])
  })

  test('tell nothing as recommended that is said to apply only to some', () => {
    const told = richResults.flatMap(({ title, rule }) =>
      rule.recommended
        .flatMap(({ oneOf }) => oneOf)
        .filter(path => rule.whereItApplies.includes(path))
        .map(path => `${title}: ${path}`),
    )
    assert.deepEqual(told, [])
  })

  test('are found by kinds, but not for what only chosen websites are shown with', () => {
    assert.deepEqual(
      resultsOf('Bakery').map(({ title }) => title),
      ['Local business', 'Local business: places to eat'],
    )
    assert.deepEqual(resultsOf('VacationRental'), [])
    assert.deepEqual(resultsOf('constructor'), [])
  })

  test('leave what another check covers to that check', () => {
    const shown = uncheckedResults.flatMap(({ types: names }) => names).filter(name => name !== 'Book')
    assert.deepEqual(
      shown.flatMap(resultsOf).map(({ title }) => title),
      [],
    )
  })
})
