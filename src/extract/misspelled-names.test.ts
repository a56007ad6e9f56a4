import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factsOf } from './test-facts.ts'

describe('misspelledNames', () => {
  const found = (head: string) =>
    factsOf(`<head>${head}</head>`).misspelledNames?.map(({ attribute, name, meant }) => [attribute, name, meant])

  it('says the attribute, the name, the known name, the tag and its line', () =>
    assert.deepEqual(factsOf('<head>\n<LINK REL="Alternative" hreflang=de href="/de/">').misspelledNames, [
      {
        attribute: 'rel',
        name: 'alternative',
        meant: 'alternate',
        tag: '<LINK REL="Alternative" hreflang=de href="/de/">',
        line: 2,
      },
    ]))

  const misspelled: [head: string, ...found: string[]][] = [
    ['<link rel="cannonical" href="/">', 'rel', 'cannonical', 'canonical'],
    ['<link rel="canoncial" href="/">', 'rel', 'canoncial', 'canonical'],
    ['<link rel="stylesheet alternat" href="/a.css">', 'rel', 'alternat', 'alternate'],
    ['<meta name="descripton" content="Tides">', 'name', 'descripton', 'description'],
    ['<meta name=" View-Port " content="width=device-width">', 'name', 'view-port', 'viewport'],
    ['<meta name="robot" content="noindex">', 'name', 'robot', 'robots'],
    ['<meta name="google-bot" content="noindex">', 'name', 'google-bot', 'googlebot'],
    ['<meta property="og:images" content="/a.png">', 'property', 'og:images', 'og:image'],
    ['<meta property="og_title" content="Tides">', 'property', 'og_title', 'og:title'],
    ['<meta name="twitter:cards" content="summary">', 'name', 'twitter:cards', 'twitter:card'],
    ['<script type="application/json+ld">{}</script>', 'type', 'application/json+ld', 'application/ld+json'],
    ['<script type="Text/LD+JSON; charset=utf-8">{}</script>', 'type', 'text/ld+json', 'application/ld+json'],
    ['</head><body><script type="application/ld-json">{}', 'type', 'application/ld-json', 'application/ld+json'],
  ]
  for (const [head, ...expected] of misspelled) it(`has ${head}`, () => assert.deepEqual(found(head), [expected]))

  const silent = [
    '<link rel="alternate" hreflang="de" href="/de/"><link rel="canonical" href="/"><link rel="shortlink" href="/">',
    '<link rel="alternate alternative" hreflang="de" href="/de/">',
    '<link rel="alternative">',
    '<link rel="author license search pingback amphtml manifest apple-touch-icon mask-icon dns-prefetch" href="/">',
    '<meta name="robot">',
    '<meta name="description" content="Tides"><meta name="prescription" content="No"><meta name="author" content="I">',
    '<meta name="twitter:image0" content="/a.png"><meta name="twitter:site" content="@tides">',
    '<meta property="og:image:alt" content="A"><meta property="og:site_name" content="A"><meta property="og:site" content="A">',
    '<meta property="og:video" content="/a"><meta property="og:locale" content="de"><meta property="og:tag" content="A">',
    '</head><body><link rel="alternative" href="/de/">',
    '<script type="application/ld+json">{}</script><script type="application/json">{}</script><script type="module"></script>',
    '<script type="text/x-ld-json-template">{}</script><script type="importmap">{}</script><script>1</script>',
  ]
  for (const head of silent) it(`has nothing of ${head}`, () => assert.equal(found(head), undefined))
})
