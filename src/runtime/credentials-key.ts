import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Settings } from '#settings/config.ts'
import { SettingError } from '#settings/setting.ts'
import { SEAL_KEY_BYTES } from '#store/accounts/sealed.ts'
import type { DatabaseLocation } from './database.ts'

/** In the data folder, beside the database, so that a copy of the database alone reveals nothing. */
const KEY_FILE = 'credentials.key'
const OWNER_ONLY = 0o600
/** As much as the key has bits, where it is random text. */
const MIN_SECRET_LENGTH = 32

/**
 * The key that encrypts the credentials of websites: of the setting, else of a file in the data folder, which is made when absent. null on
 * PostgreSQL without the setting: its processes share no folder.
 *
 * @throws SettingError for a setting that is too short, and for a file that cannot be used.
 */
export function credentialsKey(
  { credentialsKey: secret }: Pick<Settings, 'credentialsKey'>,
  { folder, database }: { folder: string; database: DatabaseLocation },
): Uint8Array | null {
  if (secret !== null) {
    if (secret.length < MIN_SECRET_LENGTH)
      throw new SettingError(`SITESOUNDER_CREDENTIALS_KEY must have at least ${MIN_SECRET_LENGTH} characters.`)
    return createHash('sha256').update(secret).digest()
  }
  return database.kind === 'sqlite' ? keyOfFile(path.join(folder, KEY_FILE)) : null
}

/** A key that lives as long as the process. */
export function passingKey(): Uint8Array {
  return randomBytes(SEAL_KEY_BYTES)
}

function keyOfFile(file: string): Uint8Array {
  try {
    writeFileSync(file, `${randomBytes(SEAL_KEY_BYTES).toString('hex')}\n`, { flag: 'wx', mode: OWNER_ONLY })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw unusable(file, `cannot be written (${codeOf(error)})`)
  }
  const text = readKey(file)
  if (!/^[\da-f]{64}$/.test(text)) throw unusable(file, 'holds no key of 64 hexadecimal digits')
  return Buffer.from(text, 'hex')
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw unusable(file, `cannot be read (${codeOf(error)})`)
  }
}

function unusable(file: string, why: string): SettingError {
  return new SettingError(`The file ${file}, which encrypts stored credentials, ${why}.`)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
