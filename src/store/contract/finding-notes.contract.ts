import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type FindingNote, MAX_NOTES_PER_WEBSITE, noNote } from '#shared/finding-note.ts'
import type { Store } from '../store.ts'
import { crawlOnce } from './crawl-once.ts'
import { addTestAccount } from './test-account.ts'
import { type OpenStore, ownerOf, SITE } from './test-crawl.ts'

const url = `${SITE}/`

async function addWebsite(store: Store, ownerId: number): Promise<number> {
  await crawlOnce(store, { ownerId, url, nowMs: 1_000 })
  const [website] = await store.websites.list(ownerId)
  return website?.id ?? 0
}

async function change(store: Store, websiteId: number, fingerprints: readonly string[], to: Partial<FindingNote>) {
  return await store.notes.change({ websiteId, fingerprints, change: to, nowMs: 5_000 })
}

const fingerprintsOf = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => prefix + index)

async function notesOf({ reading }: Store, websiteId: number, fingerprints: readonly string[]) {
  return Object.fromEntries(await reading.findingNotes({ websiteId, fingerprints }))
}

export function findingNotesContract(open: OpenStore): void {
  describe('notes of findings', () => {
    it('are changed in part, by finding and website, and gone without content', async () => {
      await using store = await open()
      const websiteId = await addWebsite(store, await ownerOf(store, 'owner'))
      const foreignId = await addWebsite(store, await ownerOf(store, 'stranger'))
      await change(store, websiteId, ['a', 'b', 'a'], { assignee: 'Ann' })
      await change(store, websiteId, ['a'], { note: 'In the template' })
      await change(store, websiteId, ['b'], { markedFixedMs: 4_000 })
      await change(store, foreignId, ['a'], { note: 'Other' })
      assert.deepEqual(await notesOf(store, websiteId, ['a', 'b', 'c']), {
        a: { note: 'In the template', assignee: 'Ann', markedFixedMs: null },
        b: { note: '', assignee: 'Ann', markedFixedMs: 4_000 },
      })
      await change(store, websiteId, ['a', 'b'], { assignee: '', markedFixedMs: null })
      assert.deepEqual(await notesOf(store, websiteId, ['a', 'b']), { a: { ...noNote, note: 'In the template' } })
      assert.deepEqual(await notesOf(store, foreignId, ['a']), { a: { ...noNote, note: 'Other' } })
    })

    it('are limited for each website, and belong to one that exists', async () => {
      await using store = await open()
      const websiteId = await addWebsite(store, await ownerOf(store, 'owner'))
      const all = fingerprintsOf('f', MAX_NOTES_PER_WEBSITE)
      for (let start = 0; start < all.length; start += 2_000)
        assert.deepEqual(await change(store, websiteId, all.slice(start, start + 2_000), { note: 'x' }), { ok: true })
      assert.deepEqual(await change(store, websiteId, ['f0', 'g'], { note: 'y' }), { ok: false, reason: 'full' })
      assert.deepEqual(await change(store, websiteId, ['f0'], { note: 'y' }), { ok: true })
      assert.deepEqual(await notesOf(store, websiteId, ['f0', 'g']), { f0: { ...noNote, note: 'y' } })
      assert.deepEqual(await change(store, websiteId + 1, ['f0'], { note: 'y' }), { ok: false, reason: 'gone' })
    })

    it('move with a website; where both have one of the same finding, the account’s stays', async () => {
      await using store = await open()
      const fromOwnerId = await ownerOf(store, 'visitor')
      const { ownerId: toOwnerId } = await addTestAccount(store)
      const from = await addWebsite(store, fromOwnerId)
      const to = await addWebsite(store, toOwnerId)
      await change(store, from, ['a', 'b'], { note: 'Visitor' })
      await change(store, to, ['b'], { note: 'Account' })
      await store.websites.transfer({ fromOwnerId, toOwnerId })
      assert.deepEqual(await notesOf(store, to, ['a', 'b']), {
        a: { ...noNote, note: 'Visitor' },
        b: { ...noNote, note: 'Account' },
      })
      assert.deepEqual(await notesOf(store, from, ['a', 'b']), {})
    })
  })
}
