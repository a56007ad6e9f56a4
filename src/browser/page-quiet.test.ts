import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import { mayRunScripts, PageQuiet } from './page-quiet.ts'

/** What `wait` says, as far as it has; undefined while it waits. */
async function saidOf(quiet: PageQuiet, story: (tick: (ms: number) => void) => void): Promise<boolean | undefined> {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    let said: boolean | undefined
    void quiet.wait(10_000).then(isCut => {
      said = isCut
    })
    story(ms => mock.timers.tick(ms))
    await new Promise(resolve => process.nextTick(() => queueMicrotask(() => resolve(null))))
    return said
  } finally {
    mock.timers.reset()
  }
}

describe('PageQuiet', () => {
  const rows: [
    name: string,
    said: boolean | undefined,
    story: (quiet: PageQuiet, tick: (ms: number) => void) => void,
  ][] = [
    [
      'rests half a second after it has loaded',
      false,
      (quiet, tick) => {
        quiet.load()
        tick(500)
      },
    ],
    [
      'does not rest before',
      undefined,
      (quiet, tick) => {
        quiet.load()
        tick(499)
      },
    ],
    ['does not rest while it loads', undefined, (_, tick) => tick(9_999)],
    [
      'does not rest while something is requested',
      undefined,
      (quiet, tick) => {
        quiet.begin('1')
        quiet.load()
        tick(9_000)
      },
    ],
    [
      'rests half a second after the last response',
      false,
      (quiet, tick) => {
        quiet.load()
        tick(400)
        quiet.begin('1')
        tick(2_000)
        quiet.end('1')
        tick(500)
      },
    ],
    [
      'does not count the end of what it did not see begin',
      undefined,
      (quiet, tick) => {
        quiet.load()
        tick(400)
        quiet.end('unknown')
        tick(99)
      },
    ],
    [
      'is cut when its time is up',
      true,
      (quiet, tick) => {
        quiet.begin('1')
        quiet.load()
        tick(10_000)
      },
    ],
    ['is cut on request', true, quiet => quiet.cut()],
  ]
  for (const [name, said, story] of rows)
    test(`a page ${name}`, async () => {
      const quiet = new PageQuiet(500)
      assert.equal(await saidOf(quiet, tick => story(quiet, tick)), said)
    })

  test('a page that cannot change rests as soon as it has loaded', async () => {
    const quiet = new PageQuiet(0)
    const said = await saidOf(quiet, tick => {
      quiet.load()
      tick(0)
    })
    assert.equal(said, false)
  })
})

const may: [name: string, body: string | Uint8Array, expected: boolean][] = [
  ['text alone', '<title>Scripts</title><h1>On scripts</h1><p>No script = no change', false],
  ['a script', '<p>x<SCRIPT>1</SCRIPT>', true],
  ['a script in SVG', '<svg><svg:script href=a.js>', true],
  ['a handler', '<body\nonload = "go()">', true],
  ['a URL that is a script', '<iframe src="javascript:go()">', true],
  ['a document in an attribute', '<iframe srcdoc="&lt;script>">', true],
  ['UTF-16', new Uint8Array(Buffer.from('<script>', 'utf16le')), true],
]

describe('mayRunScripts()', () => {
  for (const [name, body, expected] of may)
    test(`${name}: ${expected}`, () => {
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
      assert.equal(mayRunScripts(bytes), expected)
    })
})
