import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SEAL_KEY_BYTES, seal, unseal } from './sealed.ts'

const key = new Uint8Array(SEAL_KEY_BYTES).fill(1)
const at = { key, owner: 'website 1' }
const TEXT = 'a secret “text”'

describe('seal()', () => {
  it('hides the text, differently each time, for its key and owner alone', () => {
    const sealed = seal(TEXT, at)
    assert.notDeepEqual(sealed, seal(TEXT, at))
    assert.equal(Buffer.from(sealed).includes('secret'), false)
    assert.deepEqual(
      [
        unseal(sealed, at),
        unseal(sealed, { ...at, owner: 'website 2' }),
        unseal(sealed, { ...at, key: new Uint8Array(SEAL_KEY_BYTES).fill(2) }),
      ],
      [TEXT, null, null],
    )
  })

  it('notices every changed and every missing byte', () => {
    const sealed = seal(TEXT, at)
    for (const index of sealed.keys()) {
      const changed = Uint8Array.from(sealed)
      changed[index] = (changed[index] ?? 0) ^ 1
      assert.deepEqual([unseal(changed, at), unseal(sealed.subarray(0, index), at)], [null, null], `byte ${index}`)
    }
  })
})
