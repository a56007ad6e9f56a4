import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDocument } from '#html/html.ts'
import { FieldError, FieldPage } from './field-page.ts'
import { compileXPath } from './xpath.ts'
import { isNodes, type XPathNode } from './xpath-values.ts'

const NAN = Number.NaN

/** The value of an expression; nodes by id, name or text. */
function evaluated(expression: string, source: string) {
  const { root } = parseDocument(source)
  const page = new FieldPage(root, source.length)
  page.begin()
  const value = compileXPath(expression)(page)
  return isNodes(value) ? value.map(named).join(' ') : value
}

function named(node: XPathNode): string {
  if (node.kind === 'attribute') return `@${node.name}`
  if (node.kind === 'text') return `“${node.value}”`
  return node.kind === 'root' ? 'root' : (node.attrs.find(({ name }) => name === 'id')?.value ?? node.tagName)
}

describe('axes of XPath 1.0 (W3C, section 2.2)', () => {
  const tree =
    '<main id=a lang=en class=x><p id=b>one<i id=c></i></p><p id=d><b id=e></b><b id=f></b></p><p id=g>two</p></main>'
  for (const [path, expected] of [
    ['//*[@id="d"]/child::*', 'e f'],
    ['//*[@id="a"]/child::node()', 'b d g'],
    ['//*[@id="a"]/child::text()', ''],
    ['//*[@id="a"]/descendant::*', 'b c d e f g'],
    ['//*[@id="b"]/descendant-or-self::node()', 'b “one” c'],
    ['//*[@id="e"]/parent::*', 'd'],
    ['//*[@id="e"]/..', 'd'],
    ['//*[@id="e"]/../..', 'a'],
    ['/html/..', 'root'],
    ['/..', ''],
    ['/', 'root'],
    ['//*[@id="e"]/ancestor::*', 'html body a d'],
    ['//*[@id="e"]/ancestor::*[1]', 'd'],
    ['//*[@id="e"]/ancestor-or-self::*[1]', 'e'],
    ['//*[@id="e"]/ancestor-or-self::*', 'html body a d e'],
    ['//*[@id="b"]/following-sibling::*', 'd g'],
    ['//*[@id="b"]/following-sibling::*[1]', 'd'],
    ['//*[@id="g"]/following-sibling::*', ''],
    ['//*[@id="g"]/preceding-sibling::*', 'b d'],
    ['//*[@id="g"]/preceding-sibling::*[1]', 'd'],
    ['//*[@id="b"]/preceding-sibling::*', ''],
    ['//*[@id="c"]/following::*', 'd e f g'],
    ['//*[@id="c"]/following::*[2]', 'e'],
    ['//*[@id="g"]/preceding::*[1]', 'f'],
    ['//*[@id="g"]/preceding::*[3]', 'd'],
    ['//*[@id="d"]/self::p', 'd'],
    ['//*[@id="d"]/self::b', ''],
    ['//*[@id="a"]/@*', '@id @lang @class'],
    ['//*[@id="a"]/attribute::*[. = "en"]', '@lang'],
    ['//*[@id="a"]/@node()', '@id @lang @class'],
    ['//text()/@*', ''],
    ['//@lang/..', 'a'],
    ['//@lang/child::node()', ''],
    ['//@lang/following-sibling::node()', ''],
    ['//@lang/ancestor::*', 'html body a'],
    ['//*[@id="c"]/@text()', ''],
    ['//main/@LANG', '@lang'],
  ] as const)
    it(`finds ${expected || 'nothing'} by ${path}`, () => assert.equal(evaluated(path, tree), expected))

  it('has nodes in document order, each once, attributes after their elements and by their names', () => {
    assert.equal(evaluated('//b | //p | //*[@id="e"]', tree), 'b d e f g')
    assert.equal(evaluated('//@lang | //@class | //main/@lang', tree), '@class @lang')
    assert.equal(evaluated('//@lang | //main | //main/p[1]/@id', tree), 'a @lang @id')
    assert.equal(evaluated('//main/@* | //@id', '<main id=a class=x>'), '@class @id')
  })

  it('finds nothing in a template', () => {
    const source = '<p id=a></p><template id=t><p id=b></p></template>'
    assert.equal(evaluated('//p', source), 'a')
    assert.equal(evaluated('//template/node()', source), '')
    assert.equal(evaluated('//template/descendant::*', source), '')
  })
})

describe('comparisons of XPath 1.0 (W3C, section 3.4)', () => {
  const list = '<ul><li>1</li><li>2.5</li><li>x</li></ul><ol><li>2</li></ol><dl></dl>'
  for (const [comparison, expected] of [
    ['1 < 2', true],
    ['2 < 2', false],
    ['2 <= 2', true],
    ['3 <= 2', false],
    ['2 > 1', true],
    ['2 > 2', false],
    ['2 >= 2', true],
    ['1 >= 2', false],
    ['//ul/li < 1', false],
    ['//ul/li <= 1', true],
    ['//ul/li > 2.4', true],
    ['//ul/li > 2.5', false],
    ['//ul/li >= 2.5', true],
    ['//ul/li > //ol/li', true],
    ['//ol/li < //ul/li', true],
    ['//ol/li > //ul/li[1]', true],
    ['//ul/li[3] > 0', false],
    ['//ul/li[3] <= 0', false],
    ['//dl/li < 1', false],
    ['//dl/li >= 1', false],
    ['//ul/li = "x"', true],
    ['"x" = //ul/li', true],
    ['//ul/li = "y"', false],
    ['//ul/li = 2.5', true],
    ['//ul/li = 2', false],
    ['//ul/li != "x"', true],
    ['//ol/li != "2"', false],
    ['//ol/li != 2', false],
    ['//ol/li != //ol/li', false],
    ['//ol/li != //ul/li', true],
    ['//dl/li != "x"', false],
    ['"x" != //dl/li', false],
    ['//ul/li[3] = 0 div 0', false],
    ['//ul/li[3] != 0', true],
    ['0 div 0 = 0 div 0', false],
    ['0 div 0 != 0 div 0', true],
    ['//dl/li = false()', true],
    ['//ul/li = true()', true],
    ['//ul/li != true()', false],
    ['"x" = true()', true],
    ['"" = true()', false],
    ['0 = false()', true],
    ['0 div 0 = true()', false],
    ['true() > false()', true],
    ['false() < 1', true],
    ['true() >= 2', false],
    ['"1" = 1', true],
    ['"1" = 1.0', true],
    ['"1.0" = "1"', false],
    ['"a" != "b"', true],
    ['"a" != "a"', false],
    ['1 < 2 = true()', true],
    ['1 = 1 and 2 = 3', false],
    ['1 = 1 or 2 = 3', true],
  ] as const)
    it(`${comparison} is ${expected}`, () => assert.equal(evaluated(comparison, list), expected))
})

describe('numbers of XPath 1.0 (W3C, section 3.5)', () => {
  for (const [expression, expected] of [
    ['7 mod 3', 1],
    ['-7 mod 3', -1],
    ['1.5 mod 0.5', 0],
    ['7 div 2', 3.5],
    ['2 + 3 * 4', 14],
    ['(2 + 3) * 4', 20],
    ['10 - 2 - 3', 5],
    ['--3', 3],
    ['---3', -3],
    ['-"3"', -3],
    ['true() + true()', 2],
    ['false() + 1', 1],
    ['" 12 " + 0', 12],
    ['"-.5" + 0', -0.5],
    ['"1." + 0', 1],
    ['"+1" + 0', NAN],
    ['"1e3" + 0', NAN],
    ['"" + 0', NAN],
    ['sum(//i)', 3],
    ['//i[2] + 1', 3],
  ] as const)
    it(`${expression} is ${expected}`, () => assert.equal(evaluated(expression, '<i>1</i><i>2</i>'), expected))

  it('are positions in predicates, and truths elsewhere', () => {
    assert.equal(evaluated('//i[1 + 1]', '<i id=a></i><i id=b></i>'), 'b')
    assert.equal(evaluated('//i[-1]', '<i id=a></i><i id=b></i>'), '')
    assert.equal(evaluated('//i[not(0)]', '<i id=a></i><i id=b></i>'), 'a b')
    assert.equal(evaluated('//i["0"]', '<i id=a></i><i id=b></i>'), 'a b')
    assert.equal(evaluated('//i[""]', '<i id=a></i><i id=b></i>'), '')
  })
})

describe('errors of XPath', () => {
  const problems: [expression: string, problem: string][] = [
    ['', '“the end” is not expected here (character 1).'],
    ['//p[', '“the end” is not expected here (character 5).'],
    ['1 2', '“2” is not expected here (character 3).'],
    ['//p[@x', '“]” is missing (character 7).'],
    ['concat("a" "b")', '“)” is missing (character 12).'],
    ['//p/self:p', 'Prefixes of namespaces are not known (character 5).'],
    ['//p/here::b', 'There is no axis “here” (character 5).'],
    ['toString()', 'There is no function “toString” (character 1).'],
    ['count()', '“count” takes another number of values (character 1).'],
    ['count(1, 2)', '“count” takes another number of values (character 1).'],
    ['//p[#x]', '“#x]” is no XPath (character 5).'],
    [`p ${'$'.repeat(30)}`, `“${'$'.repeat(20)}” is no XPath (character 2).`],
    [`${'('.repeat(30)}1${')'.repeat(30)}`, 'Too many expressions are nested (character 31).'],
  ]
  for (const [expression, message] of problems)
    it(`says of ${expression.slice(0, 20) || 'an empty text'}: ${message}`, () =>
      assert.throws(() => compileXPath(expression), { name: 'Error', message }))

  it('takes thirty expressions within each other', () => {
    assert.equal(evaluated(`${'('.repeat(29)}1${')'.repeat(29)}`, ''), 1)
  })

  it('are of a path that goes on after what is no node', () => {
    for (const path of ['"a"/b', '(1)[1]', '//p | 1'])
      assert.throws(() => evaluated(path, '<p>'), new FieldError('A path goes on after what is no node.'), path)
    assert.throws(
      () => evaluated('count(1)', '<p>'),
      new FieldError('The function takes nodes, not a text or a number.'),
    )
  })
})
