import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsOf } from './test-facts.ts'

const mainTexts: [name: string, markup: string, text: string][] = [
  ['the body without main', '<p>One</p><p>two</p>', 'One\ntwo'],
  ['main alone', '<p>Before</p><main><p>Main</p></main><p>After</p>', 'Main'],
  ['role=main', '<div>Before</div><div role=main>Main</div>', 'Main'],
  ['an empty main gives way to the body', '<main> </main><p>Text</p>', 'Text'],
  ['a main without words gives way, too', '<p>A</p><main>– …</main><p>Text</p>', 'A\n– …\nText'],
  ['text around a main with a word is skipped', '<p>A</p><main>– 1 <b>…</b></main><p>Text</p>', '– 1 …'],
  ['several mains', '<main>a</main>b<main>c</main>', 'a\nc'],
  [
    'without landmarks around it',
    '<header>h</header><nav>n</nav><p>text</p><aside>a</aside><footer>f</footer><div role=navigation>r</div><div role=contentinfo>c</div>',
    'text',
  ],
  [
    'the header of an article belongs to it',
    '<article><header><h1>Title</h1></header><p>text</p><footer>by me</footer></article>',
    'Title\ntext\nby me',
  ],
  ['without dialogs', '<dialog open>d</dialog><div role=dialog>e</div><div aria-modal=true>f</div>text', 'text'],
  [
    'without cookie banners',
    '<div id=cookie-banner>We use cookies</div><div class="x CookieConsent-modal">ok</div><div id=onetrust-consent-sdk>x</div>text',
    'text',
  ],
  ['with what is about cookies', '<div class=cookie-recipe>Bake cookies</div>', 'Bake cookies'],
  ['without the bar of a menu in a div', '<div class="navbar navbar-fixed-top">Menu</div><p>text', 'text'],
  [
    'without the boxes of a footer',
    '<p>text<div class=footer-contact-bar>a</div><div class="x site-footer">b</div>',
    'text',
  ],
  ['without the link to the top', '<p>text</p><span class=gotop>TOP</span><a class="back-to-top">Up</a>', 'text'],
  ['without a dialog that only its class names', '<p>text</p><div id=settings class=modal>Theme</div>', 'text'],
  ['with a bar within a section', '<article><div class=navbar>Menu</div><p>text</article>', 'Menu\ntext'],
  ['with a bar within main', '<main><div class=site-footer>by me</div><p>text</main>', 'by me\ntext'],
  [
    'with other names',
    '<div class=has-navbar>a<p class=navbars>b<p class=footer-note>c<p class=no-site-footer>d</div>',
    'a\nb\nc\nd',
  ],
  ['the body is no bar', '<body class="navbar site-footer">text', 'text'],
  ['the body is no cookie banner', '<body class="cookie-notice-accepted">text', 'text'],
  [
    'without code of the page',
    '<body><script>s</script><style>t</style><noscript>n</noscript><template>p</template>text',
    'text',
  ],
  ['without hidden parts', '<p hidden>a</p><p style="color:red; DISPLAY : none">b</p>text', 'text'],
  ['with what only assistive software does not see', '<p aria-hidden=true>seen</p>', 'seen'],
  ['without fields', '<select><option>o</select><textarea>t</textarea>text', 'text'],
  ['inline elements part no words', 'o<b>n</b>e <i>t</i>wo<br>three', 'one two\nthree'],
  ['cells part blocks', '<table><tr><td>a<td>b<tr><td>c</table>', 'a\nb\nc'],
  ['a skip link is skipped', '<a class=skip-link href=#x>Skip to it</a><p>text</p>', 'text'],
  ['a skip link of another class is skipped', '<a href=#Main-Content>Skip</a><p>text</p>', 'text'],
  ['a skip link to another page is skipped', '<a class=skip-link href=/help>Accessibility</a><p>text</p>', 'text'],
  ['a link to a section is not', '<a href=#hours>Opening hours</a><p>text</p>', 'Opening hours\ntext'],
  ['a link of a text to another page is not', '<a class=skip href=/main>Main</a>', 'Main'],
  ['the sign of a permalink is skipped', '<h2>Tides<a href=#tides>¶</a></h2><p>text', 'Tides\ntext'],
  ['such a sign in a text is not', '<p>The sign ¶ begins a paragraph', 'The sign ¶ begins a paragraph'],
  ['a menu in main is skipped', '<main><nav>n</nav><p>text</p></main>', 'text'],
  ['the title is not in it', '<title>t</title><p>text', 'text'],
  ['svg labels are not in it', '<svg><title>t</title><desc>d</desc><text>drawn</text></svg> text', 'drawn text'],
]
for (const [name, markup, text] of mainTexts)
  test(`main text: ${name}`, () => assert.equal(factsOf(markup).content.mainText, text))

test('code ranges mark the code in the main text', () => {
  const { mainText, codeRanges } = factsOf('<p>Write <code>{{ x }}</code> or</p><pre>a\n  b</pre> end').content
  assert.equal(mainText, 'Write {{ x }} or\na b\nend')
  assert.deepEqual(
    codeRanges.map(([start, end]) => mainText.slice(start, end).trim()),
    ['{{ x }}', 'a b'],
  )
})

const lists: [what: string, markup: string, inLists: string[] | undefined][] = [
  ['no list', '<p>Write</p><dl><dt>a<dd>b</dl>', undefined],
  ['items with paragraphs, and what is nested', '<p>a</p><ul><li><p>b</p><ol><li>c</ol>d</ul><p>e</p>', ['b c d']],
  ['code in an item', '<ol><li>a <code>b</code> c</ol><p>d</p>', ['a b c']],
  ['lists on both sides of a paragraph', '<ul><li>a</ul><p>b</p><menu><li>c</menu>', ['a', 'c']],
  ['a list that is not closed', '<p>a</p><ul><li>b', ['b']],
  ['a list beside the main text', '<nav><ul><li>a</ul></nav><p>b</p>', undefined],
]
for (const [what, markup, inLists] of lists)
  test(`listRanges: ${what}`, () => {
    const { mainText, listRanges } = factsOf(markup).content
    const found = listRanges?.map(([start, end]) => mainText.slice(start, end).trim().replaceAll('\n', ' '))
    assert.deepEqual(found, inLists)
  })

test('equal main texts have equal hashes, whatever stands around and between them', () => {
  const left = factsOf('<nav>Home</nav><main><p>Caf\u00e9  au lait</p></main>').content
  const right = factsOf('<main><div>Cafe\u0301<p>au\nlait</div></main><footer>x</footer>').content
  assert.equal(left.textHash, right.textHash)
  assert.match(left.textHash, /^[0-9a-f]{64}$/)
  assert.notEqual(left.textHash, factsOf('<main>Café</main>').content.textHash)
})

test('a page without words has no hash, one of less than 100 words no signature', () => {
  assert.equal(factsOf('<p> – </p>').content.textHash, '')
  assert.deepEqual(factsOf('<p>word '.repeat(99)).content.minhash, [])
  assert.equal(factsOf('<p>word '.repeat(100)).content.minhash.length, 128)
})

test('a long main text is cut, its words are all counted', () => {
  const { mainText, wordCount } = factsOf('word '.repeat(30_000)).content
  assert.equal(mainText.length, 100_000)
  assert.equal(wordCount, 30_000)
})

const tools: [name: string, markup: string, isListingOrTool: boolean][] = [
  ['text', '<main><p>x</p></main>', false],
  ['nine links', `<main>${'<a href=/>x</a>'.repeat(9)}</main>`, false],
  ['ten links', `<main>${'<a href=/>x</a>'.repeat(10)}</main>`, true],
  ['ten links in the menu', `<nav>${'<a href=/>x</a>'.repeat(10)}</nav><main>x</main>`, false],
  ['ten images', `<main>x${'<img src=a>'.repeat(10)}</main>`, true],
  ['a search field', '<main>x<form><input type=search><input type=submit></form></main>', false],
  ['a form with two fields', '<main>x<form><input><textarea></textarea></form></main>', true],
  ['a form with one field and a hidden one', '<main>x<form><input type=hidden><input></form></main>', false],
  [
    'a form with one field and a hidden one in capitals',
    '<main>x<form><input type=HIDDEN><input></form></main>',
    false,
  ],
  [
    'a form with one field and buttons',
    '<main>x<form><input><input type=reset><input type=button><input type=image></form></main>',
    false,
  ],
  ['two forms with one field', '<main>x<form><input></form><form><input></form></main>', false],
  ['a video', '<main>x<video src=a></video></main>', true],
  ['a frame', '<main>x<iframe src=a></iframe></main>', true],
]
for (const [name, markup, isListingOrTool] of tools)
  test(`${name} ${isListingOrTool ? 'makes' : 'makes no'} listing or tool`, () =>
    assert.equal(factsOf(markup).content.isListingOrTool, isListingOrTool))

const shells: [name: string, markup: string, isAppShell: boolean][] = [
  ['an empty root', '<div id=root></div><script src=a.js></script>', true],
  ['a custom element', '<my-app></my-app><script src=a.js></script>', true],
  [
    'an empty root with a notice for browsers without scripts',
    '<body><noscript>You need to enable JavaScript to run this app.</noscript><div id=app></div><script>1</script>',
    true,
  ],
  ['no script', '<div id=root></div>', false],
  ['no mount element', '<p>Short</p><script src=a.js></script>', false],
  ['a rendered root', `<div id=__next>${'word '.repeat(50)}</div><script src=a.js></script>`, false],
  ['text in the menu', `<nav>${'word '.repeat(50)}</nav><div id=root></div><script src=a.js></script>`, false],
]
for (const [name, markup, isAppShell] of shells)
  test(`${name} is ${isAppShell ? 'an' : 'no'} app shell`, () => assert.equal(factsOf(markup).isAppShell, isAppShell))
