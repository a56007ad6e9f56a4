import { parseDocument } from '#html/html.ts'
import { attribute, type ElementNode, isHtml } from '#html/node.ts'
import { decodeBody } from './charset.ts'
import { elementText } from './element-text.ts'

interface ReadPage {
  headers: readonly (readonly [string, string])[]
  body: Uint8Array
}

/** Contents of the meta elements with this name in the head of a page: texts of visitors stand in its body alone. */
export function headMetaContents(page: ReadPage, name: string): string[] {
  return headElements(page, 'meta').flatMap(meta =>
    attribute(meta, 'name')?.toLowerCase() === name ? [attribute(meta, 'content') ?? ''] : [],
  )
}

/** The title of a page, cut; '' for none. */
export function headTitle(page: ReadPage, limit: number): string {
  const [title] = headElements(page, 'title')
  return title ? elementText(title, limit).trim() : ''
}

function headElements(page: ReadPage, tagName: string): ElementNode[] {
  const contentType = page.headers.find(([header]) => header === 'content-type')?.[1] ?? ''
  const { head } = parseDocument(decodeBody({ bytes: page.body, contentType, isTruncated: true }).text)
  return (head?.childNodes ?? []).flatMap(node =>
    node.kind === 'element' && isHtml(node) && node.tagName === tagName ? [node] : [],
  )
}
