const UNSAFE_IN_NAME = /[^A-Za-z0-9._-]+/g
/** What RFC 8187 (§3.2.1, attr-char) does not allow and encodeURIComponent leaves as it is. */
const NOT_ATTRIBUTE = /['()*]/g

/**
 * The header that names a file (RFC 6266): for old clients in letters, digits, dots and hyphens, for all others in full. No name can
 * end the value or begin another header.
 */
export function contentDisposition({ isDownload, fileName }: { isDownload: boolean; fileName: string }): string {
  const plain = fileName.replace(UNSAFE_IN_NAME, '-')
  const full = encodeURIComponent(fileName.toWellFormed()).replace(
    NOT_ATTRIBUTE,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${isDownload ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${full}`
}
