import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ImageEntry, isShownIssue, shownImages } from './image-issue-facts.ts'

const entry: ImageEntry = { src: 'https://a.example/b.png', issue: 'missing alt', isLarge: false, fileSize: null }
const details = (...imageData: ImageEntry[]) => ({ details: { imageData, evidence: [] } })

describe('shownImages()', () => {
  const rows: [string, Partial<ImageEntry>, object][] = [
    ['an image without the attribute', {}, { problem: 'Missing alt', isBroken: false, altText: { kind: 'missing' } }],
    [
      'an empty alt text',
      { issue: 'empty alt in a link', alt: ' ' },
      { problem: 'Empty alt in a link', isBroken: false, altText: { kind: 'empty' } },
    ],
    [
      'a file name',
      { issue: 'file name as alt', alt: 'IMG_1.jpg' },
      { problem: 'File name as alt', isBroken: false, altText: { kind: 'text', text: 'IMG_1.jpg' } },
    ],
    [
      'a large image, without a reported alt text',
      { issue: 'large', isLarge: true, fileSize: 600_000 },
      { problem: 'Large image', isBroken: false, altText: { kind: 'unknown' } },
    ],
    ['a broken image', { issue: 'broken' }, { problem: 'Broken image', isBroken: true, altText: { kind: 'unknown' } }],
    [
      'words of a check that came later',
      { issue: 'blurred' },
      { problem: 'blurred', isBroken: false, altText: { kind: 'unknown' } },
    ],
  ]
  for (const [name, overrides, expected] of rows)
    it(`reads ${name}`, () => {
      const image = { ...entry, ...overrides }
      assert.deepEqual(shownImages(details(image)), [{ ...image, ...expected }])
    })

  it('has none for an issue without images', () => assert.deepEqual(shownImages({ details: { evidence: [] } }), []))
})

describe('isShownIssue()', () => {
  const rows: [number | undefined, number | undefined, number | undefined, boolean][] = [
    [1, 0, 3, true],
    [0, 2, 3, true],
    [0, 0, 3, false],
    [1, 1, 0, false],
    [undefined, undefined, undefined, false],
  ]
  for (const [missingAltTags = 0, emptyAltTags = 0, totalImages = 0, expected] of rows)
    it(`${expected ? 'shows' : 'hides'} ${missingAltTags} missing and ${emptyAltTags} empty of ${totalImages}`, () => {
      const counts = { missingAltTags, emptyAltTags, totalImages, evidence: [] }
      assert.equal(isShownIssue({ type: 'missing_alt_tags', details: counts }), expected)
      assert.equal(isShownIssue({ type: 'image_issues', details: counts }), true)
    })

  it('shows an image that many pages share, which has no counts', () => {
    const imageData = [{ src: '/logo.png', issue: 'missing alt', isLarge: false, fileSize: null }]
    assert.equal(isShownIssue({ type: 'missing_alt_tags', details: { imageData, evidence: [] } }), true)
    assert.equal(isShownIssue({ type: 'missing_alt_tags', details: { evidence: [] } }), false)
  })
})
