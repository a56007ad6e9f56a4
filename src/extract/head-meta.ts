import { parseDocument } from '#html/html.ts'
import { attribute, isHtml } from '#html/node.ts'
import { decodeBody } from './charset.ts'

/** Contents of the meta elements with this name in the head of a page: texts of visitors stand in its body alone. */
export function headMetaContents(
  page: { headers: readonly (readonly [string, string])[]; body: Uint8Array },
  name: string,
): string[] {
  const contentType = page.headers.find(([header]) => header === 'content-type')?.[1] ?? ''
  const { head } = parseDocument(decodeBody({ bytes: page.body, contentType, isTruncated: true }).text)
  return (head?.childNodes ?? []).flatMap(node => {
    if (node.kind !== 'element' || !isHtml(node) || node.tagName !== 'meta') return []
    return attribute(node, 'name')?.toLowerCase() === name ? [attribute(node, 'content') ?? ''] : []
  })
}
