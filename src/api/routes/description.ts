import { once } from '#shared/remembered.ts'
import type { StreamRoutes } from '../call.ts'
import { docsPage } from '../openapi/docs-page.ts'
import { docsPolicy } from '../openapi/docs-style.ts'
import { openApiDocument } from '../openapi/document.ts'

/** What this API is, for programs and for people. It is the same for all callers and as long as the process lives. */
export function descriptionRoutes(): Pick<StreamRoutes, 'openApi' | 'docs'> {
  const document = once(openApiDocument)
  const json = once(() => `${JSON.stringify(document(), null, 2)}\n`)
  const page = once(() => docsPage(document()))
  return {
    openApi: async () => ({
      mediaType: 'application/json; charset=utf-8',
      fileName: 'sitesounder-openapi.json',
      isDownload: false,
      body: only(json()),
    }),

    docs: async () => ({
      mediaType: 'text/html; charset=utf-8',
      fileName: 'sitesounder-api.html',
      isDownload: false,
      headers: { 'Content-Security-Policy': docsPolicy },
      body: only(page()),
    }),
  }
}

async function* only(text: string): AsyncIterable<string> {
  yield text
}
