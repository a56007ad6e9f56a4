import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { MAX_ELEMENTS_PER_PAGE, MAX_REOPENED_ELEMENTS } from '#shared/limits.ts'
import { parseDocument } from './html.ts'
import { type ChildNode, type ElementNode, isHtml, type ParentNode } from './node.ts'
import { TAG_NAMES } from './tags.ts'

/** Tags and texts in document order, as one line. */
function outline(children: readonly ChildNode[]): string {
  return children
    .map(node => (node.kind === 'text' ? JSON.stringify(node.value) : `${node.tagName}(${outline(node.childNodes)})`))
    .join(' ')
}

type Parse5Node = DefaultTreeAdapterTypes.ChildNode

function parse5Outline(children: readonly Parse5Node[]): string {
  return children
    .filter(node => node.nodeName === '#text' || 'tagName' in node)
    .map(node => {
      if ('value' in node) return JSON.stringify(node.value)
      return 'tagName' in node ? `${node.tagName}(${parse5Outline(node.childNodes)})` : ''
    })
    .join(' ')
}

const documents = [
  '',
  'text',
  '<!doctype html><html lang=en><head><title>t</title></head><body><p>a<p>b</body></html>',
  '<p>1<b>2<i>3</b>4</i>5',
  '<a href=1><p>x</a>y</p><a>z',
  '<table>a<tr><td>b</table>c',
  '<table><b><tr><td>x</td></tr>y</table>z',
  '<table><colgroup><col><col></colgroup><tr><td>a</table>b',
  '<table><colgroup><col><tr><td>a<table><col><td>b',
  '<table><colgroup> a<col>b</table>',
  '<table><colgroup></table>a',
  '<table></colgroup><col></table><colgroup><col>a',
  '<table><colgroup><template><col></template><html lang=en><col></col></colgroup></colgroup><p>a',
  '<table><caption>a<p>b<caption>c</caption>d<tr><td>e',
  '<table><caption>a<td>b</table>c',
  '<table><caption>a</table>b</caption>c',
  '<table><caption>a</tbody></td>b</caption></caption>',
  '<table><tbody><tr><th>a<td>b<tbody>c<tr></tbody><tfoot></thead><td>d</tfoot>e</table>f',
  '<table><td>a</table></td>b<table><tr></table>c',
  '<table><tr></td></caption>a</tr></tr>b</tbody></tr>c',
  '<table><td>a<tr>b<th></td>c</th>d<table>e</tr>f',
  '<table><caption>a\u0000b <td>c\u0000d </table>',
  '<table><caption><table>a\u0000 </table>b<td><table> c\u0000<td> d',
  '<template>a\u0000b </template><template> \u0000</template>c',
  '<template><table>a<b>b</table>c</template><table><template>d<td>e</template>f',
  '<select><optgroup><option>a</optgroup>b<optgroup><option>c</option></optgroup><hr><option>d</select>e',
  '<select><option>a<optgroup>b</optgroup>c</option></optgroup></select>d',
  '<select>a\u0000b<optgroup><hr></optgroup><table><tr><td></select>c',
  '<table><td><select><option>a<tr><td>b<select><optgroup></td>c',
  '<b>1<i>2<u>3<s>4<tt>5<p>6</b>7</i>8',
  '<a>1<div>2<div>3<div>4<p>5</a>6<a>7',
  '<div><b>1</div>2<p>3</b>4<i>5<table>6<b>7</table>8',
  '<b><em><foo><foo><aside>1</b>2</em>3',
  '<i>1<b>2<div>3<i>4<u>5</i></b>6</i>7',
  '<table><i>1<div>2</i>3<tr><td>4</table>5',
  '<svg><b>1<g><p>2</svg>3</p>4',
  '<table><caption> a</p>b</caption><caption><b>c</caption><td>d',
  '<table><caption><li>a<caption><dd>b</table>c',
  '<table><caption>',
  '<p><b>1<table><caption>2</table></p><p>3',
  '<template><col><p>a</col></template>b<template></colgroup><col></caption><tr>c',
  '<table><tbody> \u0000<tr> \u0000<td>a<tbody></tbody><caption>b',
  '<table><tbody><template></template><tr><td>a</table>b',
  '<table><tr><td>a<thead><tr>b<caption>c<tfoot></table>d',
  '<table><tr><template></template><td>a<thead></table>b',
  '<table><tbody><form><tr><td>a</form></table><p>b',
  '<table><tr><form><td>a<td>b</table><p>c',
  '<table><tbody><form></tbody><tr><form></tr><td>a</table>b',
  '<table><tr><td>a<table><tr></tbody>b</thead>c</tfoot></table>d',
  '<table><tr><td><p>a<td><li>b</td><dd>c<th>d<tr><b>e<td>f</b>g',
  '<template><tr><td>a</table>b</tbody><tbody>c</template>d',
  '<template><td>a</tr>b</table>c<tr>d</template>e',
  '<template><tbody><caption>a</template>b',
  '<select><option>a<option>b</select>',
  '<svg><title>x</title><foreignObject><p>y</svg><math><mi>x</mi></math>',
  '<svg><textPath>a</TEXTPATH>b</svg><math><textPath>c</TEXTPATH>d</math>e',
  '<noscript><p>x</noscript>',
  '<head><div>x</div><title>t</title></head><body class=a><body id=b>',
  '<frameset><frame src=a></frameset>',
  '<template><p>x</template><p>y',
  '<ul><li>a<ul><li>b</ul><li>c</ul>',
  '<b><table><td></b><i></table>x',
  'a\u0000b&notit;&#x80;\r\nc',
  '<a[B>x</A[b>y<P{>z</p[>',
  '<pre>\n\na</pre>\nb',
  '<pre><!doctype html>\na</pre>',
  '<pre><!-- a -->\nb</pre>',
  '<pre><b>\na</b></pre>',
  '<textarea></textarea>\na',
  '<textarea>\n<p></textarea><title><b></title><script><!--<script></script></script>',
]
for (const markup of documents)
  test(`parseDocument() builds the tree of parse5 for ${JSON.stringify(markup)}`, () => {
    const reference = parse(markup, { scriptingEnabled: false })
    // Comments part texts in the reference only; no document here has one between texts.
    assert.equal(outline(parseDocument(markup).root.childNodes), parse5Outline(reference.childNodes))
  })

/** Nodes that name another parent than the one that has them as children. */
function misplaced(parent: ParentNode): ChildNode[] {
  return parent.childNodes.flatMap(child => [
    ...(child.parentNode === parent ? [] : [child]),
    ...(child.kind === 'text' ? [] : misplaced(child)),
  ])
}

test('parseDocument() names the parent of every node, moved ones too', () => {
  for (const markup of documents) assert.equal(outline(misplaced(parseDocument(markup).root)), '', markup)
})

/** Each has a tag, and its end tag, where the rules for it matter. */
const places: readonly ((tag: string) => string)[] = [
  tag => `<${tag}>a</${tag}>b`,
  tag => `</${tag}>a`,
  tag => `<p>a<${tag}>b</p>c</${tag}>d`,
  tag => `<p><b>a</p><${tag}>b</${tag}>c`,
  tag => `<p><a><${tag}>a</p></${tag}></a>b`,
  tag => `<${tag}><i>a<${tag}>b</i>c`,
  tag => `<button><${tag}>a</button>b`,
  tag => `<ul><li><${tag}>a<li>b</${tag}>c</ul>d`,
  tag => `<dl><dd><${tag}>a<dt>b</${tag}>c`,
  tag => `<h1><${tag}>a</h1>b</${tag}>c`,
  tag => `<form><${tag}>a</form>b</${tag}>c`,
  tag => `<head><${tag}>a</${tag}></head>b`,
  tag => `</head><${tag}>a</${tag}><body>b`,
  tag => `<table><${tag}>a</${tag}>b</table>c`,
  tag => `<${tag}><table><${tag}>a</table>b</${tag}>c`,
  tag => `<table><caption><${tag}>a</caption></${tag}><tr>b`,
  tag => `<table><tr><${tag}>a</${tag}><td>b`,
  tag => `<table><td><${tag}>a<td>b</${tag}>c</table>d`,
  tag => `<table><colgroup><${tag}>a</colgroup>b`,
  tag => `<select><option><${tag}>a</${tag}>b</select>c`,
  tag => `<template><${tag}>a</${tag}>b</template>c`,
  tag => `<ruby><rt><${tag}>a</ruby>b`,
  tag => `<object><${tag}>a</object>b</${tag}>c`,
  tag => `<svg><g><${tag}>a</${tag}>b</svg>c`,
  tag => `<math><mi><${tag}>a</${tag}>b</math>c`,
  tag => `<svg><desc><${tag}>a</svg>b`,
  tag => `</body><${tag}>a</${tag}></html><${tag}>b`,
  tag => `<frameset><${tag}><frame></${tag}></frameset><${tag}>`,
]
for (const tag of [...TAG_NAMES.slice(1), 'x-y'])
  test(`parseDocument() builds the tree of parse5 for ${tag} in every place`, () => {
    for (const place of places) {
      const markup = place(tag)
      const reference = parse(markup, { scriptingEnabled: false })
      assert.equal(outline(parseDocument(markup).root.childNodes), parse5Outline(reference.childNodes), markup)
    }
  })

function elements(children: readonly ChildNode[]): ElementNode[] {
  const found: ElementNode[] = []
  const ahead = [...children]
  for (let node = ahead.pop(); node; node = ahead.pop()) {
    if (node.kind === 'text') continue
    found.push(node)
    for (const child of node.childNodes) ahead.push(child)
  }
  return found
}

test('parseDocument() keeps the offsets of start tags', () => {
  const markup = '<!-- <p> --><p title="<b>">x &lt; y<img\nsrc=a></p>'
  const found = elements(parseDocument(markup).root.childNodes).filter(({ start }) => start >= 0)
  assert.deepEqual(
    found.map(({ start, end }) => markup.slice(start, end)),
    ['<p title="<b>">', '<img\nsrc=a>'],
  )
})

test('parseDocument() parses 50,000 nested elements', () => {
  const { root } = parseDocument('<div>'.repeat(50_000))
  assert.equal(elements(root.childNodes).filter(({ tagName }) => tagName === 'div').length, 50_000)
})

test('parseDocument() opens unclosed formatting elements again up to a limit', () => {
  const markup = Array.from({ length: 2_000 }, (_, i) => `<p><font size=${i}>`).join('')
  const { root } = parseDocument(markup)
  const fonts = elements(root.childNodes).filter(({ tagName }) => tagName === 'font').length
  assert.ok(fonts > MAX_REOPENED_ELEMENTS && fonts < MAX_REOPENED_ELEMENTS + 5_000, String(fonts))
})

test('parseDocument() ends where there are too many elements', () => {
  const { root } = parseDocument('<br>'.repeat(MAX_ELEMENTS_PER_PAGE + 1_000))
  assert.ok(elements(root.childNodes).length <= MAX_ELEMENTS_PER_PAGE)
})

test('parseDocument() merges the attributes of repeated body tags, not without end', () => {
  const { body } = parseDocument(Array.from({ length: 5_000 }, (_, i) => `<body a${i}=1 a0=2>`).join(''))
  assert.equal(body?.attrs[0]?.value, '1')
  assert.equal(body?.attrs.find(({ name }) => name === 'a100')?.value, '1')
  assert.ok((body?.attrs.length ?? 0) < 1_000)
})

test('parseDocument() finds the first base of the document', () => {
  assert.equal(parseDocument('<template><base href=a></template><p>').base, null)
  assert.equal(parseDocument('<base target=x><base href=a><base href=b>').base?.attrs[0]?.value, 'a')
  assert.equal(isHtml(parseDocument('<base href=a>').base ?? assert.fail()), true)
})
