import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screenNames } from '#shared/routes.ts'
import { plannedScreen } from './planned-screens.ts'

const built = ['landing', 'dashboard', 'errors', 'broken-links', 'pages-list', 'operations', 'users', 'not-found']

test('plannedScreen() has words for every screen that is not built, and for no other', () => {
  const planned = screenNames.filter(screen => plannedScreen(screen, { websiteId: null, url: '' }))
  assert.deepEqual(
    planned,
    screenNames.filter(screen => !built.includes(screen)),
  )
})

test('plannedScreen() keeps the website and the page in its links', () => {
  const links = plannedScreen('page-insights', { websiteId: 4, url: 'https://a.example/?b=c' })?.links
  assert.deepEqual(
    links?.map(link => link.href),
    ['/errors/4?url=https%3A%2F%2Fa.example%2F%3Fb%3Dc', '/pages-list/4?search=https%3A%2F%2Fa.example%2F%3Fb%3Dc'],
  )
})
