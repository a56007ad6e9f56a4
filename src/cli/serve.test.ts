import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generatedAccountsText } from './serve.ts'

test('the generated passwords stand in a block that says how to change them', () => {
  const accounts = [
    { username: 'admin', password: 'aaaaa-bbbbb' },
    { username: 'user', password: 'ccccc-ddddd' },
  ]
  assert.equal(
    generatedAccountsText(accounts),
    `
Accounts were made. Their passwords are shown this once:

  admin  aaaaa-bbbbb
  user   ccccc-ddddd

For others, run "sitesounder users reset admin" and "sitesounder users reset user".
`,
  )
  assert.equal(
    generatedAccountsText(accounts.slice(0, 1)),
    `
An account was made. Its password is shown this once:

  admin  aaaaa-bbbbb

For another one, run "sitesounder users reset admin".
`,
  )
})
