import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memberSchema, newShareLinkSchema } from './new-share.ts'

const link = { parts: [] }

test('a share link needs no more than its parts', () => {
  assert.deepEqual(newShareLinkSchema.parse(link), { name: '', paths: '', parts: [] })
})

test('a share link takes values up to their limits', () => {
  const most = {
    ...link,
    name: 'a'.repeat(100),
    paths: '/old/>/new/',
    expiresInDays: 1,
    password: 'a'.repeat(8),
    crawlId: 1,
    earlierCrawlId: 1,
  }
  assert.deepEqual(newShareLinkSchema.parse(most), most)
  assert.ok(newShareLinkSchema.safeParse({ ...link, password: 'a'.repeat(256) }).success)
})

test('a share link refuses what is beyond the limits, and says so', () => {
  const rows = [
    [{ name: 'a'.repeat(101) }, 'A name has at most 100 characters'],
    [{ paths: '/old/ /new/' }, 'The paths must be pairs such as /old/>/new/'],
    [{ expiresInDays: 0 }, 'A link lasts at least a day'],
    [{ expiresInDays: 1.5 }, 'Enter a whole number of days'],
    [{ password: 'a'.repeat(7) }, 'The password of a link has at least 8 characters'],
    [{ password: 'a'.repeat(257) }, 'A password has at most 256 characters'],
    [{ parts: ['nothing'] }, 'Choose parts that a link can show'],
  ] as const
  for (const [change, message] of rows)
    assert.equal(newShareLinkSchema.safeParse({ ...link, ...change }).error?.issues[0]?.message, message)
  assert.equal(newShareLinkSchema.safeParse({ ...link, crawlId: 0 }).success, false)
  assert.equal(newShareLinkSchema.safeParse({ ...link, earlierCrawlId: 0 }).success, false)
})

test('a website is shared with a user in a role, or not any more', () => {
  assert.equal(memberSchema.parse({ username: 'anna', role: null }).role, null)
  assert.equal(
    memberSchema.safeParse({ username: 'anna', role: 'own' }).error?.issues[0]?.message,
    'The role must be view or edit',
  )
})
