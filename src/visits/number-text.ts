/** Numbers as tools write them for people, in any language: `1,234`, `1.234`, `1 234`, `12,5 %`, `<1`. */

const GROUPED = /^\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/
const DECIMAL = /^(\d[\d.,'’\s]*?)[.,](\d{1,9})$/
const MAX_TEXT = 40

/** null for what is no number. A point or comma before exactly three digits parts thousands, unless `isDecimal` says otherwise. */
export function numberOf(text: string, { isDecimal = false }: { isDecimal?: boolean } = {}): number | null {
  const bare = text
    .trim()
    .replace(/^[<>~]\s*/, '')
    .replace(/\s*%$/, '')
  if (bare === '' || bare.length > MAX_TEXT) return null
  if (/^\d+$/.test(bare)) return Number(bare)
  if (!isDecimal && GROUPED.test(bare)) return Number(bare.replace(/\D/g, ''))
  const [, whole = '', fraction = ''] = DECIMAL.exec(bare) ?? []
  return whole === '' ? null : Number(`${whole.replace(/\D/g, '')}.${fraction}`)
}
