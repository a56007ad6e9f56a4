import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { layoutOf, violationsOf } from './audit-results.ts'

const node = { path: '#a', tag: '<p id="a">', summary: 'Fix it' }
const violation = {
  rule: 'label',
  impact: 'serious',
  help: 'Help',
  helpUrl: 'https://help.test/',
  total: 1,
  nodes: [node],
}
const element = { path: '#wide', tag: '<div id="wide">', right: 500 }
const layout = { width: 360, scrollWidth: 500, isApproximate: false, elements: [element] }

const notRecords = [null, undefined, 1, 'text', []]

describe('violationsOf()', () => {
  it('takes violations that are serious or critical', () => {
    const critical = { ...violation, impact: 'critical' }
    assert.deepEqual(violationsOf([violation, critical]), [violation, critical])
  })

  it('takes forty, five elements of each, and 300 characters of a text', () => {
    const long = { ...violation, help: 'x'.repeat(301), nodes: Array(6).fill({ ...node, path: 'y'.repeat(301) }) }
    const found = violationsOf(Array(41).fill(long))
    assert.deepEqual([found?.length, found?.[0]?.nodes.length], [40, 5])
    assert.deepEqual([found?.[0]?.help.length, found?.[0]?.nodes[0]?.path.length], [300, 300])
  })

  it('omits what a page has put in their place', () => {
    const wrong = [{ impact: 'minor' }, { total: '1' }, { nodes: null }].map(changes => ({ ...violation, ...changes }))
    assert.deepEqual(violationsOf([...notRecords, ...wrong]), [])
    const texts = { ...violation, rule: 1, help: null, helpUrl: {}, nodes: [null, 'text', { path: 1 }] }
    const empty = { path: '', tag: '', summary: '' }
    assert.deepEqual(violationsOf([texts]), [
      { rule: '', impact: 'serious', help: '', helpUrl: '', total: 1, nodes: [empty] },
    ])
    assert.equal(violationsOf([{ ...violation, help: 'a\ud800' }])?.[0]?.help, 'a\ufffd')
  })

  for (const value of ['too large', null, undefined, {}])
    it(`has none where the rules were not run: ${value}`, () => assert.equal(violationsOf(value), undefined))
})

describe('layoutOf()', () => {
  it('takes the widths, and five elements', () => {
    assert.deepEqual(layoutOf(layout), layout)
    assert.equal(layoutOf({ ...layout, elements: Array(6).fill(element) })?.elements.length, 5)
    assert.equal(layoutOf({ ...layout, isApproximate: true })?.isApproximate, true)
    assert.equal(layoutOf({ ...layout, isApproximate: 'yes' })?.isApproximate, false)
  })

  it('omits what a page has put in the place of an element', () => {
    const elements = [null, 1, { ...element, right: '500' }, element]
    assert.deepEqual(layoutOf({ ...layout, elements })?.elements, [element])
    const unnamed = [{ right: 500 }]
    assert.deepEqual(layoutOf({ ...layout, elements: unnamed })?.elements, [{ path: '', tag: '', right: 500 }])
  })

  it('is none without widths or elements', () => {
    const wrong = [{ width: '360' }, { scrollWidth: null }, { elements: {} }].map(changes => ({
      ...layout,
      ...changes,
    }))
    for (const value of [...notRecords, ...wrong]) assert.equal(layoutOf(value), null)
  })
})
