import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLogoutUrl } from './logout-urls.ts'

const rows: [path: string, isLogout: boolean][] = [
  ['/logout', true],
  ['/logout/', true],
  ['/account/logout.php', true],
  ['/Account/LogOff', true],
  ['/users/sign_out', true],
  ['/wp-login.php?action=logout&_wpnonce=1', true],
  ['/index.php?logout=1', true],
  ['/user/do-logout', true],
  ['/de/abmelden', true],
  ['/d%C3%A9connexion', true],
  ['/?option=user;task=signout', true],
  ['/blog/how-to-log-out/', false],
  ['/logout-guide', false],
  ['/login', false],
  ['/catalogout', false],
  ['/?from=/logouts', false],
  ['/%ff/page', false],
  ['/', false],
]
for (const [path, isLogout] of rows)
  test(`${path} ${isLogout ? 'ends' : 'does not end'} a sign-in`, () =>
    assert.equal(isLogoutUrl(`https://example.com${path}`), isLogout))
