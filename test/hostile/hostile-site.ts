import { characterRoutes } from './character-routes.ts'
import { codingRoutes } from './coding-routes.ts'
import { type HostileRoute, type HostileServer, type Respond, startHostileServer } from './hostile-server.ts'
import { redirectRoutes } from './redirect-routes.ts'
import { plain } from './responses.ts'
import { statusRoutes } from './status-routes.ts'
import { structureRoutes } from './structure-routes.ts'
import { timeRoutes } from './time-routes.ts'
import { endlessRoutes, endlessSite, trapRoutes } from './trap-routes.ts'
import { typeRoutes } from './type-routes.ts'
import { wireRoutes } from './wire-routes.ts'

/**
 * All misbehaviour on one site. What breaks off or keeps a crawl waiting is linked from the start page, so that it is requested
 * at once; statuses that make a polite crawler slow down stand a click deeper, and traps without end another one.
 */
const levels: readonly (readonly RouteFamily[])[] = [
  [
    { name: 'transport and HTTP syntax', routes: wireRoutes },
    { name: 'time', routes: timeRoutes },
    { name: 'content codings and sizes', routes: codingRoutes },
    { name: 'redirects and cookies', routes: redirectRoutes },
    { name: 'characters', routes: characterRoutes },
    { name: 'structure', routes: structureRoutes },
    { name: 'content types', routes: typeRoutes },
    { name: 'spellings and circles', routes: trapRoutes },
  ],
  [{ name: 'statuses', routes: statusRoutes }],
  [{ name: 'traps without end', routes: endlessRoutes }],
]

export interface RouteFamily {
  name: string
  routes: readonly HostileRoute[]
}

/** Plain pages between the others; they must come out as if nothing else were there. */
const plainRoutes: readonly HostileRoute[] = Array.from({ length: 10 }, (_, index) => ({
  path: `/plain/${index}`,
  respond: plain(`Plain page ${index}`),
  expected: { status: 200, failure: '', title: `Plain page ${index}`, h1: `Plain page ${index}` },
}))

export const routeFamilies: readonly RouteFamily[] = [{ name: 'plain pages', routes: plainRoutes }, ...levels.flat()]

export function startHostileSite(): Promise<HostileServer> {
  const routes = new Map<string, Respond>(
    routeFamilies.flatMap(({ routes: family }) => family.map(({ path, respond }) => [path, respond] as const)),
  )
  levels.forEach((families, level) => {
    const listed = families.flatMap(family => family.routes)
    const links = [...(level === 0 ? plainRoutes : []), ...listed].map(linkTo)
    if (level + 1 < levels.length) links.push(`<a href="/level-${level + 1}">Next level</a>`)
    routes.set(level === 0 ? '/' : `/level-${level}`, exchange => {
      const port = String(exchange.socket.localPort)
      plain(`Level ${level}`, links.join('\n').replaceAll('PORT', port))(exchange)
    })
  })
  routes.set('/idle', plain('A page that leads nowhere'))
  return startHostileServer(routes, endlessSite)
}

function linkTo({ path, link = path }: HostileRoute): string {
  if (link.startsWith('<')) return link.replace('PATH', path)
  return link === '' ? '' : `<a href="${link}">${path}</a>`
}
