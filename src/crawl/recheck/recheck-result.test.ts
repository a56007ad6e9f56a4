import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NewIssue } from '#shared/model.ts'
import type { IssueRow } from '#store/store.ts'
import { type RecheckFindings, resultOfRecheck } from './recheck-result.ts'

const A = 'https://site.test/a'
const B = 'https://site.test/b'

function issue(changes: Partial<NewIssue> = {}): IssueRow {
  return {
    id: 1,
    checkId: 'title-missing',
    type: 'meta_issue',
    severity: 'error',
    message: '',
    pageUrl: A,
    details: { evidence: [] },
    affectedCount: 1,
    isHostWide: false,
    discoveredMs: 1,
    ...changes,
  }
}

const twoPages = issue({ details: { affectedUrls: [A, B], evidence: [] }, affectedCount: 2 })
const passed = { passed: 1, failed: 0, skipped: {} }

/** Nothing is found any more, all was looked at; the things of an issue are its message's words. */
function resultOf(changes: Partial<RecheckFindings>) {
  return resultOfRecheck({
    issue: issue({ message: 'x' }),
    plan: { affected: { visited: [A], total: 1 }, isWhole: true },
    obstacle: null,
    found: [],
    counter: passed,
    unread: [],
    isTargetChecked: false,
    unknownUrl: null,
    partsOf: ({ message }) => message.split(' '),
    ...changes,
  })
}

describe('an issue that is checked again', () => {
  const cases: [string, Partial<RecheckFindings>, string, RegExp][] = [
    ['is fixed where the check is content', {}, 'fixed', /^It is fixed\.$/],
    ['stays where it is found again', { found: [issue({ message: 'x' })] }, 'stays', /^It is still so\.$/],
    [
      'stays with what is left of its things',
      { issue: issue({ message: 'x y z' }), found: [issue({ message: 'y new' })] },
      'stays',
      /^2 of 3 are fixed, the others are still so\.$/,
    ],
    [
      'stays with what is left of its pages',
      {
        issue: { ...twoPages, message: 'x' },
        plan: { affected: { visited: [A, B], total: 2 }, isWhole: true },
        found: [issue({ message: 'x', details: { affectedUrls: [B], evidence: [] } })],
      },
      'stays',
      /^1 of the 2 pages checked is fixed, the others are still so\.$/,
    ],
    [
      'has changed where its page shows something else',
      { found: [issue({ message: 'y' })] },
      'changed',
      /something else/,
    ],
    [
      'has changed where its page shows something else, with lists of other pages',
      { found: [issue({ message: 'y', details: { affectedUrls: [B], evidence: [] } })] },
      'changed',
      /something else/,
    ],
    [
      'has changed where one of its further pages shows something else',
      { issue: { ...twoPages, message: 'x' }, found: [issue({ message: 'y', pageUrl: B })] },
      'changed',
      /something else/,
    ],
    [
      'is fixed where something is found elsewhere',
      { found: [issue({ message: 'y', pageUrl: B })] },
      'fixed',
      /^It is fixed\.$/,
    ],
    [
      'has changed where a page cannot be read',
      { unread: [{ url: A, because: 'returns 500 now' }] },
      'changed',
      /^https:\/\/site\.test\/a returns 500 now, so it cannot be checked/,
    ],
    [
      'has changed where it is no longer checked',
      { counter: { passed: 0, failed: 0, skipped: { 'The page has noindex': 1 } } },
      'changed',
      /^This is not checked any more: the page has noindex\.$/,
    ],
    ['has no result where the check checked nothing', { counter: null }, 'cannot-tell', /nothing to check/],
    [
      'stays where it is found before the look was cut off',
      { issue: issue({ message: 'x y' }), found: [issue({ message: 'x' })], obstacle: 'Too slow.' },
      'stays',
      /^It is still so\.$/,
    ],
    ['has no result where the recheck was cut off', { obstacle: 'Too slow.' }, 'cannot-tell', /^Too slow\.$/],
    [
      'has no result where it touches more pages than were looked at',
      { plan: { affected: { visited: [A], total: 7 }, isWhole: true } },
      'cannot-tell',
      /^Fixed on the 1 page checked; the issue touches 7\./,
    ],
    [
      'has no result where its own list was cut',
      { plan: { affected: { visited: [A], total: 1 }, isWhole: false } },
      'cannot-tell',
      /names more URLs/,
    ],
    [
      'is fixed where the one target responds well, whatever other pages name it',
      { plan: { affected: { visited: [A], total: 7 }, isWhole: false }, isTargetChecked: true },
      'fixed',
      /^It is fixed\.$/,
    ],
    [
      'has no result where a page names a URL that was not requested',
      { unknownUrl: B },
      'cannot-tell',
      /site\.test\/b is named now/,
    ],
  ]
  for (const [name, changes, result, sentence] of cases)
    it(name, () => {
      const rechecked = resultOf(changes)
      assert.equal(rechecked.result, result)
      assert.match(rechecked.sentence, sentence)
    })
})
