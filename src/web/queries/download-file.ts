/** Keeps a file of the server, without leaving the screen. */
import { requestFile } from './api-client.ts'

/**
 * Has the browser download what the server sends as it comes, of any size, once a HEAD request has found it there: what becomes of a
 * download is out of our sight. Rejects with `ApiError`, or as `fetch` does.
 */
export async function downloadFile(address: string): Promise<void> {
  await requestFile(address, 'HEAD')
  follow(address, '')
}

/** The same for a file of some megabytes that is fetched whole: known to be whole before it is kept, and a refusal has words. */
export async function downloadWholeFile(address: string): Promise<void> {
  const response = await requestFile(address)
  keepBlob(await response.blob(), fileNameOf(response))
}

/** Keeps what was made here. */
export function keepBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob)
  follow(address, fileName)
  // The download has taken hold of it by then; at once would be too early for some browsers.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const QUOTED_NAME = /filename="([^"]*)"/

/** As the server names it: in letters, digits, dots and hyphens. */
export function fileNameOf(response: Pick<Response, 'headers'>): string {
  return QUOTED_NAME.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'sitesounder'
}

function follow(address: string, fileName: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
}
