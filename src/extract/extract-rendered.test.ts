import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PageFacts } from '#shared/facts.ts'
import type { RenderedPage } from '#shared/rendering.ts'
import { addedText, extractRenderedPage } from './extract-rendered.ts'

/** Facts of a source and of what scripts made of it. */
function factsOf(source: string, drawn: string, changes: Partial<Extract<RenderedPage, { ok: true }>> = {}): PageFacts {
  const encode = (text: string) => new TextEncoder().encode(text)
  const page = {
    ok: true,
    html: encode(drawn),
    isTruncated: false,
    isCut: false,
    redirectUrl: null,
    ...changes,
  } as const
  return extractRenderedPage(input(encode(source)), page)
}

const input = (body: Uint8Array) => ({
  url: 'http://example.test/dir/page',
  depth: 1,
  isSeed: false,
  isPrivateHost: false,
  status: 200,
  httpVersion: '1.1',
  headers: [['content-type', 'text/html; charset=utf-8']] as const,
  body,
  transferBytes: body.length,
  isTruncated: false,
  ttfbMs: 1,
  totalMs: 2,
  attempts: [],
})

const source = `<!doctype html>
<title>Source</title>
<h1>Heading</h1>
<a href=/kept>Kept</a>
<a href=/gone>Gone</a>
<img src=/a.png>`

describe('extractRenderedPage()', () => {
  test('reads the document after scripts ran, and keeps lines of the source', () => {
    const facts = factsOf(source, '<title>Drawn</title><h1>Other</h1><p>New words')
    assert.deepEqual([facts.title, facts.h1], ['Drawn', 'Other'])
    assert.ok(facts.rendering?.isRendered)
    const { raw, addedWordCount } = facts.rendering
    assert.deepEqual([raw.title, raw.h1, raw.linkCount, addedWordCount], ['Source', 'Heading', 3, 3])
  })

  test('gives elements the lines and tags of the source, and line 0 to those that came by script', () => {
    const drawn =
      '<title>Source</title><div><h1>Heading</h1></div><a href="/kept">Kept</a><a href="/new">New</a><img src="/a.png"><h2>By script</h2>'
    const { titles, headings, links, images } = factsOf(source, drawn)
    assert.deepEqual([titles[0]?.line, ...headings.map(({ line }) => line)], [2, 3, 0])
    const lines = links.map(({ url, line }) => [new URL(url).pathname, line])
    assert.deepEqual(lines, [
      ['/kept', 4],
      ['/new', 0],
      ['/a.png', 6],
      ['/gone', 5],
    ])
    assert.deepEqual([images[0]?.line, images[0]?.tag], [6, '<img src=/a.png>'])
  })

  test('gives a misspelled name the line and tag of the source, and none where a script wrote it', () => {
    const { misspelledNames } = factsOf(
      '<head>\n<meta name=robot content=noindex>',
      '<head><link rel="cannonical" href="/"><meta name="robot" content="noindex">',
    )
    assert.deepEqual(
      misspelledNames?.map(({ name, tag, line }) => [name, tag, line]),
      [
        ['cannonical', '<link rel="cannonical" href="/">', 0],
        ['robot', '<meta name=robot content=noindex>', 2],
      ],
    )
  })

  test('gives a refused value the line of the source, none where a script wrote it, and omits what scripts removed', () => {
    const { refusedValues } = factsOf(
      '<p>A</p>\n<div style="width: ZgotmplZ"></div>\n<p class=ZgotmplZ></p>',
      '<p>A</p><div style="width: ZgotmplZ"></div><i id="ZgotmplZ"></i>',
    )
    assert.deepEqual(
      refusedValues?.map(({ element, line }) => [element, line]),
      [
        ['div', 2],
        ['i', 0],
      ],
    )
  })

  test('does not give the line of a nameless element to another one', () => {
    const { namelessButtons } = factsOf(
      '<main><button></button></main>',
      '<main><p>x</p></main><div><button></button></div>',
    )
    assert.deepEqual(
      namelessButtons.map(({ line }) => line),
      [0],
    )
  })

  test('reports the position in the source of a syntax error in structured data', () => {
    const block = '<script type="application/ld+json">\n{"a": 1,}</script>'
    const { jsonLd } = factsOf(
      `<title>x</title>\n\n${block}`,
      `<title>y</title>${block}<script type="application/ld+json">{</script>`,
    )
    assert.deepEqual(
      jsonLd.map(({ line, error }) => [line, error?.line]),
      [
        [3, 4],
        [0, 0],
      ],
    )
  })

  test('follows links of the source that the scripts took away', () => {
    const facts = factsOf(source, '<p>Nothing left')
    const urls = facts.links.map(({ kind, url }) => `${kind} ${new URL(url).pathname}`)
    assert.deepEqual(urls, ['anchor /kept', 'anchor /gone'])
    assert.equal(facts.totalLinks, 2)
  })

  test('is no app shell, whatever it holds', () => {
    const shell = '<div id=root></div><script src=/a.js></script>'
    assert.equal(factsOf(shell, shell).isAppShell, false)
  })

  test('decodes the source by its own declaration, and the rendered document as what it is', () => {
    const facts = factsOf('<title>Größe</title>', '<meta charset="iso-8859-1"><title>Größe</title>')
    assert.deepEqual([facts.title, facts.rendering?.isRendered && facts.rendering.raw.title], ['Größe', 'Größe'])
  })

  const redirects: [name: string, target: string | null, expected: string | null][] = [
    ['nowhere', null, null],
    ['to its own URL', 'http://example.test/dir/page', null],
    ['to an invalid URL', 'http://', null],
    ['elsewhere', 'http://EXAMPLE.test/new', 'http://example.test/new'],
    ['where its refresh leads', 'http://example.test/fresh', null],
  ]
  for (const [name, target, expected] of redirects)
    test(`a page that scripts lead ${name}`, () => {
      const markup = '<meta http-equiv=refresh content="0; url=/fresh"><p>Text'
      const facts = factsOf(markup, markup, { redirectUrl: target })
      assert.ok(facts.rendering?.isRendered)
      assert.equal(facts.rendering.redirectUrl, expected)
      const followed = facts.links.filter(({ kind }) => kind === 'refresh').map(({ url }) => url)
      assert.deepEqual(followed, ['http://example.test/fresh', ...(expected === null ? [] : [expected])])
    })

  test('are the facts of the source, where rendering failed', () => {
    const body = new TextEncoder().encode(source)
    const facts = extractRenderedPage(input(body), { ok: false, why: 'it made its browser tab crash' })
    assert.equal(facts.title, 'Source')
    assert.deepEqual(facts.rendering, { isRendered: false, why: 'it made its browser tab crash' })
  })
})

const before = 'The lead is lowered slowly. It touches the ground.'

describe('addedText()', () => {
  const rows: [name: string, text: string, count: number][] = [
    ['the same text', before, 0],
    ['the same words in another order and case', 'ground. SLOWLY. the lead touches is lowered It the', 0],
    ['fewer words', 'The lead is lowered slowly.', 0],
    ['words more often than before', `${before} lead lead`, 2],
    ['a text where there was none', 'One two three', 3],
  ]
  for (const [name, text, count] of rows)
    test(`counts ${count} words in ${name}`, () => {
      const known = name.includes('none') ? '' : before
      assert.equal(addedText(text, known).addedWordCount, count)
    })

  test('names up to three sentences that are new as a whole', () => {
    const sentences = Array.from({ length: 5 }, (_, index) => `This is the new sentence number ${index}.`)
    const { addedTexts } = addedText(`${before} Short one. ${sentences.join(' ')}`, before)
    assert.deepEqual(addedTexts, sentences.slice(0, 3))
  })

  test('cuts a sentence that does not end', () => {
    const [text] = addedText('word '.repeat(500), '').addedTexts
    assert.equal(text?.length, 200)
    assert.ok(text?.endsWith('…'))
  })
})
