/** The passwords that were generated at the first start, for the operator at the terminal. */
export function generatedAccountsText(accounts: readonly { username: string; password: string }[]): string {
  const width = Math.max(...accounts.map(({ username }) => username.length))
  const lines = accounts.map(({ username, password }) => `  ${username.padEnd(width)}  ${password}`)
  const isOne = accounts.length === 1
  const commands = accounts.map(({ username }) => `"sitesounder users reset ${username}"`).join(' and ')
  return `
${isOne ? 'An account was made. Its password is' : 'Accounts were made. Their passwords are'} shown this once:

${lines.join('\n')}

For ${isOne ? 'another one' : 'others'}, run ${commands}.
`
}
