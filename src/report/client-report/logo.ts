import type { logoMediaTypes } from '#shared/api/client-report.ts'

type LogoMediaType = (typeof logoMediaTypes)[number]

/** The first bytes of each format, as text of one character for each byte. */
const signatures: readonly { mediaType: LogoMediaType; form: RegExp }[] = [
  { mediaType: 'image/png', form: /^\x89PNG\r\n\x1a\n/ },
  { mediaType: 'image/jpeg', form: /^\xff\xd8\xff/ },
  { mediaType: 'image/gif', form: /^GIF8[79]a/ },
  { mediaType: 'image/webp', form: /^RIFF[\s\S]{4}WEBP/ },
]
const LONGEST_SIGNATURE = 12

/** The image as a data URL of the format that its bytes show, whatever it is called; null for anything else. */
export function logoDataUrl(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = buffer.subarray(0, LONGEST_SIGNATURE).toString('latin1')
  const format = signatures.find(({ form }) => form.test(start))
  return format ? `data:${format.mediaType};base64,${buffer.toString('base64')}` : null
}
