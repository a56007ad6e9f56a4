import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type OwnRule, ruleSchema } from './own-rules.ts'
import { meetsConditions, readConditions } from './page-conditions.ts'
import { isExampleMet, newRuleId, rulesProblem } from './rule-mistakes.ts'

const rule: OwnRule = {
  id: 'product-without-price',
  severity: 'error',
  title: 'Product without a price',
  conditions: 'url:contains:/product/;field.Price:empty',
  examples: [
    { page: { url: 'https://example.com/product/1' }, isFound: true },
    { page: { url: 'https://example.com/product/2', 'field.Price': '19,90 €' }, isFound: false },
  ],
}

describe('own rules', () => {
  for (const [name, rules, problem] of [
    ['one with examples that hold', [rule], null],
    ['the same id twice', [rule, rule], /product-without-price cannot be used: another rule has this id/],
    ['no condition', [{ ...rule, conditions: '' }], /its conditions must be such as/],
    ['an unknown column', [{ ...rule, conditions: 'price:empty' }], /its conditions must be such as/],
    ['a count of findings', [{ ...rule, conditions: 'issues:over:3' }], /no rule can depend on issues/],
    [
      'an example that it does not find',
      [{ ...rule, conditions: 'field.Price:not-empty' }],
      /does not find the page of example 1/,
    ],
    ['an example that it finds', [{ ...rule, conditions: 'url:contains:/product/' }], /finds the page of example 2/],
  ] as const)
    it(`with ${name} ${problem === null ? 'are taken' : 'are refused'}`, () => {
      const found = rulesProblem(rules)
      if (problem === null) assert.equal(found, null)
      else assert.match(found ?? '', problem)
    })
})

describe('an example of a rule', () => {
  for (const [count, isMet] of [
    [12, true],
    [13, false],
  ] as const)
    it(`of ${count} values is ${isMet ? 'met' : 'not met'}`, () => {
      const page = Object.fromEntries(Array.from({ length: count }, (_, index) => [`field.${index}`, 'x']))
      assert.equal(isExampleMet({ page, isFound: true }, readConditions('field.0:is:x') ?? []), isMet)
    })
})

describe('the id of a new rule', () => {
  for (const [title, taken, id] of [
    ['Product without a price!', [], 'product-without-a-price'],
    ['Product', ['product', 'product-2'], 'product-3'],
    ['Produkt ohne Preis – '.repeat(3), [], 'produkt-ohne-preis-produkt-ohne-preis'],
    ['価格なし', [], 'rule'],
  ] as const)
    it(`of “${title}” is ${id}`, () => {
      const made = newRuleId(title, taken)
      assert.equal(made, id)
      assert.ok(ruleSchema.safeParse({ ...rule, id: made }).success)
    })
})

describe('conditions on one page', () => {
  const page = new Map<string, string | number>([
    ['url', 'https://example.com/Shop/1'],
    ['words', 120],
    ['field.Price', '1.299,00 €'],
  ])
  for (const [text, isMet] of [
    ['url:contains:/shop/', true],
    ['url:not-contains:/shop/', false],
    ['url:starts:https://example.com/Shop', true],
    ['words:between:100..120;words:not:3', true],
    ['words:under:120', false],
    ['field.Price:over:1000', true],
    ['field.Price:is:1299', false],
    ['field.Brand:empty', true],
    ['field.Brand:over:0', false],
    ['title:not-empty', false],
  ] as const)
    it(`${text} is ${isMet ? 'met' : 'not met'}`, () =>
      assert.equal(meetsConditions(page, readConditions(text) ?? []), isMet))
})
