import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkList } from '#report/check-list.ts'
import { endpoints } from '#shared/api/endpoints.ts'
import { streams } from '#shared/api/streams.ts'
import { issueTypes } from '#shared/model.ts'
import { matchRoute } from '#shared/routes.ts'
import { type HelpSection, piecesOf, plainTextOf, sectionText } from './help-blocks.ts'
import { findHelp } from './help-search.ts'
import { helpSections } from './help-sections.ts'
import { issueTypeMeanings } from './issue-type-meanings.ts'

const sections = helpSections({ maxCrawlLimit: 2_000, ephemeralWords: '30 minutes' })
const checks = checkList({ ownChecks: [] })
const find = (search: string) => {
  const found = findHelp({ sections, checks }, search)
  return { sections: found.sections.map(section => section.id), checks: found.checks.map(check => check.id) }
}

describe('findHelp()', () => {
  it('returns everything for an empty search', () => {
    for (const search of ['', '   ']) {
      const found = find(search)
      assert.equal(found.sections.length, sections.length)
      assert.equal(found.checks.length, checks.length)
    }
  })

  it('matches all words, in any order and any case', () => {
    assert.deepEqual(find('LIMIT 2,000 crawl').sections, ['crawl', 'limits'])
    assert.deepEqual(find('f8').sections, ['keyboard'])
    assert.deepEqual(find('xylophone').sections, [])
  })

  it('finds checks by id, type and text, and shows only these', () => {
    assert.deepEqual(find('h1-missing'), { sections: ['checks'], checks: ['h1-missing'] })
    const found = find('missing alt tag')
    assert.ok(found.sections.includes('checks'))
    assert.ok(found.checks.includes('image-alt-missing') && found.checks.length < 10, found.checks.join())
  })

  it('keeps the section of the checks while they are loading', () => {
    const found = findHelp({ sections, checks: undefined }, 'xylophone')
    assert.deepEqual([found.sections.map(section => section.id), found.checks], [['checks'], []])
  })

  it('shows all checks when the text of their section matches', () => {
    const found = find('what is checked')
    assert.deepEqual(found.sections, ['checks'])
    assert.equal(found.checks.length, checks.length)
  })
})

describe('helpSections()', () => {
  it('takes every number from the constants of the product', () => {
    const words = sections.map(sectionText).join(' ')
    for (const fact of [
      '500 KB',
      '25,000 queries per day',
      '1 to 2,000',
      '30 minutes',
      '11 to 59 characters',
      '90 or more',
    ])
      assert.ok(words.includes(fact), fact)
  })

  it('has no two sections of one id', () => {
    assert.equal(new Set(sections.map(({ id }) => id)).size, sections.length)
  })

  const files = new Set<string>([...Object.values(endpoints), ...Object.values(streams)].map(row => row.path))
  for (const { section, href } of sections.flatMap(linksOf))
    it(`leads somewhere from ${section} to ${href}`, () => {
      const { pathname, hash } = new URL(href, 'https://help.test/help')
      if (pathname === '/help') assert.ok(sections.some(({ id }) => hash === `#${id}`))
      else assert.ok(files.has(pathname) || matchRoute(pathname).screen !== 'not-found')
    })

  it('has a meaning for every type of issue', () => {
    assert.deepEqual(Object.keys(issueTypeMeanings), [...issueTypes])
  })
})

function linksOf(section: HelpSection): { section: string; href: string }[] {
  const texts = JSON.stringify(section.blocks).match(/\[[^\]"]+\]\([^)"]+\)/g) ?? []
  return texts
    .flatMap(piecesOf)
    .flatMap(piece => (piece.kind === 'link' ? [{ section: section.id, href: piece.href }] : []))
}

describe('piecesOf()', () => {
  it('separates code and links from plain text', () => {
    assert.deepEqual(piecesOf('Press `/` or [go](/a?b=c#d), now'), [
      { kind: 'plain', text: 'Press ' },
      { kind: 'code', text: '/' },
      { kind: 'plain', text: ' or ' },
      { kind: 'link', text: 'go', href: '/a?b=c#d' },
      { kind: 'plain', text: ', now' },
    ])
    assert.equal(plainTextOf('Press `/` or [go](/a?b=c#d), now'), 'Press / or go, now')
  })

  it('leaves brackets that are no link alone', () => {
    assert.deepEqual(piecesOf('a [b] (c)'), [{ kind: 'plain', text: 'a [b] (c)' }])
  })
})
