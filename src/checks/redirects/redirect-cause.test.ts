import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hops } from '../test-site-facts.ts'
import { redirectCausesOf, redirectRuleOf } from './redirect-cause.ts'

const causes: [from: string, to: string, causes: string[]][] = [
  ['http://a.test/x', 'https://a.test/x', ['to-https']],
  ['https://a.test/x', 'http://a.test/x', ['to-http']],
  ['http://a.test:8080/x', 'https://a.test/x', ['to-https']],
  ['http://a.test/x', 'http://a.test:8080/x', ['host']],
  ['https://a.test/x', 'https://www.a.test/x', ['to-www']],
  ['https://www.a.test/x', 'https://a.test/x', ['from-www']],
  ['https://a.test/x', 'https://b.test/x', ['host']],
  ['https://a.test/x', 'https://a.test/x/', ['slash-missing']],
  ['https://a.test/X/', 'https://a.test/x', ['slash-extra', 'letter-case']],
  ['https://a.test/x/index.html', 'https://a.test/x/', ['index-file']],
  ['https://a.test/x/Index.php', 'https://a.test/x', ['index-file']],
  ['https://a.test/index.html', 'https://a.test/', ['index-file']],
  ['https://a.test/x/index.html', 'https://a.test/', ['path']],
  ['https://a.test/x?b=1', 'https://a.test/x', ['parameters-extra']],
  ['https://a.test/x', 'https://a.test/x?b=1', ['parameters-missing']],
  ['https://a.test/x?b=1', 'https://a.test/x?b=2', ['parameters']],
  ['https://a.test/x', 'https://a.test/y', ['path']],
  ['http://a.test/x', 'https://www.a.test/y/', ['to-https', 'to-www', 'path']],
  ['https://a.test/x', 'no URL', []],
]
for (const [from, to, expected] of causes) {
  test(`redirectCausesOf() gives ${expected.join(' and ') || 'nothing'} for ${from} to ${to}`, () => {
    assert.deepEqual(redirectCausesOf(from, to), expected)
  })
}

const rules: [name: string, urls: string[], rule: string | null][] = [
  ['one step', ['http://a.test/x?y', 'https://a.test/x?y'], '301 http://a.test to-https https://a.test'],
  [
    'each of several steps',
    ['http://a.test/x', 'https://a.test/x', 'https://www.a.test/x/'],
    '301 http://a.test to-https https://a.test\n301 https://a.test to-www slash-missing https://www.a.test',
  ],
  ['a page that has moved', ['https://a.test/x', 'https://a.test/y'], null],
  ['a page that has moved after a rule', ['http://a.test/x', 'https://a.test/x', 'https://a.test/y'], null],
  ['other parameters', ['https://a.test/x?id=1', 'https://a.test/x?id=2'], null],
  ['no URL', ['https://a.test/x', 'no URL'], null],
  ['no redirect', ['https://a.test/x'], null],
]
for (const [name, urls, rule] of rules) {
  test(`redirectRuleOf() of ${name}`, () => {
    assert.equal(
      redirectRuleOf(
        hops(
          urls.slice(1).map(() => 301),
          ...urls,
        ),
      ),
      rule,
    )
  })
}
