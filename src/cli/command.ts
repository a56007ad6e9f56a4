import { type FileSettings, type Settings, settings } from '#settings/config.ts'
import type { SettingsFile } from '#shared/api/website-settings.ts'

/** One command of the command line; its file exports it as `command`. */
export interface Command {
  /** Its own flags, besides the settings. */
  flags: FlagTable
  /** What may follow its name, as a shell completes it: actions, or ids that every installation has. */
  words?: readonly string[]
  help: CommandHelp
  /** Exit code when it throws. */
  failedCode: number
  /** It goes by no configuration file, and must run beside one that is not valid. */
  readsNoConfig?: true
  /** Resolves with the exit code. */
  run(input: CommandInput): Promise<number>
}

export type FlagTable = Readonly<Record<string, Flag>>

interface Flag {
  type: 'string' | 'boolean'
  short?: string
  /** The values that there are, as a shell completes them. */
  choices?: readonly string[]
}

/** What `sitesounder COMMAND --help` shows. */
export interface CommandHelp {
  /** Each form with a short description. */
  usage: string
  /** Its own options, besides the settings. */
  options?: string
  exitCodes: string
  takesSettings?: boolean
  examples: string
}

/** A configuration file as read; flags override it, and it overrides the environment. */
export interface ConfigFile extends FileSettings {
  /** What `audit` crawls where no URL is named. */
  url: string | undefined
  /** Options of `audit` as texts, by the names of their flags. */
  auditFlags: ReadonlyMap<string, string>
  /** What is decided about the website, as `audit --settings` reads it; null where nothing is. */
  website: SettingsFile | null
}

export interface CommandInput {
  operands: readonly string[]
  flags: ReadonlyMap<string, string>
  settings: Settings
  /** Of the flags that are settings, as they were given. */
  settingFlags: Readonly<Record<string, string>>
  /** Every command by its name, in the order of the help. */
  loadCommands(): Promise<ReadonlyMap<string, Command>>
  /** The configuration file in force; null where there is none. */
  config: ConfigFile | null
}

/** The command was called in a wrong way; the message is one sentence. */
export class UsageError extends Error {}

export const EXIT_FAILED = 1
export const EXIT_USAGE = 2

/**
 * Calls back for the signals that request the end of a process. Started by npm, the process also ends when npm's shell does: the shell
 * takes the signal and leaves its child running, holding the port.
 */
export function onEndRequested(callback: (signal: string) => void): () => void {
  const parent = process.ppid
  const onSignal = (signal: string) => callback(signal)
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  const isUnderNpm = process.env.npm_lifecycle_event !== undefined
  const timer = isUnderNpm
    ? setInterval(() => process.ppid !== parent && callback('SIGTERM'), PARENT_WATCH_MS)
    : undefined
  timer?.unref()
  return () => {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
    clearInterval(timer)
  }
}

const PARENT_WATCH_MS = 500

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
