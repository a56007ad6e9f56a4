import type { Kysely, Selectable, Transaction } from 'kysely'
import type { IssueSettings, Mute } from '#shared/issue-settings.ts'
import type { ThresholdSetting } from '#shared/thresholds.ts'
import type { MuteTable } from '../database/issue-tables.ts'
import type { Schema } from '../database/schema.ts'

/** The issue settings of a website and their version; null when the website does not exist. */
export async function readSettings(
  db: Kysely<Schema> | Transaction<Schema>,
  websiteId: number,
): Promise<{ version: number; settings: IssueSettings } | null> {
  // The version is read first: read last, a change in between would look applied.
  const website = await db
    .selectFrom('website')
    .select('settings_version')
    .where('id', '=', websiteId)
    .executeTakeFirst()
  if (!website) return null
  const version = website.settings_version
  if (version === 0) return { version, settings: { mutes: [], checks: [] } }
  const mutes = await db.selectFrom('mute').selectAll().where('website_id', '=', websiteId).orderBy('id').execute()
  const checks = await db
    .selectFrom('check_setting')
    .selectAll()
    .where('website_id', '=', websiteId)
    .orderBy('check_id')
    .execute()
  return {
    version,
    settings: {
      mutes: mutes.map(toMute),
      checks: checks.map(check => ({ checkId: check.check_id, isOff: check.is_off === 1, severity: check.severity })),
    },
  }
}

export async function readThresholds(
  db: Kysely<Schema> | Transaction<Schema>,
  websiteId: number,
): Promise<ThresholdSetting[]> {
  const rows = await db
    .selectFrom('check_threshold')
    .select(['check_id as checkId', 'name', 'value'])
    .where('website_id', '=', websiteId)
    .orderBy('check_id')
    .orderBy('name')
    .execute()
  // The driver's rows have a class of their own; callers compare plain objects.
  return rows.map(row => ({ ...row }))
}

export function toMute(row: Selectable<MuteTable>): Mute {
  return {
    id: row.id,
    checkId: row.check_id,
    pattern: row.pattern,
    reason: row.reason,
    createdMs: row.created_ms,
  }
}
