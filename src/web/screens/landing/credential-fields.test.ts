import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CredentialFields, noCredentialFields, readCredentialFields } from './credential-fields.ts'

const SITE = 'https://staging.example.com/shop/'
const read = (fields: Partial<CredentialFields>, siteUrl: string | null = SITE) =>
  readCredentialFields({ ...noCredentialFields, ...fields }, siteUrl)
const nothing = { headers: [], cookies: [], user: null, token: null, signIn: null, signedInText: '' }
const origins = ['https://staging.example.com']

describe('readCredentialFields()', () => {
  const sent: [name: string, fields: Partial<CredentialFields>, credentials: object | null][] = [
    ['nothing', {}, null],
    ['nothing where only the text and the origins are filled', { signedInText: 'Log out', origins: SITE }, null],
    [
      'a user, to the origin of the website',
      { userName: 'ann', password: ' p ' },
      { ...nothing, origins, user: { name: 'ann', password: ' p ' } },
    ],
    [
      'a user name and a password by the form of a login page, with its origin',
      { loginUrl: ' https://login.example.com/in ', userName: 'ann', password: 'p', loginProof: '/members' },
      {
        ...nothing,
        origins: [...origins, 'https://login.example.com'],
        signIn: {
          url: 'https://login.example.com/in',
          steps: [
            {
              fields: [
                { field: 'username', value: 'ann' },
                { field: 'current-password', value: 'p' },
              ],
            },
          ],
          proof: { kind: 'url', value: '/members' },
        },
      },
    ],
    [
      'the fields of two pages, and an element as proof',
      { loginUrl: `${SITE}login`, loginFields: 'mail: a@b.test\n---\nword: x: y', loginProof: 'selector: .account' },
      {
        ...nothing,
        origins,
        signIn: {
          url: `${SITE}login`,
          steps: [{ fields: [{ field: 'mail', value: 'a@b.test' }] }, { fields: [{ field: 'word', value: 'x: y' }] }],
          proof: { kind: 'selector', value: '.account' },
        },
      },
    ],
    [
      'a token, to the origins that are listed',
      { token: ' t ', origins: 'https://a.example\n\nhttps://b.example/x' },
      { ...nothing, origins: ['https://a.example', 'https://b.example/x'], token: 't' },
    ],
    [
      'cookies and headers',
      { cookies: 'a=1; b=c=d', headers: 'X-Key: a:b\nX-Other: c' },
      {
        ...nothing,
        origins,
        cookies: [
          { name: 'a', value: '1' },
          { name: 'b', value: 'c=d' },
        ],
        headers: [
          { name: 'X-Key', value: 'a:b' },
          { name: 'X-Other', value: 'c' },
        ],
      },
    ],
  ]
  for (const [name, fields, credentials] of sent)
    test(`sends ${name}`, () => assert.deepEqual(read(fields), { ok: true, credentials }))

  const refused: [fields: Partial<CredentialFields>, message: string][] = [
    [{ password: 'p' }, 'Enter the user name'],
    [{ loginUrl: 'login' }, 'Enter the URL of the login page'],
    [{ loginUrl: SITE, loginFields: 'no colon' }, 'A field has a name'],
    [{ headers: 'no colon' }, 'A header name has letters, digits and hyphens only'],
    [{ cookies: 'no value' }, 'A cookie has a name, an equals sign and a value'],
    [{ token: 't', origins: 'example.com' }, 'An origin is a scheme and host, such as https://www.example.com'],
    [{ token: 't', userName: 'ann' }, 'A user name, a token and an Authorization header exclude each other'],
  ]
  for (const [fields, message] of refused)
    test(`says “${message}”`, () => assert.deepEqual(read(fields), { ok: false, message }))

  test('leaves a wrong start URL to its own field', () =>
    assert.deepEqual(read({ token: 't' }, null), {
      ok: false,
      message: 'List the origins that the credentials are sent to',
    }))
})
