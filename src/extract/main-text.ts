import { MAX_CODE_RANGES } from '#shared/limits.ts'

/** Collects text in pieces, keeping apart what is code. */
export interface TextSink {
  add(text: string, isCode: boolean): void
  /** Text before and after belongs to other words. */
  separate(): void
  finish(): { text: string; codeRanges: [number, number][] }
}

interface Run {
  pieces: string[]
  isCode: boolean
}

export function createTextSink(): TextSink {
  const runs: Run[] = []
  let current: Run | null = null
  const runOf = (isCode: boolean): Run => {
    if (current === null || current.isCode !== isCode) {
      current = { pieces: [], isCode }
      runs.push(current)
    }
    return current
  }
  return {
    add: (text, isCode) => void runOf(isCode).pieces.push(text),
    separate: () => void current?.pieces.push(' '),
    finish: () => fold(runs),
  }
}

/** White space folded over the borders of runs, so that offsets of code are those of the whole text. */
function fold(runs: readonly Run[]): ReturnType<TextSink['finish']> {
  const codeRanges: [number, number][] = []
  let text = ''
  let endsBlank = true
  for (const run of runs) {
    let piece = withSingleSpaces(run.pieces.join(''))
    if (endsBlank && piece.startsWith(' ')) piece = piece.slice(1)
    if (piece === '') continue
    if (run.isCode && codeRanges.length < MAX_CODE_RANGES) addRange(codeRanges, text.length, text.length + piece.length)
    text += piece
    endsBlank = piece.endsWith(' ')
  }
  return { text: text.trimEnd(), codeRanges }
}

/** Runs of white space as one space. A loop: a page has hundreds of runs, and a regular expression takes five times as long. */
function withSingleSpaces(text: string): string {
  const parts: string[] = []
  let keptFrom = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if ((code > SPACE && code < NO_BREAK_SPACE) || !isWhiteSpace(code)) continue
    const start = at
    while (at + 1 < text.length && isWhiteSpace(text.charCodeAt(at + 1))) at++
    if (at === start && code === SPACE) continue
    parts.push(text.slice(keptFrom, start))
    keptFrom = at + 1
  }
  if (parts.length === 0) return text
  parts.push(text.slice(keptFrom))
  return parts.join(' ')
}

const SPACE = 0x20
const NO_BREAK_SPACE = 0xa0
const OTHER_SPACES: ReadonlySet<number> = new Set([
  NO_BREAK_SPACE,
  0x1680,
  0x2028,
  0x2029,
  0x202f,
  0x205f,
  0x3000,
  0xfeff,
])

/** What a regular expression's `\s` stands for. */
function isWhiteSpace(code: number): boolean {
  if (code < NO_BREAK_SPACE) return code === SPACE || (code >= 0x09 && code <= 0x0d)
  return (code >= 0x2000 && code <= 0x200a) || OTHER_SPACES.has(code)
}

function addRange(ranges: [number, number][], start: number, end: number): void {
  const last = ranges.at(-1)
  if (last?.[1] === start) last[1] = end
  else ranges.push([start, end])
}
