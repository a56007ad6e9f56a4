import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openAccess } from '#fetch/access/request-access.ts'
import type { FetchRequest, FetchResult } from '#fetch/fetch.ts'
import { credentialsSchema } from '#shared/credentials.ts'
import type { PageRecord } from '#shared/page-record.ts'
import { testPageRecord } from '#shared/test-page-record.ts'
import { AccessWatch, type AccessWatchOptions } from './access-watch.ts'

const SITE = 'https://site.test'
const PROOF = { url: `${SITE}/account`, isClosed: true }
const SIGN = 'its pages show a login form'
const LACKS_TEXT = 'its pages lack the text that shows who is signed in'

const credentials = credentialsSchema.parse({ origins: [SITE], token: 'secret', signedInText: 'Hello' })
const page = (text: string, status = 200): FetchResult => ({
  ...{ kind: 'response', url: `${SITE}/`, status, httpVersion: '1.1', headers: [], hops: [], attempts: [] },
  ...{ timing: { ttfbMs: 1, totalMs: 1 }, body: new TextEncoder().encode(text), transferBytes: 1, isTruncated: false },
})

/** A watch, what it requests and decides. `respond` has the pages of the website, to visitors and to those who are signed in. */
function watchOf(
  respond: (request: { url: string; isSignedIn: boolean }) => FetchResult,
  options: Partial<Pick<AccessWatchOptions, 'proof' | 'signIn'>> = {},
) {
  const requested: string[] = []
  const proofs: AccessWatchOptions['proof'][] = []
  const lost: string[] = []
  const kept: number[] = []
  const repeated: number[] = []
  const control = new AbortController()
  const fetcher = {
    async fetch({ url, access }: FetchRequest) {
      const isSignedIn = access != null
      requested.push(`${isSignedIn ? 'signed in' : 'visitor'} ${new URL(url).pathname}`)
      return respond({ url, isSignedIn })
    },
  }
  const watch = new AccessWatch({
    ...{ credentials, access: openAccess(credentials), fetcher, proof: PROOF, signal: control.signal },
    onProof: proof => proofs.push(proof),
    onLost: sign => lost.push(sign),
    ...options,
  })
  let records = 0
  /** Passes a record, and waits for what follows from it. */
  const pass = async (changes: Partial<PageRecord> = {}) => {
    records++
    const record = testPageRecord({ urlId: records, url: `${SITE}/${records}`, ...changes })
    watch.pass(record, { keep: ({ urlId }) => kept.push(urlId), repeat: ({ urlId }) => repeated.push(urlId) })
    await turn()
  }
  return { ...{ watch, requested, proofs, lost, kept, repeated, control, pass } }
}

const held = { notSignedIn: SIGN }

describe('AccessWatch', () => {
  it('holds back records with a sign until a page that was read before is there, in groups that double', async () => {
    const { requested, kept, lost, pass } = watchOf(() => page('Hello'))
    const checkedAfter: number[] = []
    for (let record = 1; record <= 3 + 6 + 12 + 24 + 24; record++) {
      const [before, keptBefore] = [requested.length, kept.length]
      await pass(held)
      if (requested.length > before) checkedAfter.push(record - keptBefore)
    }
    assert.deepEqual(checkedAfter, [3, 6, 12, 24, 24])
    assert.deepEqual(
      kept,
      Array.from({ length: 69 }, (_, index) => index + 1),
    )
    assert.deepEqual([new Set(requested), lost], [new Set(['signed in /account']), []])
  })

  it('counts the records of each sign for themselves, and decides about those that are left', async () => {
    const { watch, requested, kept, pass } = watchOf(() => page('Hello'))
    for (const notSignedIn of ['a', 'b', 'a', 'b']) await pass({ notSignedIn })
    assert.deepEqual([requested, kept], [[], []])
    await watch.decide()
    assert.deepEqual([requested, kept], [['signed in /account'], [1, 3, 2, 4]])
    await watch.decide()
    assert.equal(requested.length, 1)
  })

  it('passes on at once what has no sign, is elsewhere, or comes before any page was read', async () => {
    const { requested, kept, pass } = watchOf(() => page('Hello'))
    await pass()
    await pass({ ...held, url: 'https://other.test/' })
    assert.deepEqual([requested, kept], [[], [1, 2]])
    const first = watchOf(() => page('Hello'), { proof: null })
    await first.pass(held)
    await first.pass({ url: 'https://other.test/' })
    await first.pass({ isCounted: false })
    assert.deepEqual([first.requested, first.proofs, first.kept], [[], [], [1, 2, 3]])
  })

  it('loses the access where that page has a sign, and what was held', async () => {
    const { watch, lost, kept, pass, requested } = watchOf(() => page('Sign in'))
    await pass(held)
    await pass(held)
    await watch.decide()
    await pass()
    await watch.decide()
    assert.deepEqual([lost, kept, requested.length], [[LACKS_TEXT], [], 1])
  })

  it('drops what was held where the crawl is halted meanwhile', async () => {
    const { watch, lost, kept, pass, control } = watchOf(() => {
      control.abort()
      return page('Hello')
    })
    await pass(held)
    await watch.decide()
    assert.deepEqual([lost, kept], [[], []])
  })

  it('looks for a page that visitors cannot read, at most five times', async () => {
    const open = watchOf(() => page('Hello'), { proof: null })
    for (let record = 1; record <= 7; record++) await open.pass()
    assert.deepEqual(open.proofs, [{ url: `${SITE}/1`, isClosed: false }])
    assert.deepEqual(
      open.requested,
      [1, 2, 3, 4, 5].map(record => `visitor /${record}`),
    )
    const closed = watchOf(({ url }) => page(url === `${SITE}/2` ? 'Sign in' : 'Hello'), { proof: null })
    for (let record = 1; record <= 4; record++) await closed.pass()
    assert.deepEqual(closed.proofs, [
      { url: `${SITE}/1`, isClosed: false },
      { url: `${SITE}/2`, isClosed: true },
    ])
    assert.deepEqual(closed.requested, ['visitor /1', 'visitor /2'])
  })
})

describe('a crawl that can sign in again', () => {
  /** A session that ends whenever a record is held. */
  function sessions(signIn: () => string | null = () => null) {
    let isOpen = false
    const stage = watchOf(() => page(isOpen ? 'Hello' : 'Sign in'), {
      signIn: async () => {
        const problem = signIn()
        isOpen = problem === null
        return problem
      },
    })
    const endAndDecide = async (urlId: number) => {
      isOpen = false
      await stage.pass({ ...held, urlId })
      await stage.watch.decide()
    }
    return { ...stage, endAndDecide }
  }

  it('requests each URL once more after each sign-in, and then keeps it', async () => {
    let signIns = 0
    const { watch, pass, repeated, kept, lost, endAndDecide } = sessions(() => {
      signIns++
      return null
    })
    await endAndDecide(7)
    assert.deepEqual([signIns, repeated, kept, lost], [1, [7], [], []])
    await pass({ ...held, urlId: 7 })
    await watch.decide()
    assert.deepEqual([signIns, repeated, kept], [1, [7], [7]])
    await endAndDecide(7)
    assert.deepEqual([signIns, repeated, kept], [2, [7, 7], [7]])
  })

  it('loses the access where that fails, or the page still has a sign', async () => {
    const failing = sessions(() => 'the form is gone')
    await failing.endAndDecide(1)
    assert.deepEqual(failing.lost, [`${LACKS_TEXT}, and the sign-in failed, as the form is gone`])
    const useless = watchOf(() => page('Sign in'), { signIn: async () => null })
    await useless.pass(held)
    await useless.watch.decide()
    assert.deepEqual(useless.lost, [`${LACKS_TEXT}, after a further sign-in`])
    assert.deepEqual([...failing.kept, ...failing.repeated, ...useless.kept, ...useless.repeated], [])
  })

  it('signs in twenty times at most', async () => {
    const { lost, repeated, endAndDecide } = sessions()
    for (let urlId = 1; urlId <= 20; urlId++) await endAndDecide(urlId)
    assert.deepEqual([lost, repeated.length], [[], 20])
    await endAndDecide(21)
    assert.deepEqual([lost, repeated.length], [[`${LACKS_TEXT}, after 20 further sign-ins`], 20])
  })
})

describe('the start of a crawl with credentials', () => {
  const rows: [name: string, startUrl: string | null, respond: () => FetchResult, lost: string[]][] = [
    ['a start page of signed-in users', `${SITE}/`, () => page('Hello'), []],
    ['a start page with a sign', `${SITE}/`, () => page('Sign in'), [LACKS_TEXT]],
    ['a start page that is refused', `${SITE}/`, () => page('Hello', 403), ['the start page responds with 403']],
    ['a start page elsewhere', 'https://other.test/', () => page('Sign in'), []],
    ['a crawl that goes on', null, () => page('Sign in'), []],
  ]
  for (const [name, startUrl, respond, expected] of rows)
    it(`${expected.length > 0 ? 'ends' : 'does not end'} the crawl for ${name}`, async () => {
      const { watch, lost, requested } = watchOf(respond)
      await watch.open(startUrl)
      assert.deepEqual([lost, requested.length], [expected, startUrl === `${SITE}/` ? 1 : 0])
    })

  it('signs in before the start page is requested, and not where that fails', async () => {
    const signedIn = watchOf(() => page('Hello'), { signIn: async () => null })
    await signedIn.watch.open(`${SITE}/`)
    assert.deepEqual([signedIn.lost, signedIn.requested], [[], ['signed in /']])
    const failed = watchOf(() => page('Hello'), { signIn: async () => 'the form is gone' })
    await failed.watch.open(`${SITE}/`)
    assert.deepEqual([failed.lost, failed.requested], [['the sign-in failed, as the form is gone'], []])
  })

  it('says nothing of a crawl that is halted meanwhile', async () => {
    const { watch, lost, control } = watchOf(() => {
      control.abort()
      return page('Sign in')
    })
    await watch.open(`${SITE}/`)
    const during = watchOf(() => page(''), {
      signIn: async () => {
        during.control.abort()
        return 'it was halted'
      },
    })
    await during.watch.open(`${SITE}/`)
    assert.deepEqual([lost, during.lost], [[], []])
  })
})
