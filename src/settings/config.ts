import { nearestName } from '#shared/nearest-name.ts'
import { accountSettings } from './accounts.ts'
import { crawlSettings, renderingSettings } from './crawls.ts'
import { fetchSettings } from './fetching.ts'
import { pageSpeedSettings } from './page-speed.ts'
import { commandLineSettings, serverSettings } from './server.ts'
import { type Setting, SettingError } from './setting.ts'
import { visitorSettings } from './visitors.ts'

/**
 * Every operator setting: name, default, unit, bounds and one sentence. Each is an environment variable `SITESOUNDER_<NAME>` and
 * a command-line flag `--<name>`; a flag wins. docs/settings.md is generated from here. Nothing else reads the
 * environment.
 */

export const settings = {
  ...serverSettings,
  ...accountSettings,
  ...visitorSettings,
  ...crawlSettings,
  ...fetchSettings,
  ...pageSpeedSettings,
  ...commandLineSettings,
  ...renderingSettings,
} as const satisfies Record<string, Setting<unknown>>

type SettingTable = typeof settings
export type SettingName = keyof SettingTable
export type Settings = {
  readonly [Name in SettingName]: SettingTable[Name] extends Setting<infer Value> ? Value : never
}

const PREFIX = 'SITESOUNDER_'

export function environmentName(setting: { name: string }): string {
  return PREFIX + setting.name.toUpperCase().replaceAll('-', '_')
}

/**
 * Settings from flags (by flag name) and environment.
 *
 * @throws SettingError one sentence that names the setting, what it must be, and the nearest known name of an unknown one.
 */
export function readSettings(
  environment: Record<string, string | undefined>,
  flags: Record<string, string> = {},
): Settings {
  const entries = Object.entries(settings)
  const known = entries.map(([, setting]) => environmentName(setting))
  const unknown = Object.keys(environment).find(name => name.startsWith(PREFIX) && !known.includes(name))
  if (unknown) throw new SettingError(`Unknown setting ${unknown}; did you mean ${nearestName(unknown, known)}?`)
  const values = entries.map(([key, setting]) => [key, readOne(setting, environment, flags)] as const)
  return Object.fromEntries(values) as Settings
}

function readOne(
  setting: Setting<unknown>,
  environment: Record<string, string | undefined>,
  flags: Record<string, string>,
) {
  const variable = environmentName(setting)
  const bare = setting.alsoBare ? environment[variable.slice(PREFIX.length)] : undefined
  const given = flags[setting.name] ?? environment[variable] ?? bare
  if (given === undefined) return setting.fallback
  const source = flags[setting.name] !== undefined ? `--${setting.name}` : variable
  try {
    return setting.parse(given)
  } catch (error) {
    if (error instanceof SettingError)
      throw new SettingError(`${source} ${error.message}${setting.isSecret ? '' : `, not “${given}”`}.`)
    throw error
  }
}
