import type { FamilyReport } from './family.ts'
import { login } from './sessions.ts'
import { passwords, type Target } from './target.ts'
import { headersOf } from './wire.ts'

/** What a script, another site, another host or a plain connection could do with a cookie. The target's login must be possible. */
export async function cookieAttributes(target: Target, family: FamilyReport): Promise<void> {
  const isHttps = target.ownOrigin.startsWith('https:')
  const document = await target.send({ path: '/' })
  const signIn = await login(target, { username: 'user', password: passwords.user })
  const set = [document, signIn].flatMap(response => headersOf(response, 'set-cookie'))
  for (const line of set.filter(each => !each.includes('=;'))) {
    const [pair = '', ...attributes] = line.split('; ')
    const has = (attribute: string) => attributes.includes(attribute)
    const name = pair.split('=')[0] ?? ''
    const lacks = (what: string, isGood: boolean) => family.tried(`${name} ${what}`, isGood ? null : line)
    lacks('is read by scripts', has('HttpOnly'))
    lacks('rides on posts of other sites', has('SameSite=Lax') || has('SameSite=Strict'))
    lacks('holds for a folder, where another may stand in front of it', has('Path=/'))
    lacks('goes to other hosts of the domain', !attributes.some(each => each.startsWith('Domain')))
    lacks(
      'never ends',
      attributes.some(each => /^Max-Age=[1-9]\d*$/.test(each)),
    )
    // A signed id has its 256 bits after the dot.
    lacks('is too short to be a secret', /^[^=]+=(?:[\w-]{22}\.)?[\w-]{43}$/.test(pair))
    if (isHttps) lacks('goes over plain connections', has('Secure') && name.startsWith('__Host-'))
  }
  family.tried('cookies of a document and a sign-in', set.length >= 2 ? null : `there are ${set.length}`)
}
