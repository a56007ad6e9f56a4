import path from 'node:path'

/** The file that holds everything remembered, in a data folder. */
export function databasePath(folder: string): string {
  return path.join(folder, 'sitesounder.sqlite')
}
