import type { UserResponse } from '#shared/api/users.ts'

/** Users whose name or role contains the text, whatever its case; all of them for an empty one. */
export function visibleUsers(users: readonly UserResponse[], search: string): UserResponse[] {
  const sought = search.trim().toLowerCase()
  return users.filter(({ username, role }) => [username, role].some(text => text.toLowerCase().includes(sought)))
}
