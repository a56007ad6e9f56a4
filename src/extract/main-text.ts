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

/** White space that is not one space already. */
const UNFOLDED = / \s+|[^\S ]\s*/g

/** White space folded over the borders of runs, so that offsets of code are those of the whole text. */
function fold(runs: readonly Run[]): ReturnType<TextSink['finish']> {
  const codeRanges: [number, number][] = []
  let text = ''
  let endsBlank = true
  for (const run of runs) {
    let piece = run.pieces.join('').replace(UNFOLDED, ' ')
    if (endsBlank && piece.startsWith(' ')) piece = piece.slice(1)
    if (piece === '') continue
    if (run.isCode && codeRanges.length < MAX_CODE_RANGES) addRange(codeRanges, text.length, text.length + piece.length)
    text += piece
    endsBlank = piece.endsWith(' ')
  }
  return { text: text.trimEnd(), codeRanges }
}

function addRange(ranges: [number, number][], start: number, end: number): void {
  const last = ranges.at(-1)
  if (last?.[1] === start) last[1] = end
  else ranges.push([start, end])
}
