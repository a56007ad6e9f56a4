import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseDocument } from '#html/html.ts'
import { type CustomField, fieldsOf, parseField } from '#shared/custom-fields.ts'
import { compileField, compileFields, readFields } from './read-fields.ts'

const shop = `<!doctype html><html lang=en><head><title>Kettle</title><meta name=author content="Ada Lovelace">
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"Organization","name":"Shop"},
{"@type":"Product","name":"Kettle","offers":{"price":19.9,"availability":"InStock"},"review":[{"author":"A"},{"author":"B"}]}]}</script>
<style>.price{}</style></head><body><nav><a href="/">Home</a></nav>
<main id=main><h1>Kettle</h1><p class="price big">  1.299,00&nbsp;€ <script>x()</script></p><ul class=tags><li>red</li><li>steel</li><li></li></ul>
<p class=note>a &lt; <b title='"q"'>b</b></p><template><p class=price>hidden</p></template></main></body></html>`

function read(lines: string[], source = shop, jsonLd = blocksOf(source)) {
  const fields = readFields(compileFields(fieldsOf(lines)), parseDocument(source), () => ({ jsonLd }))
  return fields.map(({ text, error }) => error ?? text)
}

function blocksOf(source: string) {
  return [...source.matchAll(/ld\+json">(.*?)<\/script>/gs)].map(([, raw = '']) => ({
    raw,
    line: 1,
    error: null,
    types: [],
  }))
}

const one = (line: string, source?: string) => read([line], source)[0]

describe('custom fields', () => {
  for (const [line, expected] of [
    ['a = .price', '1.299,00 €'],
    ['a = css:p', '1.299,00 €'],
    ['a = main > p:nth-of-type(2) b -> @title', '"q"'],
    ['a = .note -> html', 'a &lt; <b title="&quot;q&quot;">b</b>'],
    ['a = .tags li -> all text', 'red | steel'],
    ['a = .tags li -> count', '3'],
    ['a = meta[name=author] -> @content', 'Ada Lovelace'],
    ['a = main:has(.tags) > h1', 'Kettle'],
    ['a = .none', ''],
    ['a = .none -> count', '0'],
    ['a = h1, title', 'Kettle'],
    ['a = //meta[@name="author"]/@content', 'Ada Lovelace'],
    ['a = //LI[2]', 'steel'],
    ['a = (//li)[last()-1]', 'steel'],
    ['a = //li[position() > 1 and normalize-space()] -> all text', 'steel'],
    ['a = //p[contains(concat(" ", @class, " "), " price ")]', '1.299,00 €'],
    ['a = count(//li)', '3'],
    ['a = count(//p) = 2', 'true'],
    ['a = substring-before(normalize-space(//p), ",")', '1.299'],
    ['a = translate(//h1, "Ktle", "kTL")', 'kTTL'],
    ['a = //ul/preceding-sibling::*[1]/@class', 'price big'],
    ['a = //li[. = "steel"]/ancestor::main/@id', 'main'],
    ['a = //h1 | //title -> all text', 'Kettle | Kettle'],
    ['a = //b/parent::p/following::li', ''],
    ['a = //h1/following::li -> all text', 'red | steel'],
    ['a = //li/preceding::h1', 'Kettle'],
    ['a = xpath:string(id("main")/h1)', 'Kettle'],
    ['a = //p/text()', '1.299,00 €'],
    ['a = count(//processing-instruction("php"))', '0'],
    ['a = xpath:-(2 + 3 * 4) div 7', '-2'],
    ['a = //li[not(text())] -> count', '1'],
    ['a = $..price', '19.9'],
    ['a = $[1].name', 'Kettle'],
    ["a = $[?@['@type']=='Product'].offers.availability", 'InStock'],
    ['a = $[?@["@type"] != "Product"].name', 'Shop'],
    ['a = $..author -> all text', 'A | B'],
    ['a = $..review[-1].author', 'B'],
    ['a = $[1].review[*] -> count', '2'],
    ['a = $[0]["name"]', 'Shop'],
    ['a = $[1].offers', '{"price":19.9,"availability":"InStock"}'],
  ] as const)
    test(line, () => assert.equal(one(line), expected))

  test('JSON-LD that is a list is read item by item, whatever they are', () => {
    const source =
      '<script type="application/ld+json">[null, "text", {"@graph": 1, "name": "Shop"}, [{"name": "x"}]]</script>'
    assert.deepEqual(read(['a = $[0]', 'a = $[1]', 'a = $[2].name', 'a = $[3][0].name'], source), [
      '',
      'text',
      'Shop',
      'x',
    ])
  })

  for (const [line, problem] of [
    ['a = p:::', /^No CSS selector: /],
    ['a = .price[', /^No CSS selector: Expected name, found its end$/],
    ['a = p::before', /^No CSS selector: .*seudo-element/],
    ['a = //p[', /“the end” is not expected here \(character 5\)/],
    ['a = //p[@x=1 2]', /“\]” is missing \(character 10\)/],
    ['a = //svg:g', /Prefixes of namespaces/],
    ['a = //p/foo::b', /There is no axis “foo”/],
    ['a = //p[document("x")]', /There is no function “document”/],
    ['a = //p[contains(.)]', /another number of values/],
    ['a = $.a b', /^No JSON path from character 4: /],
    ['a = json:a', /begins with \$/],
  ] as const)
    test(`${line} is an error`, () => {
      const field = parseField(line)
      assert.ok(field)
      const compiled = compileField(field)
      assert.match(compiled.ok ? '' : compiled.problem, problem)
    })

  test('a value has its number, and no other text is one', () => {
    const numbers = (texts: string[]) =>
      readFields(compileFields(fieldsOf(['a = p'])), parseDocument(`<p>${texts[0]}`), () => ({ jsonLd: [] })).map(
        ({ number }) => number,
      )
    for (const [text, number] of [
      ['1.299,00 €', 1299],
      ['$1,299.50', 1299.5],
      ['EUR 12,5', 12.5],
      ['1.299', 1299],
      ['0.299', 0.299],
      ['1 000 000', 1e6],
      ['-5 %', -5],
      ['12 people', null],
      ['2026-11-24', null],
      ['', null],
    ] as const)
      assert.deepEqual(numbers([text]), [number], text)
  })
})

describe('functions of XPath 1.0 (W3C, section 4)', () => {
  const list = '<ul id=l><li id=a>1</li><li id=b class=x>2.5</li><li id=c>c</li></ul>'
  for (const [call, expected] of [
    ['last()', '1'],
    ['position()', '1'],
    ['count(//li)', '3'],
    ['count(//li[last()])', '1'],
    ['sum(//li[position() < 3])', '3.5'],
    ['count(id("a c none"))', '2'],
    ['count(id(//li/@id))', '3'],
    ['name(//li/@class)', 'class'],
    ['local-name(//ul)', 'ul'],
    ['name(//text())', ''],
    ['string(//li[2])', '2.5'],
    ['concat("a", "b", 1)', 'ab1'],
    ['starts-with("abc", "ab")', 'true'],
    ['starts-with("abc", "b")', 'false'],
    ['contains("abc", "bc")', 'true'],
    ['contains("abc", "d")', 'false'],
    ['substring-before("1999/04/01", "/")', '1999'],
    ['substring-before("1999", "/")', ''],
    ['substring-after("1999/04/01", "19")', '99/04/01'],
    ['substring-after("1999", "/")', ''],
    ['substring("12345", 2, 3)', '234'],
    ['substring("12345", 2)', '2345'],
    ['substring("12345", 1.5, 2.6)', '234'],
    ['substring("12345", 0, 3)', '12'],
    ['substring("12345", 0 div 0, 3)', ''],
    ['substring("12345", 1, 0 div 0)', ''],
    ['substring("12345", -42, 1 div 0)', '12345'],
    ['substring("12345", -1 div 0, 1 div 0)', ''],
    ['string-length("añ🍞")', '3'],
    ['normalize-space("  a  b ")', 'a b'],
    ['translate("bar", "abc", "ABC")', 'BAr'],
    ['translate("--aaa--", "abc-", "ABC")', 'AAA'],
    ['translate("aa", "aa", "xy")', 'xx'],
    ['boolean(//li)', 'true'],
    ['boolean(//p)', 'false'],
    ['boolean("")', 'false'],
    ['boolean(0)', 'false'],
    ['not(true())', 'false'],
    ['not(false())', 'true'],
    ['number("2.50")', '2.5'],
    ['number("x")', 'NaN'],
    ['floor(-1.5)', '-2'],
    ['ceiling(-1.5)', '-1'],
    ['round(2.5)', '3'],
    ['round(-2.5)', '-2'],
  ] as const)
    test(`${call} is ${expected || 'nothing'}`, () => assert.equal(one(`a = xpath:${call}`, list), expected))
})

describe('a short path of XPath', () => {
  const nested = `<div><p>1</p><p>2</p><div><p>3</p><template><p>no</p></template><p>4</p><ul><li>5<ul><li>6</li><li>7</li></ul></li><li>8</li></ul>
    </div><p>9</p></div>`
  for (const path of [
    '//p[1]',
    '//p[last()]',
    '//p[position() > 1][1]',
    '//li[2]',
    '//div//p[2]',
    '//ul//li[1]',
    '//li[.//li[2]]',
    '//li[1][. = "6"]',
    '//div[1]//li[position() = last()]',
    '//*[self::p][2]',
  ])
    test(`${path} finds what the long one does`, () => {
      const long = path.replaceAll('//', '/descendant-or-self::node()/')
      const [short, whole] = read([`a = ${path} -> all text`, `a = ${long} -> all text`], nested)
      assert.notEqual(short, '')
      assert.equal(short, whole)
    })
})

describe('hostile selectors', () => {
  const flat = `<div>${'<p class=x><i>a</i></p>'.repeat(10_000)}</div>`
  const deep = '<div>'.repeat(500)
  const chained = (part: string, times: number) => part.repeat(times)
  for (const [name, line, source] of [
    ['nested :has', `a = ${chained(':has(', 40)}b${chained(')', 40)}`, flat],
    ['chains of :not', `a = ${chained(':not(:has(b ', 12)}q${chained('))', 12)}`, flat],
    ['siblings of siblings', 'a = p ~ p ~ p ~ p ~ q', flat],
    ['positions among siblings', 'a = p:nth-last-child(3n+1) i', flat],
    ['descendants of descendants', `a = ${chained('div ', 40)}q, ${chained('div ', 40)}p`, deep],
    ['everything of everything', 'a = //*[//*[//*[//*]]]', flat],
    ['all following', 'a = //*//following::*//preceding::*', flat],
    ['ancestors of ancestors', 'a = //*/ancestor::*//*/ancestor::*//*', deep],
    ['comparison of all texts', 'a = //*[//* != //*] -> all text', flat],
    ['texts joined', `a = xpath:${chained('concat(/,', 25)}/${chained(',/)', 25)}`, flat],
  ] as const)
    test(name, () => assert.match(one(line, source) ?? '', /^(The selector takes too many steps on this page\.|a|)$/))

  test('a page deeper than browsers build it', () => {
    assert.match(one('a = p', '<div>'.repeat(5_000)) ?? '', /elements in more than 512 others/)
  })

  test('structured data of any depth', () => {
    const raw = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    assert.equal(read(['a = $..price'], '<p>', [{ raw, line: 1, error: null, types: [] }])[0], '')
  })

  test('other fields are read all the same', () => {
    assert.deepEqual(read(['a = p ~ p ~ p ~ q', 'b = i'], flat)[1], 'a')
  })

  test('selectors are bounded', () => {
    const nested: CustomField = {
      name: 'a',
      language: 'xpath',
      selector: `${'('.repeat(100)}1`,
      takes: 'text',
      isAll: false,
    }
    assert.match(compileField(nested).ok ? '' : 'refused', /refused/)
  })
})
