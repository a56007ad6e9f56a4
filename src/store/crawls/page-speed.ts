import { sql, type Transaction } from 'kysely'
import { loadPatiently } from '#shared/load-patiently.ts'
import type { PageSpeed, PageSpeedDevice } from '#shared/page-speed.ts'
import { hostWithoutWww } from '#shared/url.ts'
import type { Database, DatabaseSpecifics } from '../database/database.ts'
import { isText } from '../database/indexed-text.ts'
import type { Schema } from '../database/schema.ts'

/** Page speed measurements of one owner that are recent enough to be shown again. */
export interface PageSpeedStore {
  /** The measurement of a URL on a device, made after `afterMs`; null when there is none. */
  find(question: PageSpeedKey & { afterMs: number }): Promise<PageSpeed | null>
  /** Replaces an earlier one. Without effect when the owner is gone. */
  save(measured: PageSpeedKey & { pageSpeed: PageSpeed; measuredMs: number }): Promise<void>
  /** Deletes the owner's measurements of a host, www. or not; returns how many. Clearing a website of that host deletes them, too. */
  forget(ownerId: number, url: string): Promise<number>
}

export interface PageSpeedKey {
  ownerId: number
  /** Normalised. */
  url: string
  device: PageSpeedDevice
}

/** Measurements by owner, URL and device. */
export function createPageSpeedStore({ db, specifics }: Database): PageSpeedStore {
  return {
    async find({ ownerId, url, device, afterMs }) {
      const found = await db
        .selectFrom('page_speed')
        .select('result')
        .where('owner_id', '=', ownerId)
        .where(isText({ specifics }, 'url', url))
        .where('device', '=', device)
        .where('measured_ms', '>', afterMs)
        .executeTakeFirst()
      if (!found) return null
      // Loaded on use: schemas are a tenth of what a crawl thread loads, and few measure page speed.
      const { pageSpeedSchema } = await loadPatiently(() => import('#shared/page-speed.ts'))
      // Measured again when a stored result lacks a field.
      return pageSpeedSchema.safeParse(JSON.parse(found.result)).data ?? null
    },

    async save({ ownerId, url, device, pageSpeed, measuredMs }) {
      const values = { host: hostWithoutWww(new URL(url)), measured_ms: measuredMs, result: JSON.stringify(pageSpeed) }
      await db
        .insertInto('page_speed')
        .columns(['owner_id', 'url', 'device', 'host', 'measured_ms', 'result'])
        // From the owner's row, which may have been deleted during the measurement.
        .expression(({ selectFrom, val }) =>
          selectFrom('owner')
            .select([
              'owner.id',
              val(url).as('url'),
              val(device).as('device'),
              val(values.host).as('host'),
              val(values.measured_ms).as('measured_ms'),
              val(values.result).as('result'),
            ])
            .where('owner.id', '=', ownerId),
        )
        .onConflict(conflict =>
          conflict
            .expression(sql`owner_id, ${sql.raw(specifics.indexedText.lookupKey('url'))}, device`)
            .doUpdateSet(values),
        )
        .execute()
    },

    async forget(ownerId, url) {
      const { numDeletedRows } = await db
        .deleteFrom('page_speed')
        .where('owner_id', '=', ownerId)
        .where(isText({ specifics }, 'host', hostWithoutWww(new URL(url))))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** Deletes measurements of the hosts of websites, by the websites' owners. */
export async function forgetPageSpeedOf(
  { transaction, specifics }: { transaction: Transaction<Schema>; specifics: DatabaseSpecifics },
  websiteIds: readonly number[],
): Promise<void> {
  const websites = await transaction
    .selectFrom('website')
    .select(['owner_id', 'url'])
    .where('id', 'in', websiteIds)
    .execute()
  for (const { owner_id: ownerId, url } of websites) {
    await transaction
      .deleteFrom('page_speed')
      .where('owner_id', '=', ownerId)
      .where(isText({ specifics }, 'host', hostWithoutWww(new URL(url))))
      .execute()
  }
}
