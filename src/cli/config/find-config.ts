import { existsSync } from 'node:fs'
import path from 'node:path'
import { type ConfigFile, UsageError } from '../command.ts'

/** In JSON, which `sitesounder init` writes. */
export const CONFIG_FILE = 'sitesounder.config.json'
const CONFIG_NAMES = [CONFIG_FILE, 'sitesounder.config.ts', 'sitesounder.config.mjs']
/** As the value of `--config`: no file is read. */
const NO_FILE = 'none'

/**
 * The configuration file that is in force: the one that is named, else the first that lies in `folder` or above it; null for none. What
 * reads it is loaded only when there is one.
 *
 * @throws UsageError for a file that cannot be used, and for two in one folder.
 */
export async function findConfig(named: string | undefined, folder: string): Promise<ConfigFile | null> {
  if (named === NO_FILE) return null
  const file = named === undefined ? nearestFile(folder) : path.resolve(folder, named)
  if (file === null) return null
  const { readConfigFile } = await import('./config-file.ts')
  return await readConfigFile(file)
}

function nearestFile(folder: string): string | null {
  const found = CONFIG_NAMES.map(name => path.join(folder, name)).filter(file => existsSync(file))
  const [file, other] = found
  if (file !== undefined && other !== undefined)
    throw new UsageError(`There are two configuration files, ${file} and ${other}: keep one.`)
  if (file !== undefined) return file
  const parent = path.dirname(folder)
  return parent === folder ? null : nearestFile(parent)
}
