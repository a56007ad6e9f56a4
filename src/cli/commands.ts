import type { Command, CommandHelp } from './command.ts'

/** The commands by name, in the order of the help. Each is loaded when it is called, and imports what it needs. */
export const commands: ReadonlyMap<string, () => Promise<{ command: Command }>> = new Map([
  ['serve', () => import('./serve.ts')],
  ['worker', () => import('./worker.ts')],
  ['audit', () => import('./audit/audit.ts')],
  ['pagespeed', () => import('./pagespeed.ts')],
  ['crawls', () => import('./crawls.ts')],
  ['schedules', () => import('./schedules.ts')],
  ['shares', () => import('./shares.ts')],
  ['issues', () => import('./issues.ts')],
  ['compare', () => import('./compare.ts')],
  ['explain', () => import('./explain.ts')],
  ['mcp', () => import('./mcp.ts')],
  ['scope', () => import('./scope.ts')],
  ['robots', () => import('./robots.ts')],
  ['logs', () => import('./logs.ts')],
  ['readiness', () => import('./readiness.ts')],
  ['users', () => import('./users.ts')],
  ['config', () => import('./config.ts')],
  ['init', () => import('./init.ts')],
  ['backup', () => import('./backup.ts')],
  ['doctor', () => import('./doctor.ts')],
  ['completion', () => import('./completion/completion.ts')],
  ['migrate', () => import('./migrate.ts')],
])

/** Every command, by its name. */
export async function loadCommands(): Promise<ReadonlyMap<string, Command>> {
  return new Map(await Promise.all([...commands].map(async ([name, load]) => [name, (await load()).command] as const)))
}

/** The help of each command, by its name. */
export async function loadHelps(): Promise<ReadonlyMap<string, CommandHelp>> {
  return new Map([...(await loadCommands())].map(([name, { help }]) => [name, help]))
}
