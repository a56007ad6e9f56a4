import { terminalText } from './report/terminal-text.ts'
import type { AccountRow } from './store/store.ts'

export type ListedUser = Pick<AccountRow, 'id' | 'username' | 'role' | 'isDisabled' | 'lastSignInMs'> & {
  websiteCount: number
}

const HEADINGS = ['id', 'name', 'role', 'state', 'last sign-in', 'websites']

/** Users for a person at a terminal, one a line below a line of headings, ending in a line end. */
export function usersTable(users: readonly ListedUser[]): string {
  const rows = [HEADINGS, ...users.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const lines = rows.map(row => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return lines.map(line => `${line.trimEnd()}\n`).join('')
}

function cellsOf({ id, username, role, isDisabled, lastSignInMs, websiteCount }: ListedUser): string[] {
  const state = isDisabled ? 'disabled' : 'enabled'
  return [String(id), terminalText(username), role, state, minuteText(lastSignInMs), String(websiteCount)]
}

function minuteText(ms: number | null): string {
  return ms === null ? 'never' : `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
