import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LinkFact, MalformedLinkFact } from '#shared/element-facts.ts'
import { factsOf } from './test-facts.ts'

const links: [name: string, markup: string, expected: Partial<LinkFact> | null][] = [
  ['relative', '<a href=../x>Text</a>', { kind: 'anchor', url: 'http://example.test/x', fragment: null, text: 'Text' }],
  ['blanks and line breaks in the href', '<a href=" /a\n b\t">x</a>', { url: 'http://example.test/a%20b' }],
  ['empty href is the page itself', '<a href="">x</a>', { url: 'http://example.test/dir/page' }],
  ['fragment', '<a href="#caf%C3%A9">x</a>', { url: 'http://example.test/dir/page', fragment: 'café' }],
  ['fragment that is no UTF-8', '<a href="#%E9">x</a>', { fragment: '%E9' }],
  ['bare hash', '<a href="#">x</a>', { fragment: null }],
  [
    'normal form',
    '<a href="HTTP://user:pw@Example.TEST:80/%7Ea/%c3%a9?b=1">x</a>',
    { url: 'http://example.test/~a/%C3%A9?b=1' },
  ],
  ['area', '<map><area href=/x alt=North></map>', { kind: 'area', url: 'http://example.test/x', text: 'North' }],
  ['in noscript', '<noscript><a href=/x>x</a></noscript>', { url: 'http://example.test/x' }],
  ['base', '<base href=//b.test/c/><base href=//d.test/><a href=x>x</a>', { url: 'http://b.test/c/x' }],
  ['base without an http(s) URL', '<base href=mailto:a><a href=x>x</a>', { url: 'http://example.test/dir/x' }],
  [
    'base in a template',
    '<template><base href=//b.test/></template><a href=x>x</a>',
    { url: 'http://example.test/dir/x' },
  ],
  ['rel', '<a href=/x rel="External NOFOLLOW">x</a>', { rel: ['external', 'nofollow'], isNofollow: true }],
  ['rel ugc', '<a href=/x rel=ugc>x</a>', { isNofollow: true }],
  ['rel noopener', '<a href=/x rel=noopener>x</a>', { isNofollow: false }],
  ['nofollow of the page', '<a href=/x>x</a><meta name=robots content=none>', { isNofollow: true }],
  ['text by image', '<a href=/x><img src=a alt="The shop"></a>', { kind: 'anchor', text: 'The shop' }],
  [
    'region and path',
    '<nav><ul><li><a href=/>a</a><li><a href=/x>x</a></ul></nav>',
    { region: 'nav', path: 'body > nav > ul > li:nth-of-type(1) > a' },
  ],
  ['mailto', '<a href=" MailTo:a@b.test">x</a>', null],
  ['tel', '<a href=tel:1>x</a>', null],
  ['javascript', '<a href="\tjava\nscript:void(0)">x</a>', null],
  ['data', '<a href=data:text/html,x>x</a>', null],
  ['no href', '<a name=x>x</a>', null],
  ['in a comment', '<!-- <a href=/x>x</a> -->', null],
  ['in a script', '<script>"<a href=/x>"</script>', null],
  ['in a textarea', '<textarea><a href=/x>x</a></textarea>', null],
  ['in a title', '<title><a href=/x></title>', null],
  ['in a template', '<template><a href=/x>x</a></template>', null],
  ['of an svg', '<svg><a href=/x>x</a></svg>', null],
]
for (const [name, markup, expected] of links)
  test(`anchor link: ${name}`, () => {
    const [link] = factsOf(markup).links.filter(each => each.kind !== 'image')
    if (expected === null) assert.equal(link, undefined)
    else assert.deepEqual({ ...link, ...expected }, link)
  })

const malformed: [href: string, why: MalformedLinkFact['why'] | null, isLink: boolean][] = [
  ['https://https://a.test/', 'doubled-scheme', false],
  ['http://http//a.test/', 'doubled-scheme', false],
  ['https//a.test/', 'doubled-scheme', true],
  ['\\\\a.test\\x', 'backslash-authority', true],
  ['http:\\\\a.test', 'backslash-authority', true],
  ['http://a b.test/', 'space-in-host', false],
  ['http://a.test:port/', 'unparsable', false],
  ['http://', 'unparsable', false],
  [`/${'x'.repeat(9_000)}`, 'too-long', false],
  ['http://a.test/\\x', null, true],
  ['/go?to=https://https://a.test/', null, true],
  ['mailto:a b', null, false],
  ['mailto:?subject=Tides', null, false],
  ['mailto:', 'no-recipient', false],
  [' TEL: ', 'no-recipient', false],
  ['tel:+49', null, false],
  ['htp://a.test/', 'misspelled-scheme', false],
  ['hhtps://a.test/', 'misspelled-scheme', false],
  ['httpss://a.test/', 'misspelled-scheme', false],
  ['ftp://a.test/', null, false],
  ['whatsapp://send', null, false],
  ['file:///C:/a.html', 'local-file', false],
]
for (const [href, why, isLink] of malformed)
  test(`href ${href.slice(0, 40)} is ${why ?? 'no malformed link'}`, () => {
    const facts = factsOf(`<a href="${href}">x</a>`)
    assert.equal(facts.malformedLinks[0]?.why ?? null, why)
    assert.equal(facts.links.length > 0, isLink)
  })

const uncrawlable: [markup: string, isUncrawlable: boolean][] = [
  ['<a href="JavaScript:go()">x</a>', true],
  ['<a onclick="go()">x</a>', true],
  ['<a routerLink="/x">x</a>', true],
  ['<a @click="go">x</a>', true],
  ['<a onclick="go()" role=button>x</a>', false],
  ['<a href="javascript:void(0)" role=tab>x</a>', false],
  ['<a id=top></a>', false],
  ['<a name=top>x</a>', false],
  ['<a href=/x onclick="track()">x</a>', false],
  ['<a href=mailto:a@b.test>x</a>', false],
]
for (const [markup, isUncrawlable] of uncrawlable)
  test(`${markup} is ${isUncrawlable ? '' : 'not '}uncrawlable`, () => {
    assert.equal(factsOf(markup).uncrawlableLinks.length, isUncrawlable ? 1 : 0)
  })

test('the text of a link for scripts is its accessible name', () =>
  assert.deepEqual(
    factsOf('<a onclick="open()">Our <b>prices</b></a><a href="javascript:open()"><i></i></a>').uncrawlableLinks.map(
      ({ text }) => text,
    ),
    ['Our prices', ''],
  ))

const openers: [markup: string, keepsOpener: boolean][] = [
  ['<a href=//b.test/ target=_blank rel=opener>x</a>', true],
  ['<a href=//b.test/ target=tides rel="Opener nofollow">x</a>', true],
  ['<a href=//b.test/ target=_blank>x</a>', false],
  ['<a href=//b.test/ target=_blank rel="opener noopener">x</a>', false],
  ['<a href=//b.test/ target=_blank rel="opener noreferrer">x</a>', false],
  ['<a href=//b.test/ target=_top rel=opener>x</a>', false],
  ['<a href=//b.test/ rel=opener>x</a>', false],
  ['<a href=/x target=_blank rel=opener>x</a>', false],
  ['<a href=mailto:a@b.test target=_blank rel=opener>x</a>', false],
]
for (const [markup, keepsOpener] of openers)
  test(`${markup} ${keepsOpener ? 'keeps' : 'does not keep'} window.opener`, () => {
    const expected = [{ tag: markup.replace('x</a>', ''), url: 'http://b.test/', path: 'body > a', line: 1 }]
    assert.deepEqual(factsOf(markup).openerLinks, keepsOpener ? expected : undefined)
  })

const nameless: [name: string, markup: string, isNameless: boolean][] = [
  ['no content', '<a href=/x></a>', true],
  ['an icon', '<a href=/x><i class=icon></i><svg aria-hidden=true></svg></a>', true],
  ['an icon with a title', '<a href=/x><i title=Home></i></a>', false],
  ['an svg with a title', '<a href=/x><svg><title>Home</title></svg></a>', false],
  ['a label', '<a href=/x aria-label=Home></a>', false],
  ['a label elsewhere', '<a href=/x aria-labelledby="a b"></a><p id=b>Home</p>', false],
  ['a label that does not exist', '<a href=/x aria-labelledby=missing></a>', true],
  ['hidden text only', '<a href=/x><span hidden>Home</span></a>', true],
  ['an image alone is a matter of its alt', '<a href=/x><img src=a></a>', false],
  ['two images without alt', '<a href=/x><img src=a><img src=b></a>', true],
  ['hidden', '<div hidden><a href=/x></a></div>', false],
  ['hidden from assistive software', '<a href=/x aria-hidden=true></a>', false],
  ['an anchor', '<a id=x></a>', false],
  ['the permalink of its heading', '<h2 id=_costs><a class=anchor href="#_costs"></a>Costs</h2>', false],
  [
    'the permalink of a heading in Chinese',
    '<h2 id=费用><span><a href="#%E8%B4%B9%E7%94%A8"></a></span>费用</h2>',
    false,
  ],
  ['the permalink of a line of code', '<pre><span id=l1><a href="#l1" tabindex=-1></a>run()</span></pre>', false],
  ['the permalink of an empty line of code', '<pre><span id=l1><a href="#l1" tabindex=-1></a></span></pre>', false],
  ['the permalink of a definition', '<dt id=cost> <a href="#cost"></a>Cost</dt>', false],
  ['to its own box, which has no text', '<div id=top><a href="#top"></a></div>', true],
  ['a permalink over two lines', '<h2 id=costs>Costs<a href="#costs">\n</a></h2>', false],
  ['a permalink with an icon', '<h2 id=costs>Costs<a href="#costs"><i class=icon></i></a></h2>', true],
  ['to another heading', '<h2 id=costs><a href="#dues"></a>Costs</h2>', true],
  ['in a heading without an id', '<h2><a href="#costs"></a>Costs</h2>', true],
  ['to the same place of another page', '<h2 id=costs><a href="/x#costs"></a>Costs</h2>', true],
  ['to a heading elsewhere', '<h2 id=costs>Costs</h2><p><a href="#costs"></a>', true],
  ['a fragment under another base', '<base href=/b><h2 id=costs><a href="#costs"></a>Costs</h2>', true],
  ['in a heading, to another page', '<h2 id=costs><a href=/x></a>Costs</h2>', true],
]
for (const [name, markup, isNameless] of nameless)
  test(`nameless link: ${name}`, () => assert.equal(factsOf(markup).namelessLinks.length, isNameless ? 1 : 0))

test('ten thousand links are kept, the others counted', () => {
  const facts = factsOf('<a href=/x>x</a>'.repeat(10_500))
  assert.equal(facts.links.length, 10_000)
  assert.equal(facts.totalLinks, 10_500)
})

test('images leave room for links', () => {
  const facts = factsOf(`${'<img src=a>'.repeat(6_000)}<a href=/x>x</a>`)
  assert.equal(facts.links.at(-1)?.kind, 'anchor')
  assert.equal(facts.totalLinks, 6_001)
})
