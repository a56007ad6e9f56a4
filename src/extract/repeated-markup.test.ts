import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './test-facts.ts'

const rows: [name: string, markup: string, expected: object][] = [
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
for (const [name, markup, expected] of rows)
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
