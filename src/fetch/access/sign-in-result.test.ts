import assert from 'node:assert/strict'
import { it } from 'node:test'
import { credentialsSchema } from '#shared/credentials.ts'
import { withoutSecrets } from './sign-in-result.ts'

it('withoutSecrets() hides values with several blanks, of which pages show one', () => {
  const user = { name: 'ann', password: 'two  blanks' }
  const credentials = credentialsSchema.parse({ origins: ['https://a.test'], user })
  assert.equal(withoutSecrets('ann typed two  blanks,\n and two blanks', credentials), 'ann typed •••, and •••')
})
