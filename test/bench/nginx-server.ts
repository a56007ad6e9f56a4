import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import type { BenchSite } from './crawl/bench-site.ts'

export interface BenchServer {
  origin: string
  /** What serves, with its version. */
  name: string
  stop(): Promise<void>
  /** What is served beyond the site, and the file in which every request is noted; null where only pages are requested. */
  beyond: ServedBeyond | null
}

export interface ServedBeyond {
  /** Origins of other sites, on ports of this machine: `/alive/` is there, the rest is not. */
  otherSites: readonly [string, ...string[]]
  log: string
}

/** Ports that stand for other sites. */
export const OTHER_SITES = 4

const START_TRIES = 100
const START_PAUSE_MS = 50

/** Serves the pages of a folder with nginx, one process of it, as they lie there; null where nginx is not installed. */
export async function startNginx(
  site: BenchSite,
  { folder, isBeyondServed }: { folder: string; isBeyondServed: boolean },
): Promise<BenchServer | null> {
  const version = nginxVersion()
  if (version === null) return null
  const port = await freePort()
  const home = path.join(folder, '.nginx')
  mkdirSync(home, { recursive: true })
  const beyond = isBeyondServed ? { otherSites: await freeOrigins(), log: path.join(home, 'requests.log') } : null
  writeFileSync(path.join(home, 'nginx.conf'), configuration(site, { folder, home, port, beyond }))
  const server = spawn('nginx', ['-p', home, '-c', path.join(home, 'nginx.conf'), '-e', path.join(home, 'error.log')], {
    stdio: 'inherit',
  })
  const origin = `http://127.0.0.1:${port}`
  await untilReady(origin)
  return { origin, name: `nginx ${version}`, stop: () => stop(server), beyond }
}

async function freeOrigins(): Promise<[string, ...string[]]> {
  const origins = new Set<string>()
  while (origins.size < OTHER_SITES) origins.add(`http://127.0.0.1:${await freePort()}`)
  const [first = '', ...others] = origins
  return [first, ...others]
}

function nginxVersion(): string | null {
  try {
    const said = execFileSync('sh', ['-c', 'nginx -v 2>&1'], { encoding: 'utf8' })
    return /nginx\/([\d.]+)/.exec(said)?.[1] ?? null
  } catch {
    return null
  }
}

interface Configured {
  folder: string
  home: string
  port: number
  beyond: ServedBeyond | null
}

function configuration(site: BenchSite, { folder, home, port, beyond }: Configured): string {
  const redirects = [...site.redirects, ...site.innerRedirects].map(
    each => `location = ${each.path} { return ${each.status} ${each.to}; }`,
  )
  const dead = site.dead.map(
    each => `location = ${each.path} { default_type text/html; return ${each.status} '<title>Gone</title>'; }`,
  )
  // `gzip_static always` looks for the compressed file alone, but an index has to be named: only the file itself is looked for.
  return `daemon off; user ${userInfo().username}; worker_processes 1; pid ${home}/pid;
events { worker_connections 1024; }
http {
  ${logging(beyond)} sendfile on; tcp_nopush on; keepalive_timeout 60s; keepalive_requests 1000000; absolute_redirect off;
  open_file_cache max=10000 inactive=60s; gzip_static always; gunzip on;
  types { text/html html; } default_type 'text/html; charset=utf-8'; charset utf-8;
  client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy; fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi; scgi_temp_path ${home}/scgi;
  server {
    listen 127.0.0.1:${port}; root ${folder};
    location = /robots.txt { default_type text/plain; return 200 'User-agent: *\\nDisallow:\\n'; }
    location = /site.css { default_type text/css; return 200 'body{margin:0}'; }
    location ~ ^/\\. { return 404; }
    location ~ /$ { rewrite ^(.*/)$ $1index.html break; }
    location ~ ^/image/ { empty_gif; }
    ${[...redirects, ...dead, ...(beyond ? BEYOND : [])].join('\n    ')}
  }
  ${beyond ? otherSites(beyond) : ''}
}
`
}

/** The URL that was requested, whichever name it was requested by. */
function logging(beyond: ServedBeyond | null): string {
  if (beyond === null) return 'access_log off;'
  return `log_format requests '$request_method http://$server_addr:$server_port$request_uri'; access_log ${beyond.log} requests;`
}

/** Pictures lie there as they are, and what is no page has a type of its own. */
const BEYOND = [
  'location ^~ /picture/ { gzip_static off; gunzip off; types { image/png png; } }',
  'location ^~ /asset/ { types { text/css css; text/javascript js; } }',
]

function otherSites(beyond: ServedBeyond): string {
  const listen = beyond.otherSites.map(origin => `listen ${new URL(origin).host};`).join(' ')
  return `server {
    ${listen}
    location ^~ /alive/ { default_type text/html; return 200 '<title>Elsewhere</title>'; }
    location / { default_type text/html; return 404 '<title>Gone</title>'; }
  }`
}

async function untilReady(origin: string): Promise<void> {
  for (let tries = 0; tries < START_TRIES; tries++) {
    const isThere = await fetch(`${origin}/robots.txt`).then(
      response => response.ok,
      () => false,
    )
    if (isThere) return
    await pause(START_PAUSE_MS)
  }
  throw new Error('nginx did not start')
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit')
  server.kill('SIGQUIT')
  await ended
}
