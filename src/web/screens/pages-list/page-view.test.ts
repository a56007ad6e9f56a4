import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defaultPageColumns } from '#shared/page-columns.ts'
import { filterOf, readView, type ViewState, viewDefaults, viewText, writeColumns, writeFilters } from './page-view.ts'

const stateOf = (changed: Partial<ViewState>): ViewState => ({ ...viewDefaults, ...changed })

describe('readView()', () => {
  test('reads what the screen writes', () => {
    assert.deepEqual(
      readView(
        stateOf({
          search: ' shoes ',
          status: '4xx',
          segment: 'Shop',
          filters: 'words:under:1000;url:not-contains:/20',
          columns: 'url,words,depth',
          sort: 'words',
          order: 'descending',
        }),
      ),
      {
        search: 'shoes',
        status: '4xx',
        segment: 'Shop',
        conditions: [
          { column: 'words', operator: 'under', value: 1_000 },
          { column: 'url', operator: 'not-contains', value: '/20' },
        ],
        columns: ['url', 'words', 'depth'],
        sort: 'words',
        order: 'descending',
      },
    )
  })

  test('takes the links of other screens as conditions', () => {
    const conditionsOf = (changed: Partial<ViewState>) => readView(stateOf(changed)).conditions
    assert.deepEqual(conditionsOf({ indexability: 'noindex' }), [
      { column: 'indexability', operator: 'is', value: 'noindex' },
    ])
    assert.deepEqual(conditionsOf({ depth: '2' }), [{ column: 'depth', operator: 'is', value: 2 }])
    assert.deepEqual(conditionsOf({ depth: '-1' }), [{ column: 'foundBy', operator: 'is', value: 'sitemap' }])
  })

  test('ignores what nothing writes', () => {
    const nonsense = stateOf({
      status: '9xx',
      indexability: 'perhaps',
      depth: 'deep',
      filters: 'nothing',
      sort: 'colour',
      order: 'sideways',
    })
    assert.deepEqual(readView(nonsense), {
      search: '',
      status: undefined,
      segment: '',
      conditions: [],
      columns: defaultPageColumns,
      sort: undefined,
      order: 'ascending',
    })
  })

  test('begins the columns with the URL, and has each once', () => {
    assert.deepEqual(readView(stateOf({ columns: 'words,nothing,url,words' })).columns, ['url', 'words'])
  })
})

test('writeColumns() writes nothing for the columns that are shown without a choice', () => {
  assert.equal(writeColumns(defaultPageColumns), '')
  assert.equal(writeColumns(['url', 'words']), 'url,words')
})

test('writeFilters() leaves no parameter of a link beside the conditions, and goes to the first page', () => {
  assert.deepEqual(writeFilters([{ column: 'depth', operator: 'is', value: 2 }]), {
    filters: 'depth:is:2',
    indexability: '',
    depth: '',
    page: '1',
  })
})

test('filterOf() sends what is set', () => {
  assert.deepEqual(filterOf(readView(stateOf({}))), {})
  assert.deepEqual(filterOf(readView(stateOf({ search: 'a', filters: 'depth:is:2', sort: 'words' }))), {
    search: 'a',
    filters: 'depth:is:2',
    sort: 'words',
    order: 'ascending',
  })
})

test('viewText() is the same for the same view', () => {
  const linked = stateOf({ depth: '2', columns: defaultPageColumns.join(','), order: 'descending' })
  assert.equal(viewText(linked), viewText(stateOf({ filters: 'depth:is:2' })))
  assert.equal(viewText(stateOf({})), '')
  assert.notEqual(viewText(stateOf({ sort: 'words', order: 'descending' })), viewText(stateOf({ sort: 'words' })))
})
