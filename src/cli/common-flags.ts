import { settings } from '#settings/config.ts'
import type { FlagTable } from './command.ts'

/** Flags that every command takes, besides the settings. */
export const generalFlags = {
  config: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  quiet: { type: 'boolean', short: 'q' },
  'no-color': { type: 'boolean' },
} as const satisfies FlagTable

/** Every setting as a flag of the same name. */
export function settingFlags(): FlagTable {
  return Object.fromEntries(Object.values(settings).map(({ name }) => [name, { type: 'string' }]))
}
