import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pageChecks } from '#checks/page-checks.ts'
import { runPageChecks } from '#checks/run-page-checks.ts'
import { factsOf } from '#extract/test-facts.ts'

/**
 * Which check reports an element that breaks the rules of several. It is one, unless the mistakes are independent: then each is left when
 * the other is fixed.
 */
const rows: [name: string, markup: string, checks: string[]][] = [
  ['a link without text that only a script opens', '<a href="javascript:void(0)"></a>', ['link-uncrawlable']],
  ['a link without text and with a malformed URL', '<a href="htp://a.example"></a>', ['link-malformed']],
  ['a generic link with a malformed URL', '<a href="htp://a.example">here</a>', ['link-malformed']],
  ['an empty mailto: link', '<a href="mailto:"></a>', ['link-malformed']],
  ['a link that is a button, without text', '<a role="button" href="/x"></a>', ['button-name-missing']],
  ['a button that only a script handles', '<a role="button" href="javascript:x()"></a>', ['button-name-missing']],
  ['an image without src and without alt', '<img>', ['image-source-missing']],
  ['an image without src and with an empty alt', '<img alt="">', ['image-source-missing']],
  ['a link with nothing but such an image', '<a href="/x"><img></a>', ['image-source-missing']],
  [
    'a link with nothing but an image with an empty alt',
    '<a href="/x"><img src="/x.png" width="60" height="40" alt=""></a>',
    ['image-alt-empty-in-link'],
  ],
  [
    'a link with nothing but an image without alt',
    '<a href="/x"><img src="/x.png" width="60" height="40"></a>',
    ['image-alt-missing'],
  ],
  ['an image button without a name', '<input type="image" src="/x.png">', ['button-name-missing']],
  ['an empty H1 beside another', '<h1>Harbour</h1><h1></h1>', ['heading-empty']],
  ['a form with an insecure target on a private host', '<form action="http://localhost/f"></form>', ['form-insecure']],
  ['a script on a private host over http', '<script src="http://localhost/x.js"></script>', ['link-to-private-host']],
  [
    'a breadcrumb with an unknown type',
    '<script type="application/ld+json">{"@context":"https://schema.org","@type":"BreadcrumbList","itemListElement":[{"@type":"ListItm"}]}</script>',
    ['structured-data-unknown'],
  ],
  ['a link whose URL a template refused', '<a href="#ZgotmplZ">Share the tides</a>', ['content-placeholder']],
  [
    'an image whose URL a template refused',
    '<img src="#ZgotmplZ" width="9" height="9" alt="A boat">',
    ['image-source-missing'],
  ],
  ['an image without alt and without size', '<img src="/x.png">', ['image-alt-missing', 'image-dimensions-missing']],
  [
    'a frame without title over http',
    '<iframe src="http://a.example/"></iframe>',
    ['frame-title-missing', 'mixed-content'],
  ],
  [
    'a link without text to a private host',
    '<a href="http://localhost/"></a>',
    ['link-text-missing', 'link-to-private-host'],
  ],
]

const elementChecks = pageChecks.filter(({ elements }) => elements !== undefined)

describe('one element is reported by one check', () => {
  for (const [name, markup, checks] of rows) {
    test(name, () => {
      const page = factsOf(
        `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Tide tables of the harbour</title><body><main><p>Tides</p>${markup}</main>`,
        { url: 'https://example.com/harbour' },
      )
      const { issues } = runPageChecks(page, elementChecks, (id, error) => assert.fail(`${id}: ${error}`))
      assert.deepEqual(issues.map(({ checkId }) => checkId).toSorted(), checks)
    })
  }
})
