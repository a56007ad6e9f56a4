import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCookie, type SetCookie } from './cookie.ts'

const plain: SetCookie = {
  name: 'theme',
  masked: 'theme=…',
  isSecure: false,
  isHttpOnly: false,
  isSentAcrossSites: false,
  isLogin: false,
}

test('parseCookie() reads the name and the attributes, and hides the value', () => {
  const rows: [header: string, cookie: SetCookie][] = [
    ['theme=dark', plain],
    [' theme = dark=er ', plain],
    [
      'theme=dark; Secure; HTTPONLY ; SameSite=None',
      {
        ...plain,
        masked: 'theme=…; Secure; HTTPONLY; SameSite=None',
        isSecure: true,
        isHttpOnly: true,
        isSentAcrossSites: true,
      },
    ],
    ['theme=dark; secure=1', { ...plain, masked: 'theme=…; secure=1', isSecure: true }],
    ['theme=dark; Max-Age=1', { ...plain, masked: 'theme=…; Max-Age=1' }],
    ['sid=8f3c', { ...plain, name: 'sid', masked: 'sid=…', isLogin: true }],
    [`theme=dark; Path=/${'a'.repeat(300)}`, { ...plain, masked: `theme=…; Path=/${'a'.repeat(285)}` }],
  ]
  for (const [header, cookie] of rows) assert.deepEqual(parseCookie(header), cookie)
})

test('parseCookie() omits what browsers ignore, and a cookie that is being deleted', () => {
  for (const header of ['', 'theme', '=dark', ' =dark', 'theme=', 'sid=deleted', 'a=b; Max-Age=0', 'a=b; max-age = -5'])
    assert.equal(parseCookie(header), null, header)
})
