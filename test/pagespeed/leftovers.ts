import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { until } from '../support/until.ts'

/** What measuring left behind in a folder for temporary files: its folders, and processes whose command line names them. */
export function leftovers(temporary: string): string[] {
  const folders = readdirSync(temporary).filter(name => name.startsWith('sitesounder-lighthouse-'))
  const commands = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n')
  return [...folders, ...commands.filter(command => command.includes(temporary)).map(each => each.slice(0, 80))]
}

/** Waits until nothing is left; the test runner's own deadline ends a wait in vain. */
export async function untilNothingIsLeft(temporary: string): Promise<void> {
  await until(() => leftovers(temporary).length === 0)
}
