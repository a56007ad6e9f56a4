import { type Credentials, credentialsSchema } from '#shared/credentials.ts'
import { AppError } from '#shared/errors.ts'
import type { Database } from '../database/database.ts'
import { seal, unseal } from './sealed.ts'

/** Credentials of websites, encrypted: at most one set for each website. */
export interface CredentialStore {
  /** Without a key none can be stored or read. */
  isAvailable: boolean
  /** null where none are stored, and where they cannot be read: another key has encrypted them. */
  read(websiteId: number): Promise<Credentials | null>
  /** Replaces those that are stored. False for a website that is gone. @throws AppError 'unavailable' without a key. */
  save(websiteId: number, credentials: Credentials): Promise<boolean>
  /** False where none are stored. */
  remove(websiteId: number): Promise<boolean>
}

export function createCredentialStore({ db }: Database, key: Uint8Array | null): CredentialStore {
  return {
    isAvailable: key !== null,

    async read(websiteId) {
      if (key === null) return null
      const row = await db
        .selectFrom('website')
        .select('credentials')
        .where('id', '=', websiteId)
        .where('is_cleared', '=', 0)
        .executeTakeFirst()
      const text = row?.credentials ? unseal(row.credentials, { key, owner: ownerOf(websiteId) }) : null
      return text === null ? null : credentialsSchema.parse(JSON.parse(text))
    },

    async save(websiteId, credentials) {
      const { numUpdatedRows } = await db
        .updateTable('website')
        .set({ credentials: sealCredentials(credentials, { key, websiteId }) })
        .where('id', '=', websiteId)
        .where('is_cleared', '=', 0)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    async remove(websiteId) {
      const { numUpdatedRows } = await db
        .updateTable('website')
        .set({ credentials: null })
        .where('id', '=', websiteId)
        .where('credentials', 'is not', null)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

/** As they are stored. @throws AppError 'unavailable' without a key. */
export function sealCredentials(
  credentials: Credentials,
  { key, websiteId }: { key: Uint8Array | null; websiteId: number },
): Uint8Array {
  if (key === null) throw new AppError('unavailable', NO_KEY)
  return seal(JSON.stringify(credentials), { key, owner: ownerOf(websiteId) })
}

const NO_KEY = 'This server stores no credentials: its operator has to set SITESOUNDER_CREDENTIALS_KEY.'

function ownerOf(websiteId: number): string {
  return `website ${websiteId}`
}
