import { createSocket, type Socket as DatagramSocket } from 'node:dgram'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'

/** Sockets on this machine that a measured page must not reach, and a page that tries in every way that pages have. */
export interface Forbidden extends AsyncDisposable {
  /** What arrived, such as `127.0.0.1 /img` or `udp stun`, in alphabetical order. */
  arrivals(): string[]
  ports: ForbiddenPorts
}

export interface ForbiddenPorts {
  http: number
  http6: number
  preconnect: number
  turn: number
  stun: number
  webTransport: number
}

const LOOPBACK_HOSTS = ['127.0.0.1', '::1'] as const

export async function openForbidden(): Promise<Forbidden> {
  const arrived = new Set<string>()
  const closers: (() => void)[] = []
  const ports: number[] = []
  for (const host of LOOPBACK_HOSTS) {
    const server = createServer((request, response) => {
      arrived.add(`${host} ${request.url}`)
      response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' }).end('secret')
    })
    server.on('upgrade', (request, socket) => {
      arrived.add(`${host} ${request.url}`)
      socket.destroy()
    })
    await new Promise<void>(resolve => server.listen(0, host, resolve))
    ports.push((server.address() as AddressInfo).port)
    closers.push(() => {
      server.closeAllConnections()
      server.close()
    })
  }
  for (const name of ['preconnect', 'turn']) {
    const server = createTcpServer(socket => {
      arrived.add(`tcp ${name}`)
      socket.on('error', () => {}).destroy()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    ports.push((server.address() as AddressInfo).port)
    closers.push(() => server.close())
  }
  for (const name of ['stun', 'web-transport']) {
    const socket = await listenForDatagrams()
    socket.on('message', () => arrived.add(`udp ${name}`))
    ports.push(socket.address().port)
    closers.push(() => socket.close())
  }
  const [http = 0, http6 = 0, preconnect = 0, turn = 0, stun = 0, webTransport = 0] = ports
  return {
    arrivals: () => [...arrived].sort(),
    ports: { http, http6, preconnect, turn, stun, webTransport },
    async [Symbol.asyncDispose]() {
      for (const close of closers) close()
    },
  }
}

async function listenForDatagrams(): Promise<DatagramSocket> {
  const socket = createSocket('udp4')
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  return socket
}

/** Ways of sending HTTP requests; each requests a path of its own name. */
export const httpWays = [
  'img',
  'css',
  'css-import',
  'background',
  'font',
  'script',
  'module',
  'frame',
  'object',
  'embed',
  'video',
  'prefetch',
  'preload',
  'modulepreload',
  'fetch',
  'fetch-keepalive',
  'xhr',
  'beacon',
  'event-source',
  'web-socket',
  'form',
  'worker',
  'worker-script',
  'redirected-img',
  'redirected-fetch',
  'redirected-frame',
  'window',
] as const

/** The page tries icons and opening connections ahead, too, which headless browsers leave alone. */
export const otherWays = ['tcp turn', 'udp stun', 'udp web-transport'] as const

/** The page, for a server that responds `/redirect?to=…` with a redirect. Names stand for loopback, too. */
export function intrudingPage(ports: ForbiddenPorts, hosts: readonly string[]): string {
  const origins = hosts.map(host => `http://${host}:${host === '[::1]' ? ports.http6 : ports.http}`)
  const markup = origins.map(
    origin => `
<link rel="stylesheet" href="${origin}/css">
<link rel="icon" href="${origin}/icon">
<link rel="prefetch" href="${origin}/prefetch">
<link rel="preload" as="image" href="${origin}/preload">
<link rel="modulepreload" href="${origin}/modulepreload">
<link rel="dns-prefetch" href="${origin}">
<style>@import url("${origin}/css-import"); @font-face { font-family: f${origins.indexOf(origin)}; src: url("${origin}/font") }
.b${origins.indexOf(origin)} { background: url("${origin}/background"); font-family: f${origins.indexOf(origin)}, sans-serif }</style>
<p class="b${origins.indexOf(origin)}">Some words in a font of its own.</p>
<img alt="" src="${origin}/img" width="10" height="10"><img alt="" src="/redirect?to=${origin}/redirected-img" width="10" height="10">
<script src="${origin}/script"></script><script type="module" src="${origin}/module"></script>
<iframe title="a" src="${origin}/frame"></iframe><iframe title="b" src="/redirect?to=${origin}/redirected-frame"></iframe>
<iframe title="c" name="target${origins.indexOf(origin)}"></iframe>
<object data="${origin}/object" type="text/html"></object><embed src="${origin}/embed" type="text/html">
<video src="${origin}/video" preload="auto"></video>
<form method="post" action="${origin}/form" target="target${origins.indexOf(origin)}"></form>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Intruder</title>
<link rel="preconnect" href="http://127.0.0.1:${ports.preconnect}"></head><body><h1>Intruder</h1>
${markup.join('\n')}
<script>
const attempt = action => { try { Promise.resolve(action()).catch(() => {}) } catch {} }
for (const origin of ${JSON.stringify(origins)}) {
  attempt(() => fetch(origin + '/fetch', { mode: 'no-cors' }))
  attempt(() => fetch(origin + '/fetch-keepalive', { mode: 'no-cors', keepalive: true }))
  attempt(() => fetch('/redirect?to=' + origin + '/redirected-fetch', { mode: 'no-cors' }))
  attempt(() => { const request = new XMLHttpRequest(); request.open('GET', origin + '/xhr'); request.send() })
  attempt(() => navigator.sendBeacon(origin + '/beacon', 'x'))
  attempt(() => new EventSource(origin + '/event-source'))
  attempt(() => new WebSocket(origin.replace('http', 'ws') + '/web-socket'))
  attempt(() => new Worker(URL.createObjectURL(new Blob(['fetch("' + origin + '/worker", { mode: "no-cors" }); importScripts("' + origin + '/worker-script")']))))
  attempt(() => window.open(origin + '/window'))
}
for (const form of document.forms) attempt(() => form.submit())
attempt(async () => {
  const peer = new RTCPeerConnection({ iceServers: [
    { urls: 'stun:127.0.0.1:${ports.stun}' },
    { urls: 'turn:127.0.0.1:${ports.turn}?transport=tcp', username: 'a', credential: 'b' },
  ] })
  peer.createDataChannel('x')
  await peer.setLocalDescription(await peer.createOffer())
})
attempt(() => new WebTransport('https://127.0.0.1:${ports.webTransport}/').ready)
</script></body></html>`
}
