import type { Kysely, Transaction } from 'kysely'
import { type FindingNote, MAX_NOTES_PER_WEBSITE, noNote } from '#shared/finding-note.ts'
import { slices } from '../database/batches.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { holdWebsite } from './website-settings.ts'

/** The notes of a website, by the fingerprints of its findings. The caller has checked the owner. */
export interface NoteStore {
  /**
   * Changes what `change` names and keeps the rest; a note without content is deleted. Changes nothing where the website would have
   * more than MAX_NOTES_PER_WEBSITE, or does not exist.
   */
  change(change: NoteChange): Promise<{ ok: true } | { ok: false; reason: 'full' | 'gone' }>
}

interface NoteChange {
  websiteId: number
  fingerprints: readonly string[]
  change: Partial<FindingNote>
  nowMs: number
}

export function createNoteStore(database: Database): NoteStore {
  return {
    change: change => database.db.transaction().execute(transaction => changeNotes(transaction, change)),
  }
}

async function changeNotes(
  transaction: Transaction<Schema>,
  { websiteId, fingerprints, change, nowMs }: NoteChange,
): ReturnType<NoteStore['change']> {
  if (!(await holdWebsite(transaction, websiteId))) return { ok: false, reason: 'gone' }
  const wanted = [...new Set(fingerprints)]
  const known = await readFindingNotes({ db: transaction }, { websiteId, fingerprints: wanted })
  const changed = wanted.map(fingerprint => ({ fingerprint, ...noNote, ...known.get(fingerprint), ...change }))
  const kept = changed.filter(hasContent)
  const { count } = await transaction
    .selectFrom('finding_note')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('website_id', '=', websiteId)
    .executeTakeFirstOrThrow()
  if (kept.length > 0 && Number(count) - known.size + kept.length > MAX_NOTES_PER_WEBSITE)
    return { ok: false, reason: 'full' }
  await transaction
    .deleteFrom('finding_note')
    .where('website_id', '=', websiteId)
    .where('fingerprint', 'in', wanted)
    .execute()
  const rows = kept.map(({ fingerprint, note, assignee, markedFixedMs }) => ({
    website_id: websiteId,
    fingerprint,
    note,
    assignee,
    marked_fixed_ms: markedFixedMs,
    changed_ms: nowMs,
  }))
  if (rows.length > 0) await transaction.insertInto('finding_note').values(rows).execute()
  return { ok: true }
}

function hasContent({ note, assignee, markedFixedMs }: FindingNote): boolean {
  return note !== '' || assignee !== '' || markedFixedMs !== null
}

/** Fingerprints in one statement: databases limit its parameters. */
const FINGERPRINTS_AT_ONCE = 500

/** The notes of findings of a website; findings without one are absent. */
export async function readFindingNotes(
  { db }: { db: Kysely<Schema> },
  { websiteId, fingerprints }: { websiteId: number; fingerprints: readonly string[] },
): Promise<Map<string, FindingNote>> {
  const notes = new Map<string, FindingNote>()
  for (const part of slices(fingerprints, FINGERPRINTS_AT_ONCE)) {
    const rows = await db
      .selectFrom('finding_note')
      .select(['fingerprint', 'note', 'assignee', 'marked_fixed_ms as markedFixedMs'])
      .where('website_id', '=', websiteId)
      .where('fingerprint', 'in', part)
      .execute()
    for (const { fingerprint, ...note } of rows) notes.set(fingerprint, note)
  }
  return notes
}
