import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Place } from '#shared/model.ts'
import { groupPlaces, placeGroupTitle } from './issue-places.ts'

const place = (sourceUrl: string, region: Place['region'], path: string): Place => ({
  sourceUrl,
  text: 'Imprint',
  region,
  path,
  line: 1,
})

describe('groupPlaces()', () => {
  it('puts the same spot of many pages into one group, largest first', () => {
    const groups = groupPlaces([
      place('https://a.example/1', 'main', 'main > a'),
      place('https://a.example/1', 'footer', 'footer > a'),
      place('https://a.example/2', 'footer', 'footer > a'),
    ])
    assert.deepEqual(
      groups.map(group => [group.path, group.places.length]),
      [
        ['footer > a', 2],
        ['main > a', 1],
      ],
    )
  })

  it('keeps equal paths of different regions apart', () => {
    const groups = groupPlaces([place('https://a.example/', 'nav', 'a'), place('https://a.example/', 'main', 'a')])
    assert.equal(groups.length, 2)
  })

  it('counts a page once per spot', () => {
    const twice = place('https://a.example/', 'nav', 'a')
    assert.equal(groupPlaces([twice, { ...twice, line: 9 }])[0]?.places.length, 1)
  })

  it('takes names of built-in properties for paths like any other', () => {
    assert.equal(groupPlaces([place('https://a.example/', 'main', '__proto__')]).length, 1)
  })
})

describe('placeGroupTitle()', () => {
  const one = place('https://a.example/', 'footer', 'a')
  it('says where and on how many pages', () => {
    assert.equal(placeGroupTitle({ region: 'footer', places: [one] }), 'in the footer of 1 page')
    assert.equal(placeGroupTitle({ region: 'nav', places: [one, one] }), 'in the navigation of 2 pages')
  })
})
