/**
 * Text that any site may have written, taken apart so that it can be shown without acting: characters that cannot be seen, that
 * reorder what stands around them (UAX #9) or that steer a terminal (ECMA-48) become marks with the name of their code point.
 * Everything else stays as it is, joiners inside words of the scripts that need them and emoji included.
 */
export type TextPiece =
  | { kind: 'text'; text: string }
  /** One invisible character, as often as it stands in a row. `name` is as in `U+202E`. */
  | { kind: 'mark'; name: string; count: number }
  /** A character under more combining marks than any script puts there: drawn whole, it covers the lines around it. */
  | { kind: 'stack'; base: string; marks: string }

/** Combining marks on one character that are no flood: pointed Hebrew and Vietnamese get by with fewer. */
const MAX_COMBINING_MARKS = 4

/** Nothing to take apart: ASCII and Latin letters with line ends and tabs, which is nearly all there is. */
const ORDINARY = /^[\t\n\x20-\x7e\xa1-\xac\xae-\u02ff]*$/

/** Flags of regions: U+1F3F4 with tag characters (UTS #51, emoji tag sequence). */
const FLAG = String.raw`\u{1f3f4}[\u{e0020}-\u{e007e}]{1,6}\u{e007f}`
/** A variation selector where it chooses between looks: after emoji and symbols, and among Han characters. */
const VARIATION = String.raw`(?<=[\p{Emoji}\p{S}\p{Script=Han}])[\ufe00-\ufe0f]|(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]`
/** Zero-width (non-)joiners where they choose between forms: in emoji, and in words of scripts that join. */
const JOINER = String.raw`(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])`
const LINE_END = String.raw`\r\n`
/**
 * Controls other than tab and line feed, bidirectional controls, line and paragraph separators, what fonts draw nothing for
 * (Default_Ignorable_Code_Point), interlinear annotations, halves of surrogate pairs and noncharacters.
 */
const INVISIBLE = String.raw`[\x00-\x08\x0b-\x1f\x7f-\x9f\p{Bidi_Control}\u2028\u2029\p{Default_Ignorable_Code_Point}\ufff9-\ufffb\p{Surrogate}\p{Noncharacter_Code_Point}]`
const COMBINING = String.raw`(?!\p{Default_Ignorable_Code_Point})[\p{Mn}\p{Me}]`

const PARTS = new RegExp(
  `(?<kept>${FLAG}|${VARIATION}|${JOINER})|(?<lineEnd>${LINE_END})|(?<invisible>${INVISIBLE})\\k<invisible>*` +
    `|(?<base>[\\p{L}\\p{N}\\p{P}\\p{S}\\p{Zs}]?)(?<marks>(?:${COMBINING}){${MAX_COMBINING_MARKS + 1},})`,
  'gu',
)

/** A text in order, without loss but for CRLF, which becomes LF. Neighbouring pieces of plain text are one. */
export function textPieces(text: string): TextPiece[] {
  if (ORDINARY.test(text)) return text === '' ? [] : [{ kind: 'text', text }]
  const pieces: TextPiece[] = []
  const addText = (added: string) => {
    const last = pieces.at(-1)
    if (last?.kind === 'text') last.text += added
    else if (added !== '') pieces.push({ kind: 'text', text: added })
  }
  let end = 0
  for (const match of text.matchAll(PARTS)) {
    addText(text.slice(end, match.index))
    end = match.index + match[0].length
    const { kept, lineEnd, invisible, base = '', marks = '' } = match.groups ?? {}
    if (kept !== undefined) addText(kept)
    else if (lineEnd !== undefined) addText('\n')
    else if (invisible !== undefined)
      pieces.push({ kind: 'mark', name: codePointName(invisible), count: match[0].length / invisible.length })
    else pieces.push({ kind: 'stack', base, marks })
  }
  addText(text.slice(end))
  return pieces
}

/** The same as one text, for places that hold nothing else, such as attributes, options, files and terminals: `a[U+202E]b`. */
export function plainText(text: string): string {
  return ORDINARY.test(text) ? text : textPieces(text).map(pieceText).join('')
}

function pieceText(piece: TextPiece): string {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'mark') return `[${markText(piece)}]`
  const marks = [...piece.marks]
  const cut = marks.length - MAX_COMBINING_MARKS
  return `${piece.base}${marks.slice(0, MAX_COMBINING_MARKS).join('')}[${cut} more ${cut === 1 ? 'mark' : 'marks'}]`
}

/** `U+202E`, or `U+202E×12` for twelve in a row. */
export function markText({ name, count }: { name: string; count: number }): string {
  return count === 1 ? name : `${name}×${count}`
}

/** As the Unicode standard writes code points: at least four hexadecimal digits. */
function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
