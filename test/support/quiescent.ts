import type { BrowserContext, Page } from 'playwright-core'

const COUNT = 'sitesounderUnderWay'

/** Counts what a document has requested and not read to its end. The count goes with the document, whatever it had requested. */
const counting = `{
  let underWay = 0
  const counted = work => {
    underWay++
    return work.finally(() => setTimeout(() => underWay--))
  }
  const originalFetch = fetch
  globalThis.fetch = (...args) => counted(originalFetch(...args))
  for (const name of ['json', 'text']) {
    const read = Response.prototype[name]
    Response.prototype[name] = function () { return counted(read.call(this)) }
  }
  Object.defineProperty(globalThis, '${COUNT}', { get: () => underWay })
}`

/** Grey shapes stand where something is still on its way. React draws what has changed before the next frame ends. */
const settling = `new Promise(resolve => {
  let quietFrames = 0
  const look = () => {
    const isQuiet = ${COUNT} === 0 && document.querySelector('h1') && !document.querySelector('.animate-sweep')
    quietFrames = isQuiet ? quietFrames + 1 : 0
    if (quietFrames === 3) resolve()
    else requestAnimationFrame(() => setTimeout(look))
  }
  look()
})`

/** Before the first page of a context, so that `idle` works on its pages. */
export function watchLoading(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(counting)
}

/** Waits until everything that the page requested has come and is drawn. */
export function idle(page: Page): Promise<void> {
  return page.evaluate(settling)
}
