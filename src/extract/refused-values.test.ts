import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { factsOf } from './test-facts.ts'

const found = (markup: string) => factsOf(`<!doctype html>${markup}`).refusedValues

describe('refusedValueFacts()', () => {
  const without: [name: string, markup: string][] = [
    ['a page that never names it', '<p class="a">A page</p>'],
    ['a text', '<pre>dir=ZgotmplZ</pre>'],
    [
      'a comment, a script and a style sheet',
      '<!-- ZgotmplZ --><script>"ZgotmplZ"</script><style>a{color:ZgotmplZ}</style>',
    ],
    ['the content of a template', '<template><p class=ZgotmplZ></p></template>'],
    ['a similar name', '<code class="language-gotmpl">a</code>'],
  ]
  for (const [name, markup] of without) test(`lists none of ${name}`, () => assert.equal(found(markup), undefined))

  test('names element, attribute, value and place of every attribute that holds it', () => {
    const markup = `<html lang=en dir=ZgotmplZ>
<header><svg viewBox="ZgotmplZ"></svg></header>
<div id="chart" class="ZgotmplZ" style="width: ZgotmplZ"></div>
<p ZgotmplZ></p>`
    assert.deepEqual(found(markup), [
      { element: 'html', attribute: 'dir', value: 'ZgotmplZ', path: 'html', line: 1 },
      {
        element: 'svg',
        attribute: 'viewBox',
        value: 'ZgotmplZ',
        region: 'header',
        path: 'body > header > svg',
        line: 2,
      },
      { element: 'div', attribute: 'class', value: 'ZgotmplZ', path: '#chart', line: 3 },
      { element: 'div', attribute: 'style', value: 'width: ZgotmplZ', path: '#chart', line: 3 },
      { element: 'p', attribute: 'zgotmplz', value: '', path: 'body > p', line: 4 },
    ])
  })

  test('finds the name of an attribute also where scripts were run, which writes it in lower case', () =>
    assert.equal(found('<p zgotmplz="">A</p>')?.length, 1))

  test('lists an element once that the parser opens again', () =>
    assert.equal(found('<p><b class=ZgotmplZ>A<p>B<p>C')?.length, 1))

  test('cuts a long value around it', () => {
    const values = ['ZgotmplZ'.padEnd(1_000, 'a'), 'ZgotmplZ'.padStart(1_000, 'a')].map(
      value => found(`<p class="${value}">`)?.[0]?.value,
    )
    assert.deepEqual(values, [`ZgotmplZ${'a'.repeat(391)}…`, `…${'a'.repeat(100)}ZgotmplZ`])
  })

  test('is capped', () => {
    assert.equal(found('<p class=ZgotmplZ>'.repeat(101))?.length, 100)
    const attributes = Array.from({ length: 101 }, (_, index) => `data-${index}=ZgotmplZ`)
    assert.equal(found(`<p ${attributes.join(' ')}>`)?.length, 100)
  })
})
