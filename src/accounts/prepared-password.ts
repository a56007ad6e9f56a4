/** A password as it is hashed and judged (RFC 8265, OpaqueString): NFC, any space is the ASCII one, case is kept. */
export function preparedPassword(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFC')
}
