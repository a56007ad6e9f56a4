import type { BrowserContext, CDPSession } from 'puppeteer-core'

/** A tab in a context of its own: what happens in it outlives it in nothing. */

/** The browser has ended, does not respond, or fails in a way that no page is known to cause: its owner ends it. */
export class BrowserFailure extends Error {}

/** Ends the page, whatever its scripts do. */
export async function closeContext(context: BrowserContext | null): Promise<void> {
  await context?.close().catch(() => {})
}

/** A tab without other listeners: console output of the page is dropped. */
export async function openTab(context: BrowserContext, root: CDPSession): Promise<CDPSession> {
  if (!context.id) throw new BrowserFailure('a context has no name')
  await root.send('Target.createTarget', { url: 'about:blank', browserContextId: context.id })
  const target = await context.waitForTarget(each => each.type() === 'page')
  return await target.createCDPSession()
}

/** Wide as a usual screen, and so high that most of what is loaded when it is scrolled to is loaded; search engines do the same. */
const WINDOW = { width: 1_280, height: 3_000, deviceScaleFactor: 1, mobile: false }

/**
 * Runs before the page's own scripts, in every frame: what would go on beside the page is not there at all, as in browsers that do not
 * know it. A socket exists, for pages that would stop without, and never opens.
 */
const WITHOUT_SIDE_WAYS = `(() => {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'SharedWorker']) delete window[name];
  delete Navigator.prototype.serviceWorker;
  window.open = () => null;
  window.close = () => {};
  window.print = () => {};
  window.WebSocket = class WebSocket extends EventTarget {
    static CONNECTING = 0; static OPEN = 1; static CLOSING = 2; static CLOSED = 3;
    readyState = 3; bufferedAmount = 0; extensions = ''; protocol = ''; binaryType = 'blob';
    onopen = null; onmessage = null; onerror = null; onclose = null;
    constructor(url) { super(); this.url = String(url); setTimeout(() => { for (const type of ['error', 'close']) { const event = new Event(type); this.dispatchEvent(event); this['on' + type]?.(event); } }); }
    send() {}
    close() {}
  };
})()`

/** Has the tab say what it does and wait with each request until it is decided. Returns the id of its main frame. */
export async function prepareTab(session: CDPSession, { userAgent }: { userAgent: string }): Promise<string> {
  const [tree] = await Promise.all([
    session.send('Page.getFrameTree'),
    session.send('Page.enable'),
    session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    session.send('Network.setUserAgentOverride', { userAgent }),
    session.send('Network.setBypassServiceWorker', { bypass: true }),
    session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    session.send('Emulation.setDeviceMetricsOverride', WINDOW),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: WITHOUT_SIDE_WAYS }),
    session.send('Fetch.enable', { handleAuthRequests: true, patterns: [{ urlPattern: '*' }] }),
  ])
  return tree.frameTree.frame.id
}

/** @throws `late` after so many milliseconds. */
export async function within<T>(work: Promise<T>, ms: number, late: Error): Promise<T> {
  const patience = Promise.withResolvers<never>()
  const timer = setTimeout(() => patience.reject(late), ms)
  try {
    return await Promise.race([work, patience.promise])
  } finally {
    clearTimeout(timer)
  }
}
