import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { breadcrumbsOf } from './breadcrumbs.ts'

const listOf = (itemListElement: unknown) => {
  const raw = JSON.stringify({ '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement })
  return { jsonLd: [{ raw, line: 1, error: null, types: ['BreadcrumbList'] }] }
}
const stepsOf = (itemListElement: unknown) => breadcrumbsOf(listOf(itemListElement)).map(({ steps }) => steps.length)

describe('breadcrumbsOf()', () => {
  it('reads a hundred items: longer lists are no breadcrumbs', () => {
    const items = Array.from({ length: 101 }, (_, index) => ({ '@type': 'ListItem', position: index + 1 }))
    assert.deepEqual(stepsOf(items.slice(1)), [100])
    assert.deepEqual(stepsOf(items), [])
  })

  it('reads one item that is no list', () => assert.deepEqual(stepsOf({ '@type': 'ListItem', position: 1 }), [1]))

  it('cuts names at 300 characters and URLs at 2,000', () => {
    const long = (length: number) => 'x'.repeat(length)
    const [breadcrumb] = breadcrumbsOf(listOf([{ position: 1, name: long(301), item: long(2_001) }]))
    assert.deepEqual(breadcrumb?.steps, [{ position: '1', name: long(300), url: long(2_000) }])
  })

  it('takes the first URL that is a text', () => {
    const urlOf = (item: object) => breadcrumbsOf(listOf([{ position: 1, ...item }]))[0]?.steps[0]?.url
    assert.equal(urlOf({ item: ' ', url: '/a', '@id': '/b' }), '/a')
    assert.equal(urlOf({ item: { url: '/a' }, url: '/b' }), '/a')
    assert.equal(urlOf({ item: { '@id': '/a', url: '/b' } }), '/a')
    assert.equal(urlOf({ '@id': '/a' }), '/a')
    assert.equal(urlOf({}), null)
  })
})
