import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageFactsWith, renderedWith } from '#checks/test-facts.ts'
import { pageFactsSchema } from '#shared/page-detail.ts'
import { pageFactsResponse } from './page-detail-facts.ts'
import { renderingResponse } from './page-detail-rendering.ts'

describe('renderingResponse()', () => {
  it('says nothing of a page whose scripts were not run', () => assert.equal(renderingResponse(pageFactsWith()), null))

  it('says why a page could not be rendered', () => {
    const rendering = { isRendered: false, why: 'it made its browser tab crash' } as const
    assert.deepEqual(renderingResponse(pageFactsWith({ rendering })), rendering)
  })

  it('names what the source says otherwise, and nothing else', () => {
    const rendering = renderedWith({
      isCut: true,
      addedWordCount: 20,
      raw: { title: 'Loading', wordCount: 300, lang: null },
    })
    assert.deepEqual(renderingResponse(pageFactsWith({ rendering })), {
      isRendered: true,
      isCut: true,
      isTruncated: false,
      redirectUrl: null,
      addedWordCount: 20,
      differences: [
        { name: 'Title', source: 'Loading', rendered: 'Sounding the harbour' },
        { name: 'Language', source: '', rendered: 'en' },
        { name: 'Words in the main text', source: '300', rendered: '320' },
      ],
    })
  })

  it('fits the contract', () => {
    const answer = pageFactsResponse(
      pageFactsWith({ rendering: renderedWith({ redirectUrl: 'https://example.com/new' }) }),
      new Map(),
    )
    assert.deepEqual(pageFactsSchema.parse(answer), answer)
  })
})
