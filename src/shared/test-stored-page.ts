import { EXTRACTOR, type StoredPage } from './stored-page.ts'

/** A stored page of a test, which has its facts in place of a response: as many of them as the test needs. */
export function testStoredPage(facts: object): StoredPage {
  const context = new TextEncoder().encode(JSON.stringify({ facts }))
  return { extractor: EXTRACTOR, context, body: new Uint8Array(), rendered: null, isSecret: false, result: null }
}

/** The facts of a page that `testStoredPage` made; null of any other. */
export function testFacts({ context }: StoredPage) {
  const { facts = null } = JSON.parse(new TextDecoder().decode(context))
  return facts
}
