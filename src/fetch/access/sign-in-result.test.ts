import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { credentialsSchema } from '#shared/credentials.ts'
import type { SignInProof } from '#shared/sign-in.ts'
import { hasSignIn, isProved, missingProof, shownUrl, withoutSecrets } from './sign-in-result.ts'

const SITE = 'https://a.test'
const credentialsWith = (given: object) => credentialsSchema.parse({ origins: [SITE], ...given })
const field = (value: string) => ({ field: 'code', value })

describe('withoutSecrets()', () => {
  const hides: [name: string, given: object, text: string, shown: string][] = [
    [
      'values with several blanks, of which pages show one',
      { user: { name: 'ann', password: 'two  blanks' } },
      'ann typed two  blanks,\n and two blanks',
      'ann typed •••, and •••',
    ],
    [
      'a secret that begins another, whichever is named first',
      {
        cookies: [{ name: 'a', value: 'secret' }],
        token: 'secret-and-more',
        headers: [{ name: 'b', value: 'secret-' }],
      },
      'secret-and-more, secret-, secret',
      '•••, •••, •••',
    ],
    ['the token', { token: 'abcd' }, 'abcd', '•••'],
    ['cookies', { cookies: [{ name: 'id', value: 'c00kie' }] }, 'id c00kie', 'id •••'],
    ['headers', { headers: [{ name: 'X-Key', value: 'k3ys' }] }, 'X-Key k3ys', 'X-Key •••'],
    [
      'what is filled in, however short',
      { signIn: { url: `${SITE}/login`, steps: [{ fields: [field('no')] }, { fields: [field('7')] }] } },
      'no 7',
      '••• •••',
    ],
    ['a short password', { user: { name: 'ann', password: 'pw' } }, 'ann pw', 'ann •••'],
    ['no value of a cookie or header that is short', { token: 'abc' }, 'abc', 'abc'],
    ['nothing where there is none', { user: { name: 'ann', password: '' } }, '  ann  ', 'ann'],
  ]
  for (const [name, given, text, shown] of hides)
    it(`hides ${name}`, () => assert.equal(withoutSecrets(text, credentialsWith(given)), shown))

  it('shows the beginning of a page', () => {
    assert.equal(withoutSecrets('x'.repeat(301), credentialsWith({ token: 'abcd' })), 'x'.repeat(300))
  })
})

describe('isProved()', () => {
  const reached = { url: `${SITE}/account?tab=1`, text: 'Hello Ann', source: '<p id="me">Hello Ann' }
  const rows: [proof: SignInProof, isProof: boolean][] = [
    [{ kind: 'url', value: '/account' }, true],
    [{ kind: 'url', value: `${SITE}/account` }, true],
    [{ kind: 'url', value: '/accounts' }, false],
    [{ kind: 'url', value: 'https://b.test/account' }, false],
    [{ kind: 'text', value: 'Hello' }, true],
    [{ kind: 'text', value: 'id="me"' }, true],
    [{ kind: 'text', value: 'Goodbye' }, false],
    [{ kind: 'selector', value: 'Hello' }, false],
  ]
  for (const [proof, isProof] of rows)
    it(`takes the ${proof.kind} ${proof.value} for ${isProof ? 'a proof' : 'none'}`, () =>
      assert.equal(isProved(proof, reached, `${SITE}/login`), isProof))

  it('takes a text that a page shows and its source has in pieces', () => {
    assert.ok(isProved({ kind: 'text', value: 'Hello Ann' }, { ...reached, source: 'Hello <b>Ann</b>' }, SITE))
  })
})

describe('missingProof()', () => {
  const end = { url: `${SITE}/end?key=1#a`, hasPasswordField: false }
  const rows: [proof: SignInProof | null, at: typeof end, words: string][] = [
    [{ kind: 'url', value: '/account' }, end, 'it ended at https://a.test/end'],
    [{ kind: 'text', value: 'Hello' }, end, 'https://a.test/end, which came then, lacks what proves the sign-in'],
    [null, end, 'https://a.test/end, which came then, set no cookie'],
    [null, { ...end, hasPasswordField: true }, 'https://a.test/end, which came then, has a login form again'],
  ]
  for (const [proof, at, words] of rows) it(`says: ${words}`, () => assert.equal(missingProof(proof, at), words))
})

describe('shownUrl()', () => {
  for (const [url, shown] of [
    ['https://a.test/b?key=1', 'https://a.test/b'],
    ['https://a.test/b#key', 'https://a.test/b'],
    ['https://a.test/b', 'https://a.test/b'],
  ] as const)
    it(`shows ${shown} of ${url}`, () => assert.equal(shownUrl(url), shown))
})

describe('hasSignIn()', () => {
  it('is true of credentials with one', () => {
    const signIn = { url: `${SITE}/login`, steps: [{ fields: [field('a')] }] }
    assert.deepEqual([null, credentialsWith({ token: 'abcd' }), credentialsWith({ signIn })].map(hasSignIn), [
      false,
      false,
      true,
    ])
  })
})
