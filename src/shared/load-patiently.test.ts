import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadPatiently } from './load-patiently.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

describe('loading late', () => {
  for (const code of ['EMFILE', 'ENFILE'])
    it(`waits while there is no handle (${code})`, async () => {
      const failures = [failure(code), failure(code)]
      const loaded = await loadPatiently(async () => {
        const refused = failures.pop()
        if (refused) throw refused
        return 'code'
      })
      assert.equal(loaded, 'code')
      assert.equal(failures.length, 0)
    })

  it('fails at once for any other reason', async () => {
    let attempts = 0
    const load = async () => {
      attempts++
      throw failure('ENOENT')
    }
    await assert.rejects(loadPatiently(load), { code: 'ENOENT' })
    assert.equal(attempts, 1)
  })
})
