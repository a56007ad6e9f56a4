import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UsageError } from '../command.ts'
import { readCredentials } from './audit-credentials.ts'

const SECRET = 'secret-4711'

const read = (value: unknown, environment: Record<string, string> = {}) =>
  readCredentials({
    authFile: undefined,
    authVariable: 'AUTH',
    url: 'https://example.com/shop/',
    environment: { AUTH: typeof value === 'string' ? value : JSON.stringify(value), ...environment },
  })

describe('readCredentials()', () => {
  it('takes the origin of the website, values of other variables, and cookies and headers as they are usually written', async () =>
    assert.deepEqual(
      await read(
        {
          user: { name: 'ann', password: { env: 'PASSWORD' } },
          cookies: 'a=1; b=2',
          headers: { 'X-Key': { env: 'KEY' } },
        },
        { PASSWORD: SECRET, KEY: 'k' },
      ),
      {
        origins: ['https://example.com'],
        user: { name: 'ann', password: SECRET },
        cookies: [
          { name: 'a', value: '1' },
          { name: 'b', value: '2' },
        ],
        headers: [{ name: 'X-Key', value: 'k' }],
        token: null,
        signIn: null,
        signedInText: '',
      },
    ))

  it('takes the origin of the login page, too', async () => {
    const signIn = {
      url: 'https://login.example.com/in',
      steps: [{ fields: [{ field: 'user', value: { env: 'NAME' } }] }],
    }
    const credentials = await read({ signIn }, { NAME: 'ann' })
    assert.deepEqual(credentials?.origins, ['https://example.com', 'https://login.example.com'])
    assert.deepEqual(credentials?.signIn, {
      ...signIn,
      steps: [{ fields: [{ field: 'user', value: 'ann' }] }],
      proof: null,
    })
  })

  it('refuses what is nested deeper than eight levels', async () => {
    const nested = (levels: number) => `{"x":${'['.repeat(levels - 1)}1${']'.repeat(levels - 1)}}`
    await assert.rejects(read(nested(9)), /: it is nested too deep\.$/)
    await assert.rejects(
      read(nested(8)),
      (error: unknown) => error instanceof UsageError && !error.message.includes('deep'),
    )
  })

  it('reads nothing where nothing is named', async () =>
    assert.equal(
      await readCredentials({
        authFile: undefined,
        authVariable: undefined,
        url: 'https://example.com/',
        environment: {},
      }),
      null,
    ))

  const refused: [value: unknown, message: string][] = [
    [SECRET, 'The environment variable AUTH holds no JSON.'],
    [[SECRET], 'The environment variable AUTH: Enter a header, a cookie, a user name, a token or a sign-in.'],
    [{ token: { env: 'MISSING' } }, 'The environment variable AUTH: the environment variable MISSING is not set.'],
    [{ password: SECRET }, 'The environment variable AUTH: there is no field "password".'],
    [
      { token: `${SECRET}\n${SECRET}` },
      'The environment variable AUTH: token: The token must have no line breaks and no characters beyond ASCII.',
    ],
  ]
  for (const [value, message] of refused)
    it(`says “${message}” without the value`, () =>
      assert.rejects(read(value), (error: unknown) => {
        assert.ok(error instanceof UsageError)
        assert.equal(error.message, message)
        return !error.message.includes(SECRET)
      }))

  it('names a file that cannot be read', () =>
    assert.rejects(
      readCredentials({
        authFile: '/not/there.json',
        authVariable: undefined,
        url: 'https://example.com/',
        environment: {},
      }),
      { message: 'The file /not/there.json of --auth-file cannot be read (ENOENT).' },
    ))
})
