import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { checkAgain } from '../support/check-again.ts'
import { atFullMeasure } from '../support/measure.ts'
import { openTestProduct } from '../support/product.ts'
import { crawlOf, rendered } from '../support/rendered-crawl.ts'
import { html, type ScriptResponse, shellSite, startScriptSite } from '../support/script-site.ts'

/** Crawls that run the scripts of pages: what they gain by it, and what hostile pages do not. With a real Chromium. */

describe('a site that scripts draw', () => {
  test('is crawled whole where its scripts are run, and is an empty shell where they are not', async () => {
    await using site = await startScriptSite(shellSite)
    await using opened = await openTestProduct()
    const url = `${site.origin}/`
    const plain = await crawlOf(opened, { url })
    assert.deepEqual(plain.paths, ['/'])
    assert.equal((await plain.facts('/')).isAppShell, true)
    assert.equal((await plain.facts('/')).rendering, undefined)
    assert.deepEqual(await plain.issues('content-needs-javascript'), [])

    const whole = await crawlOf(opened, { url, rendersJavaScript: true })
    const pages = Array.from({ length: 6 }, (_, index) => `/page${index}`)
    assert.deepEqual(whole.paths, ['/', ...pages])
    const facts = await whole.facts('/page3')
    assert.deepEqual([facts.title, facts.h1, facts.isAppShell], ['Page page3', 'Page page3', false])
    assert.ok(facts.rendering?.isRendered)
    const { raw, addedWordCount, isCut } = facts.rendering
    assert.deepEqual([raw.title, raw.h1, raw.wordCount, isCut], ['Shell', '', 0, false])
    assert.equal(addedWordCount, facts.content.wordCount)
    // By script, so in no line of the source; the title stood there, with another text.
    assert.deepEqual([facts.headings[0]?.line, facts.titles[0]?.line], [0, 0])
    assert.deepEqual((await whole.issues('content-needs-javascript')).sort(), ['/', ...pages])
    assert.deepEqual(opened.logged, [])
  })

  test(
    'is checked again with its scripts run, and by the thresholds that its crawl began with',
    atFullMeasure,
    async () => {
      let title = 'Written by a script, later'
      await using site = await startScriptSite(path => {
        if (path === '/app.js') return { type: 'text/javascript', body: `document.title = ${JSON.stringify(title)}` }
        return path === '/'
          ? html('<h1>Tides</h1><script src="/app.js"></script>', '<title>Of the source</title>')
          : null
      })
      await using opened = await openTestProduct()
      const { product } = opened
      const thresholds = [{ checkId: 'title-too-long', name: 'maxWidth', value: 20 }]
      const { crawl } = await crawlOf(opened, { url: `${site.origin}/`, rendersJavaScript: true, thresholds })
      const [issue] = await product.store.reading.issues(crawl.id, { checkId: 'title-too-long' })
      assert.equal(issue?.message, 'Long title (more than 20 characters)')
      assert.deepEqual(await checkAgain(product, crawl.id, issue), { result: 'stays', sentence: 'It is still so.' })
      title = 'Shorter, by a script'
      assert.deepEqual(await checkAgain(product, crawl.id, issue), { result: 'fixed', sentence: 'It is fixed.' })
    },
  )
})

const FOR_PHONES = '<title>Named</title><meta name="viewport" content="width=device-width, initial-scale=1">'

/** What pages of today do, each for one of the tests. */
const storing = html(
  '<h1 id="h">x</h1><script>h.textContent = [localStorage.length, document.cookie].join("-"); localStorage.setItem("a", "b"); document.cookie = "a=b"</script>',
)
const usualPages: Record<string, ScriptResponse> = {
  '/requests': html(`<p>Text</p><script src="/closed/a.js"></script><script src="/open/a.js"></script><script>
    fetch('/closed/data.json').catch(() => {});
    new Worker(URL.createObjectURL(new Blob(["fetch('" + location.origin + "/closed/by-worker')"])))</script>`),
  '/open/a.js': { type: 'text/javascript', body: 'fetch("/open/data.json")' },
  '/open/data.json': { type: 'application/json', body: '{}' },
  '/shown': html(
    '<p>Text</p><img id="i" src="/picture.png"><script>i.onload = () => { document.title = "Loaded" }</script>',
    '<style>@font-face { font-family: f; src: url(/font.woff2) } p { font-family: f }</style>',
  ),
  '/picture.png': { type: 'image/png', body: 'not even a picture' },
  '/stores1': storing,
  '/stores2': storing,
  '/stores3': storing,
  '/freed': html(
    '<p>Text</p><script>document.querySelector("meta[name=robots]").remove()</script>',
    '<title>Freed</title><meta name="robots" content="noindex">',
  ),
  '/renamed': html('<p>Text</p><script>document.title = "Renamed"</script>', '<title>Named</title>'),
  '/wide': html('<p>Text</p><table id="wide" style="width: 900px"><tr><td>Cell</td></tr></table>', FOR_PHONES),
  '/held': html(
    '<p>Text</p><div style="overflow-x: auto"><table style="width: 900px"><tr><td>Cell</td></tr></table></div>',
    FOR_PHONES,
  ),
  // A picture is no longer there than one pixel, so the contrast of text on one is not checked.
  '/unusable': html(
    `<main><p id="pale" style="color: #bbb; background: #fff">Pale text</p><ul><p>No item</p></ul><img src="/picture.png">
    <div style="position: relative"><img src="/hero.png" alt="A quay"><p style="position: absolute; top: 0; color: #fff">On a picture</p></div></main>
    <script>document.getElementById('pale').append(' of a script')</script>`,
    FOR_PHONES,
  ),
  '/leaves': html('<p>Text</p><script>location.replace("/target")</script>'),
}
/** Beside those for it, the pages whose scripts change title or H1 for another test. */
const usualChanges = ['/freed', '/renamed', '/shown', '/stores1', '/stores2', '/stores3']

describe('a page in the browser', () => {
  let usual: Awaited<ReturnType<typeof rendered>>
  before(async () => {
    usual = await rendered(usualPages, { robots: 'User-agent: *\nDisallow: /closed/' })
  })

  test('reaches no private address, in whatever way it sends requests', async () => {
    await using hidden = await startScriptSite(() => ({ body: 'secret', type: 'text/javascript' }))
    const at = hidden.origin
    const socket = at.replace('http:', 'ws:')
    const { crawled, requested } = await rendered({
      '/requests': html(`<h1 id="said">nothing</h1>
        <img src="${at}/img"><iframe src="${at}/frame"></iframe><link rel="stylesheet" href="${at}/css">
        <link rel="preload" as="script" href="${at}/preload"><video src="${at}/video"></video><object data="${at}/object"></object>
        <script src="${at}/script"></script><script>
        const parts = []; const said = text => { parts.push(text); document.getElementById('said').textContent = ['nothing', ...parts.sort()].join(' ') };
        fetch('${at}/fetch').then(() => said('ARRIVED'), () => said('fetch refused'));
        fetch('${at}/post', { method: 'POST', mode: 'no-cors', body: 'x' }).then(() => said('ARRIVED'), () => said('post refused'));
        const socket = new WebSocket('${socket}/socket'); socket.onerror = () => said('socket refused'); socket.onopen = () => said('ARRIVED');
        new EventSource('${at}/events'); navigator.sendBeacon('${at}/beacon');
        const work = "fetch('${at}/worker').catch(() => {})";
        new Worker(URL.createObjectURL(new Blob([work])));
        const frame = document.createElement('iframe'); frame.srcdoc = '<script>' + work.replace('worker', 'srcdoc') + '<\\/script>'; document.body.append(frame);
        if ('serviceWorker' in navigator) said('ARRIVED');
        </script><a href="/leads">leads</a>`),
      '/leads': html(`<p>Stays here.</p><script>location.href = '${at}/redirect'</script>`),
      '/hops': html(
        `<h1 id="said">nothing</h1><script>fetch('/hop').then(() => { said.textContent = 'ARRIVED' }, () => { said.textContent = 'hop refused' })</script>`,
      ),
      '/hop': { body: '', status: 302, headers: { location: `${at}/hop` } },
    })
    assert.deepEqual(hidden.requested, [])
    assert.equal((await crawled.facts('/requests')).h1, 'nothing fetch refused post refused socket refused')
    assert.ok((await crawled.rendering('/requests')).isRendered)
    const leads = await crawled.rendering('/leads')
    assert.ok(leads.isRendered)
    assert.equal(leads.redirectUrl, `${at}/redirect`)
    assert.ok(requested.includes('GET /hop'))
    assert.equal((await crawled.facts('/hops')).h1, 'hop refused')
  })

  test('requests nothing from its own site that robots.txt closes', () => {
    assert.deepEqual(
      usual.requested.filter(each => each.includes('/closed/')),
      [],
    )
    assert.ok(usual.requested.includes('GET /open/data.json'))
  })

  test('is given what the crawl read: its server gets no second request for it, nor any for pictures, fonts and media', async () => {
    const { requested, crawled } = usual
    assert.equal(requested.filter(each => each === 'GET /shown').length, 1)
    assert.equal(requested.filter(each => each === 'GET /picture.png').length, 0)
    assert.equal(requested.filter(each => each === 'GET /font.woff2').length, 0)
    assert.equal((await crawled.facts('/shown')).title, 'Loaded')
  })

  test('knows nothing of another page: neither storage nor cookies are left', async () => {
    for (const each of ['/stores1', '/stores2', '/stores3'])
      assert.equal((await usual.crawled.facts(each)).h1, '0-', each)
  })

  test('that changes what search engines go by, or leads elsewhere, is reported; its target is visited', async () => {
    const { crawled, requested } = usual
    assert.deepEqual((await crawled.issues('directives-changed-by-javascript')).sort(), usualChanges)
    assert.deepEqual(await crawled.issues('redirect-javascript'), ['/leaves'])
    assert.ok(requested.includes('GET /target'))
  })

  test('is looked at as people with a phone or a screen reader meet it', async () => {
    const { crawled } = usual
    assert.deepEqual(await crawled.issues('content-wider-than-screen'), ['/wide'])
    const auditOf = async (each: string) => {
      const rendering = await crawled.rendering(each)
      assert.ok(rendering.isRendered && rendering.audit)
      return rendering.audit
    }
    assert.deepEqual((await auditOf('/wide')).narrow?.elements, [
      { path: '#wide', tag: '<table id="wide" style="width: 900px">', right: 908 },
    ])
    assert.equal((await auditOf('/held')).narrow?.scrollWidth, 360)
    const violations = (await auditOf('/unusable')).violations ?? []
    assert.deepEqual(
      violations.map(({ rule, nodes }) => [rule, nodes.map(({ path }) => path)]),
      [
        ['color-contrast', ['#pale']],
        ['image-alt', ['img[src$="picture.png"]']],
        ['list', ['ul']],
      ],
    )
    // One issue for each rule; that the picture has no alt text is reported by the check for that.
    assert.deepEqual(await crawled.issues('axe-violation'), ['/unusable', '/unusable'])
    assert.deepEqual((await crawled.issues('image-alt-missing')).sort(), ['/shown', '/unusable'])
  })
})

describe('the browser', () => {
  test('is not there: pages keep what their source says, and say so', async () => {
    const before = process.env.CHROME_PATH
    process.env.CHROME_PATH = '/nowhere/chromium'
    try {
      const { crawled, logged } = await rendered({ '/page': html('<h1>Source</h1>') })
      assert.equal((await crawled.facts('/page')).h1, 'Source')
      assert.deepEqual(await crawled.rendering('/page'), {
        isRendered: false,
        why: 'the browser of this server cannot be started',
      })
      assert.deepEqual(logged, ['the browser cannot be started'])
    } finally {
      if (before === undefined) delete process.env.CHROME_PATH
      else process.env.CHROME_PATH = before
    }
  })
})
