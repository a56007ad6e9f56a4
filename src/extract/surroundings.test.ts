import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Region } from '#shared/model.ts'
import { factsOf } from './test-facts.ts'

/** HTML-AAM 1.0 and WAI-ARIA 1.2, landmarks. */
const regions: [markup: string, region: Region][] = [
  ['<main>X</main>', 'main'],
  ['<nav>X</nav>', 'nav'],
  ['<header>X</header>', 'header'],
  ['<footer><p>X</footer>', 'footer'],
  ['<aside>X</aside>', 'aside'],
  ['<div>X</div>', 'body'],
  ['<header><nav>X</nav></header>', 'nav'],
  ['<main><header>X</header></main>', 'main'],
  ['<article><footer>X</footer></article>', 'body'],
  ['<section><header>X</header></section>', 'body'],
  ['<div role=article><footer>X</footer></div>', 'body'],
  ['<main><article><aside>X</aside></article></main>', 'aside'],
  ['<div role=navigation>X</div>', 'nav'],
  ['<div role="BANNER x">X</div>', 'header'],
  ['<div role=contentinfo>X</div>', 'footer'],
  ['<div role=complementary>X</div>', 'aside'],
  ['<nav role=presentation>X</nav>', 'body'],
  ['<nav role=typo>X</nav>', 'nav'],
  ['<svg><foreignObject><nav>X</nav></foreignObject></svg>', 'nav'],
]
for (const [markup, region] of regions)
  test(`a link in ${markup} stands in ${region}`, () =>
    assert.equal(factsOf(`<body>${markup.replace('X', '<a href=/x>x</a>')}`).links[0]?.region, region))

const hidden: [markup: string, isHidden: boolean][] = [
  ['<div hidden>X</div>', true],
  ['<div style="display:none">X</div>', true],
  ['<div style="color: red;Display: None !important">X</div>', true],
  ['<div aria-hidden=true>X</div>', true],
  ['<div aria-hidden=false>X</div>', false],
  ['<div style="--display: none">X</div>', false],
  ['<div style="display: block">X</div>', false],
  ['<div class=nodisplay>X</div>', true],
  ['<div class="box no-display">X</div>', true],
  ['<div class="display-none box">X</div>', true],
  ['<div class="d-none">X</div>', true],
  ['<div class="d-none d-md-block">X</div>', false],
  ['<div class="d-print-block d-none">X</div>', false],
  ['<div class="d-md-none">X</div>', false],
  ['<div class="no-display-title">X</div>', false],
  ['<div class="hidden md:block">X</div>', false],
  ['<div class=visually-hidden>X</div>', false],
]
for (const [markup, isHidden] of hidden)
  test(`a heading in ${markup} is ${isHidden ? '' : 'not '}hidden`, () =>
    assert.equal(factsOf(`<body>${markup.replace('X', '<p><h2>x</h2>')}`).headings[0]?.isHidden, isHidden))

test('a class on the whole page hides nothing, since a script shows the page', () =>
  assert.equal(factsOf('<body class=d-none><h1>x</h1>').headings[0]?.isHidden, false))
