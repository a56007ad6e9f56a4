import { nearestName } from '#shared/nearest-name.ts'
import { accountSettings } from './accounts.ts'
import { crawlSettings, renderingSettings } from './crawls.ts'
import { fetchSettings } from './fetching.ts'
import { monitoringSettings } from './monitoring.ts'
import { outboundSettings } from './outbound.ts'
import { pageSpeedSettings } from './page-speed.ts'
import { commandLineSettings, serverSettings } from './server.ts'
import { type Setting, SettingError } from './setting.ts'
import { visitorSettings } from './visitors.ts'

/**
 * Every operator setting: name, default, unit, bounds and one sentence. Each is an environment variable `SITESOUNDER_<NAME>` and
 * a command-line flag `--<name>`; a configuration file may set those that are no secrets. docs/settings.md is generated from here. Nothing else reads the
 * environment.
 */

export const settings = {
  ...serverSettings,
  ...accountSettings,
  ...visitorSettings,
  ...crawlSettings,
  ...fetchSettings,
  ...monitoringSettings,
  ...outboundSettings,
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

/** What a configuration file sets, by flag name. */
export interface FileSettings {
  file: string
  settings: Readonly<Record<string, string>>
}

/**
 * Settings from flags (by flag name), a configuration file and the environment: flags win over the file, the file over the environment.
 *
 * @throws SettingError one sentence that names the setting, what it must be, and the nearest known name of an unknown one.
 */
export function readSettings(
  environment: Record<string, string | undefined>,
  flags: Readonly<Record<string, string>> = {},
  file: FileSettings | null = null,
): Settings {
  const entries = Object.entries(settings)
  const known = entries.map(([, setting]) => environmentName(setting))
  const unknown = Object.keys(environment).find(name => name.startsWith(PREFIX) && !known.includes(name))
  if (unknown) throw new SettingError(`Unknown setting ${unknown}; did you mean ${nearestName(unknown, known)}?`)
  const values = entries.map(([key, setting]) => [key, readOne(setting, { environment, flags, file })] as const)
  return Object.fromEntries(values) as Settings
}

interface Sources {
  environment: Record<string, string | undefined>
  flags: Readonly<Record<string, string>>
  file: FileSettings | null
}

function readOne(setting: Setting<unknown>, sources: Sources): unknown {
  const given = givenText(setting, sources)
  if (given === null) return setting.fallback
  try {
    return setting.parse(given.text)
  } catch (error) {
    if (error instanceof SettingError)
      throw new SettingError(`${given.name} ${error.message}${setting.isSecret ? '' : `, not “${given.text}”`}.`)
    throw error
  }
}

interface GivenText {
  text: string
  /** For a person: the flag, the variable, or the entry of the file. */
  name: string
  source: string
}

function givenText(setting: Setting<unknown>, { environment, flags, file }: Sources): GivenText | null {
  const { name } = setting
  const flag = flags[name]
  if (flag !== undefined) return { text: flag, name: `--${name}`, source: 'flag' }
  const inFile = file?.settings[name]
  if (file && inFile !== undefined) return { text: inFile, name: `${file.file}: settings.${name}`, source: file.file }
  const variable = environmentName(setting)
  const bare = variable.slice(PREFIX.length)
  const found = [variable, ...(setting.alsoBare ? [bare] : [])].find(each => environment[each] !== undefined)
  const text = found === undefined ? undefined : environment[found]
  return text === undefined ? null : { text, name: variable, source: found ?? variable }
}

export interface SettingInForce {
  name: string
  /** Secrets are not shown. */
  text: string
  source: string
}

/** Every setting with its value as text and where that comes from: `default` for none. */
export function settingsInForce(
  environment: Sources['environment'],
  flags: Sources['flags'],
  file: FileSettings | null,
): SettingInForce[] {
  return Object.values(settings).map((setting: Setting<unknown>) => {
    const given = givenText(setting, { environment, flags, file })
    const { name, fallback, isSecret } = setting
    if (given === null)
      return {
        name,
        text: isSecret ? '' : Array.isArray(fallback) ? fallback.join(',') : String(fallback ?? ''),
        source: 'default',
      }
    return { name, text: isSecret ? '(not shown)' : given.text, source: given.source }
  })
}
