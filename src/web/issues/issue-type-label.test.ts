import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { issueTypeLabel, typesContaining } from './issue-type-label.ts'

describe('issueTypeLabel()', () => {
  for (const [type, label] of [
    ['broken_link', 'Broken link'],
    ['missing_alt_tags', 'Missing alt tags'],
    ['redirect', 'Redirect'],
    ['ai_issue', 'AI issue'],
    ['url_issue', 'URL issue'],
  ] as const)
    it(`writes ${type} as ${label}`, () => assert.equal(issueTypeLabel(type), label))
})

describe('typesContaining()', () => {
  it('finds a type by each word of its name', () => {
    assert.deepEqual(typesContaining('broken'), ['broken_link'])
    assert.deepEqual(typesContaining('redirect'), ['redirect'])
    assert.deepEqual(typesContaining('duplicate'), ['duplicate'])
    assert.deepEqual(typesContaining('meta'), ['meta_issue'])
  })
})
