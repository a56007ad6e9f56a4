import { MAX_CODE_RANGES } from '#shared/limits.ts'
import { TextReader } from './text-reader.ts'
import type { Words } from './word-list.ts'

/** Collects text in pieces, keeping apart what is code. */
export interface TextSink {
  add(text: string, isCode: boolean): void
  /** Text before and after belongs to other words. */
  separate(): void
  finish(): MainText
}

interface MainText {
  /** Runs of white space as one space, none at the ends. */
  text: string
  codeRanges: [number, number][]
  words: Words
  /** In NFC; false also when that is not sure. */
  isNormal: boolean
}

/** A stretch of one kind; it begins where the one before it ends. */
interface Run {
  end: number
  isCode: boolean
}

export function createTextSink(): TextSink {
  const runs: Run[] = []
  // Chained by the engine and written out once: to join a list of the pieces takes four times as long.
  let text = ''
  let isCode = false
  let isSeparated = true
  return {
    add(piece, isPieceCode) {
      if (isPieceCode !== isCode) {
        runs.push({ end: text.length, isCode })
        isCode = isPieceCode
      }
      text += piece
      isSeparated = false
    },
    separate() {
      if (!isSeparated) text += ' '
      isSeparated = true
    },
    finish: () => readRuns(text, [...runs, { end: text.length, isCode }]),
  }
}

function readRuns(text: string, runs: readonly Run[]): MainText {
  const reader = new TextReader(text)
  const codeRanges: [number, number][] = []
  for (const { end, isCode } of runs) {
    const start = reader.foldedLength
    reader.read(end)
    if (isCode && reader.foldedLength > start && codeRanges.length < MAX_CODE_RANGES)
      addRange(codeRanges, start, reader.foldedLength)
  }
  return { ...reader.finish(), codeRanges, isNormal: reader.isNormal }
}

function addRange(ranges: [number, number][], start: number, end: number): void {
  const last = ranges.at(-1)
  if (last?.[1] === start) last[1] = end
  else ranges.push([start, end])
}
