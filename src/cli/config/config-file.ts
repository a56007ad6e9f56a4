import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { crawlLists } from '#shared/crawl-option-rows.ts'
import { genericMessage } from '#shared/errors.ts'
import { nearestName } from '#shared/nearest-name.ts'
import { type ConfigFile, UsageError } from '../command.ts'
import { configFileSchema } from './config-schema.ts'

/** Far more than a configuration takes. */
const MAX_BYTES = 2 * 1024 * 1024
/** Options and settings that name files and folders: relative to the configuration file. */
const pathNames: readonly string[] = [
  'urls',
  'output',
  'baseline',
  'report',
  'sitemap',
  'auth-file',
  'data',
  'certificate-file',
  'check-files',
]
const STANDARD_INPUT = '-'

/**
 * Reads a configuration file: JSON, or TypeScript or JavaScript whose default export is the configuration.
 *
 * @throws UsageError with a sentence for a file that cannot be read or does not fit.
 */
export async function readConfigFile(file: string): Promise<ConfigFile> {
  return parseConfig(file.endsWith('.json') ? await jsonOf(file) : await exportOf(file), file)
}

/**
 * `file` names the configuration in errors; names of files in it are relative to `folder`.
 * @throws UsageError that names the file and the wrong value.
 */
export function parseConfig(value: unknown, file: string, folder = path.dirname(file)): ConfigFile {
  const parsed = z.safeParse(configFileSchema, value, { error: genericMessage })
  if (!parsed.success) throw new UsageError(`${file}: ${problemOf(parsed.error)}.`)
  const { url, audit = {}, settings = {}, checks, mutes, thresholds, segments, rules } = parsed.data
  const website = {
    ...(checks && { checks }),
    ...(mutes && { mutes }),
    ...(thresholds && { thresholds }),
    ...(segments && { segments }),
    ...(rules && { rules }),
  }
  const texts = (values: Record<string, unknown>) => textsOf(values, folder)
  return {
    file,
    url,
    // A flag that takes no value is given or not.
    auditFlags: new Map(texts(audit).filter(([, text]) => text !== 'false')),
    settings: Object.fromEntries(texts(settings)),
    website: Object.keys(website).length > 0 ? website : null,
  }
}

/** Flags and settings of which each text may have blanks. */
const linedNames: ReadonlySet<string> = new Set([
  ...crawlLists.flatMap(row => ('isOnePerLine' in row ? [row.flag.name] : [])),
  'check-files',
])

function textsOf(values: Record<string, unknown>, folder: string): [name: string, text: string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return []
    const texts = Array.isArray(value) ? value.map(String) : [String(value)]
    const isPath = pathNames.includes(name)
    const resolved = texts.map(text => (isPath && text !== STANDARD_INPUT ? path.resolve(folder, text) : text))
    return [[name, resolved.join(linedNames.has(name) ? '\n' : ' ')]]
  })
}

function problemOf({ issues: [issue] }: z.core.$ZodError): string {
  const place = issue?.path.join('.') ?? ''
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    const known = namesAt(issue.path)
    const hint = known.length > 0 ? `; did you mean "${nearestName(key, known)}"?` : ''
    return `there is no "${[place, key].filter(Boolean).join('.')}"${hint.replace(/\?$/, '')}`
  }
  return [place, issue?.message].filter(Boolean).join(': ')
}

function namesAt([part, ...further]: readonly PropertyKey[]): string[] {
  if (further.length > 0) return []
  if (part === undefined) return Object.keys(configFileSchema.shape)
  if (part !== 'audit' && part !== 'settings') return []
  return Object.keys(configFileSchema.shape[part].def.innerType.shape)
}

async function jsonOf(file: string): Promise<unknown> {
  const unreadable = (error: NodeJS.ErrnoException) => {
    throw new UsageError(`The configuration file ${file} cannot be read (${error.code}).`)
  }
  const { size } = await stat(file).catch(unreadable)
  if (size > MAX_BYTES) throw new UsageError(`The configuration file ${file} is too large.`)
  const text = await readFile(file, 'utf8').catch(unreadable)
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new UsageError(`${file} is not valid JSON.`)
  }
}

async function exportOf(file: string): Promise<unknown> {
  const loaded: unknown = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw new UsageError(`${file} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`)
  })
  const hasDefault = typeof loaded === 'object' && loaded !== null && 'default' in loaded
  if (!hasDefault) throw new UsageError(`${file} has no default export.`)
  return loaded.default
}
