import { terminalText } from '#report/terminal-text.ts'
import type { AccountRow } from '#store/store.ts'
import { textTable } from './text-table.ts'

export type ListedUser = Pick<AccountRow, 'id' | 'username' | 'role' | 'isDisabled' | 'lastSignInMs'> & {
  websiteCount: number
}

const HEADINGS = ['id', 'name', 'role', 'state', 'last sign-in', 'websites']

/** Users for a person at a terminal, one a line below a line of headings, ending in a line end. */
export function usersTable(users: readonly ListedUser[]): string {
  return textTable([HEADINGS, ...users.map(cellsOf)])
}

function cellsOf({ id, username, role, isDisabled, lastSignInMs, websiteCount }: ListedUser): string[] {
  const state = isDisabled ? 'disabled' : 'enabled'
  return [String(id), terminalText(username), role, state, minuteText(lastSignInMs), String(websiteCount)]
}

function minuteText(ms: number | null): string {
  return ms === null ? 'never' : `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
