import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './test-facts.ts'

const rows: [name: string, markup: string, lost: string[], closer: string | null][] = [
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
for (const [name, markup, lost, closer] of rows)
  test(`head placement: ${name}`, () => {
    const { lostHeadTags, headCloser } = factsOf(markup)
    assert.deepEqual(
      lostHeadTags.map(({ what, line }) => `${what} ${line}`),
      lost,
    )
    assert.equal(headCloser && `${headCloser.tag} ${headCloser.line}`, closer)
  })
