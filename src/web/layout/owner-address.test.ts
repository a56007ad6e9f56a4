import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressAfterOwnerChange } from './owner-address.ts'

const ADMIN = 1
const USER = 2
const movedWebsites = [
  { from: 7, to: 3 },
  { from: 8, to: 4 },
]

const cases: readonly [string, { from: string; beforeId: number | null; afterId: number | null; to: string }][] = [
  ['signing in leaves the screen', { from: '/help', beforeId: null, afterId: ADMIN, to: '/help' }],
  ['and its website', { from: '/errors/5?search=a', beforeId: null, afterId: ADMIN, to: '/errors/5?search=a' }],
  [
    'a website that moved is followed, with what was chosen',
    { from: '/dashboard/7?crawl=12', beforeId: null, afterId: ADMIN, to: '/dashboard/3?crawl=12' },
  ],
  ['a longer id is another website', { from: '/dashboard/77', beforeId: null, afterId: ADMIN, to: '/dashboard/77' }],
  ['signing out leaves the website', { from: '/errors/5?search=a', beforeId: USER, afterId: null, to: '/errors' }],
  ['a screen without a website stays', { from: '/help?x=1', beforeId: USER, afterId: null, to: '/help?x=1' }],
  ['another user leaves the website', { from: '/dashboard/7', beforeId: USER, afterId: ADMIN, to: '/dashboard' }],
  ['the landing page stays', { from: '/', beforeId: null, afterId: USER, to: '/' }],
  ['an unknown path stays', { from: '/nothing/7', beforeId: USER, afterId: null, to: '/nothing/7' }],
  ['the same owner stays', { from: '/dashboard/7', beforeId: USER, afterId: USER, to: '/dashboard/7' }],
]

for (const [name, { from, beforeId, afterId, to }] of cases)
  test(`addressAfterOwnerChange(): ${name}`, () => {
    const { pathname, search } = new URL(from, 'http://localhost')
    assert.equal(addressAfterOwnerChange({ pathname, search }, { beforeId, afterId, movedWebsites }), to)
  })
