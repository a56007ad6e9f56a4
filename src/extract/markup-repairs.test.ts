import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './test-facts.ts'

const placements: [name: string, markup: string, lost: string[], closer: string | null][] = [
  ['an orderly head', '<head><title>t</title><meta name=description content=d></head><body>x', [], null],
  [
    'a division in the head',
    '<head><title>t</title>\n<div></div>\n<meta name=description content=d></head>',
    ['description 3'],
    '<div> 2',
  ],
  ['text in the head', '<head>Oops<title>t</title></head>', ['title 1'], 'Oops 0'],
  [
    'an image in a noscript of the head',
    '<head><noscript><img src=a></noscript><link rel=canonical href=/></head>',
    ['canonical 1'],
    '<img src=a> 1',
  ],
  [
    'a body tag before the head is done',
    '<head></head><body class=x>\n<meta name=robots content=noindex><link rel=alternate hreflang=de href=/de>',
    ['robots 2', 'hreflang 2'],
    '<body class=x> 1',
  ],
  ['what the head has as well is not lost', '<head><title>t</title></head><body><title>again</title>', [], null],
  [
    'language versions cut in two',
    '<head><link rel=alternate hreflang=de href=/de><p><link rel=alternate hreflang=fr href=/fr>',
    ['hreflang 1'],
    '<p> 1',
  ],
  [
    'tags between head and body go into the head',
    '<head></head><title>t</title><meta name=description content=d><body>x',
    [],
    null,
  ],
  [
    'svg titles and other tags are not missed',
    '<body><svg><title>t</title></svg><link rel=stylesheet href=a><meta itemprop=name content=x>',
    [],
    null,
  ],
  ['a template holds nothing', '<body><template><title>t</title></template>', [], null],
]
for (const [name, markup, lost, closer] of placements)
  test(`head placement: ${name}`, () => {
    const { lostHeadTags, headCloser } = factsOf(markup)
    assert.deepEqual(
      lostHeadTags.map(({ what, line }) => `${what} ${line}`),
      lost,
    )
    assert.equal(headCloser && `${headCloser.tag} ${headCloser.line}`, closer)
  })

const repairs: [name: string, markup: string, expected: object][] = [
  [
    'a sound document',
    '<!doctype html><html><head><title>a</title></head><body><p id="a" class="b">x</body></html>',
    {},
  ],
  ['no document type', '<html><head></head><body>x</body></html>', { doctype: 'missing' }],
  ['an old document type', '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><p>x', { doctype: 'quirks' }],
  [
    'XHTML 1.0',
    '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><p>x',
    {},
  ],
  [
    'a second body',
    '<!doctype html><body>\n<p>x\n<body class="b">',
    { repeatedTags: [{ name: 'body', tag: '<body class="b">', line: 3 }] },
  ],
  [
    'a second head, in the head and in the body',
    '<!doctype html><head><head></head><body><head>',
    {
      repeatedTags: [
        { name: 'head', tag: '<head>', line: 1 },
        { name: 'head', tag: '<head>', line: 1 },
      ],
    },
  ],
  ['the tag of a body that was opened by a text', '<!doctype html><p>x<body>', {}],
  ['a document in a template', '<!doctype html><head></head><body><template><head><body></template>', {}],
  ['tags in a script', '<!doctype html><body><script>"<body>"</script>', {}],
  [
    'an attribute twice',
    '<!doctype html><p class="a" id="x"\nCLASS="b">x</p class="c" class="d">',
    { repeatedAttributes: [{ name: 'class', tag: '<p class="a" id="x"\nCLASS="b">', line: 1 }] },
  ],
]
for (const [name, markup, expected] of repairs)
  test(`markupFacts(): ${name}`, () => {
    const { doctype, repeatedTags, repeatedAttributes } = factsOf(markup)
    assert.deepEqual(
      {
        ...(doctype && { doctype }),
        ...(repeatedTags && { repeatedTags }),
        ...(repeatedAttributes && { repeatedAttributes }),
      },
      expected,
    )
  })
