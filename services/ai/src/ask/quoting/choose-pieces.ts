import type { QuestionKind } from './question-kinds.ts'
import type { Candidate } from './ranked-sections.ts'
import type { Piece, ReadPassage } from './section-pieces.ts'

/** Pieces of one section, by their places among its pieces, in order. */
export type Chosen = readonly number[]

/** The bounds of what is quoted of a page. Characters are of sentences, items and rows; code counts by its lines. */
export interface QuoteBounds {
  characters: number
  pieces: number
  codeLines: number
  codeCharacters: number
  /** A shorter quote goes on with what follows it in its section. */
  least: number
}

/** So many of the best pieces are looked at, each of which is compared with all others: far more than there is room for. */
const maxTried = 100
/** A piece this much worse than the best is not quoted. */
const minShare = 0.72
/** Code is quoted beside what answers if it is half as good. */
const minShareOfCode = 0.5
const maxLead = 300
/** So many pieces are quoted of a section whose title says what is asked. */
const piecesFromTop = 20
/** So much of a list is quoted whole where the sentence before it announces it. */
const wholeList = { items: 8, characters: 700 }

/** The pieces of a section that answer, with what they cannot be understood without; none where nothing fits. */
export function choose(
  { read: passage, scores, isTitled }: Candidate,
  bounds: QuoteBounds,
  kind: QuestionKind,
): Chosen {
  const ranked = scores.map((_, at) => at).toSorted((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0))
  const best = scores[ranked[0] ?? -1] ?? 0
  let chosen: ReadonlySet<number> = new Set()
  const hasWords = passage.pieces.some((piece) => piece.kind !== 'code')
  const goesOn = (piece: Piece) => kind.takesCode || !hasWords || piece.kind !== 'code'
  const quotable = (places: number[]) => places.filter((at) => isAllowed(passage.pieces[at], goesOn))
  for (const at of ranked.slice(0, maxTried)) {
    if ((scores[at] ?? 0) < best * minShare) break
    if (chosen.has(at) || !isAllowed(passage.pieces[at], goesOn)) continue
    // The last sentence of a section that announces something says nothing.
    if (isDangling(passage.pieces, at, goesOn)) continue
    chosen = withMore(passage, chosen, companionsOf(passage, at, scores).map(quotable), bounds)
  }
  if (isTitled) chosen = fromTop(passage, chosen, { bounds, goesOn })
  if (chosen.size === 0) return []
  if (kind.isTask) chosen = withCode(passage, chosen, bounds, scores)
  const all = withContext(passage, chosen, { bounds, goesOn })
  return withoutDangling(passage, all, { bounds, goesOn }, scores).toSorted((one, other) => one - other)
}

const isAllowed = (piece: Piece | undefined, goesOn: Reach['goesOn']) => piece !== undefined && goesOn(piece)

/** How far a quote goes on beyond the pieces that answer. */
interface Reach {
  bounds: QuoteBounds
  goesOn(piece: Piece): boolean
}

/** With what a section begins with, as much of it as there is room for. */
function fromTop(passage: ReadPassage, chosen: ReadonlySet<number>, { bounds, goesOn }: Reach): ReadonlySet<number> {
  let all = chosen
  for (const at of passage.pieces.keys()) {
    if (all.has(at)) continue
    const piece = passage.pieces[at]
    if (piece && !goesOn(piece)) break
    const more = withMore(passage, all, [[at]], { ...bounds, pieces: piecesFromTop })
    if (more === all) break
    all = more
  }
  return all
}

/** A quote that is short, with what follows it, as long as that is not much. */
function withContext(
  passage: ReadPassage,
  chosen: ReadonlySet<number>,
  { bounds, goesOn }: Reach,
): ReadonlySet<number> {
  let all = chosen
  const enough = { ...bounds, characters: Math.min(bounds.characters, 1.5 * bounds.least) }
  for (
    let at = Math.max(...chosen) + 1;
    at < passage.pieces.length && charactersOf(passage, all) < bounds.least;
    at++
  ) {
    const piece = passage.pieces[at]
    const isNext = piece && (piece.kind === 'sentence' || piece.kind === 'code') && !piece.isRepeated && goesOn(piece)
    const more = isNext ? withMore(passage, all, [[at]], enough) : all
    if (more === all) break
    all = more
  }
  return all
}

function charactersOf({ pieces }: ReadPassage, chosen: ReadonlySet<number>): number {
  return [...chosen].reduce((sum, at) => sum + (pieces[at]?.text.length ?? 0), 0)
}

/** The pieces with the fullest of these choices that there is room for. */
function withMore(
  passage: ReadPassage,
  chosen: ReadonlySet<number>,
  choices: readonly number[][],
  bounds: QuoteBounds,
): ReadonlySet<number> {
  for (const choice of choices) {
    const more = new Set([...chosen, ...choice])
    if (fits(passage, more, bounds)) return more
  }
  return chosen
}

function fits({ pieces }: ReadPassage, chosen: ReadonlySet<number>, { least: _, ...bounds }: QuoteBounds): boolean {
  const left = { ...bounds }
  for (const at of chosen) {
    const { kind = 'sentence', text = '' } = pieces[at] ?? {}
    if (kind === 'code') {
      left.codeLines -= text.split('\n').length
      left.codeCharacters -= text.length
    } else {
      left.characters -= text.length
      left.pieces -= 1
    }
  }
  return Object.values(left).every((one) => one >= 0)
}

/** A piece with the sentence that leads to it and the block that it announces; with less; and by itself. */
function companionsOf({ pieces }: ReadPassage, at: number, scores: readonly number[]): number[][] {
  const piece = pieces[at]
  if (!piece) return []
  const needsLead = piece.kind !== 'sentence' || isDependent(piece.text)
  const led = [at, ...(needsLead ? leadOf(pieces, at) : [])]
  const more = piece.kind === 'step' ? wholeOrNear(pieces, at) : announces(piece) ? announced(pieces, at, scores) : []
  return [[...led, ...more], led, [at]]
}

/** Words with which a sentence goes on from the one before it. */
const dependent =
  /^(?:this|that|these|those|it|they|he|she|then|so|also|however|but|otherwise|instead|therefore|thus|such)(?![\p{L}-])/iu
const isDependent = (text: string) => dependent.test(text)

const announces = (piece: Piece) => piece.kind === 'sentence' && /[:：]\s*$/.test(piece.text)

/** The sentence before a piece: of the block before its own, or before it in its paragraph. */
function leadOf(pieces: readonly Piece[], at: number): number[] {
  const piece = pieces[at]
  if (!piece) return []
  let before = at - 1
  while (piece.kind !== 'sentence' && pieces[before]?.block === piece.block) before -= 1
  const lead = pieces[before]
  if (lead?.kind !== 'sentence' || lead.text.length > maxLead) return []
  if (piece.kind === 'sentence' && lead.block !== piece.block) return []
  return lead.block >= piece.block - 1 ? [before] : []
}

/** True if a sentence announces something that may not be quoted, or nothing. */
function isDangling(pieces: readonly Piece[], at: number, goesOn: Reach['goesOn']): boolean {
  const piece = pieces[at]
  if (!piece || !announces(piece)) return false
  const next = pieces[at + 1]
  return !next || next.block > piece.block + 1 || !goesOn(next)
}

/** The pieces without sentences that announce something which there is no room for. */
function withoutDangling(
  { pieces, ...passage }: ReadPassage,
  chosen: ReadonlySet<number>,
  { bounds, goesOn }: Reach,
  scores: readonly number[],
): number[] {
  let all = chosen
  for (const at of chosen) {
    const piece = pieces[at]
    if (!piece || !announces(piece)) continue
    const isFollowed = [...all].some((one) => one > at && (pieces[one]?.block ?? 0) <= piece.block + 1)
    if (isFollowed) continue
    const more = announced(pieces, at, scores).filter((one) => isAllowed(pieces[one], goesOn))
    const completed =
      more.length > 0
        ? withMore({ ...passage, pieces }, all, [more, more.slice(0, 1)], { ...bounds, pieces: bounds.pieces + 3 })
        : all
    all = completed === all ? new Set([...all].filter((one) => one !== at)) : completed
  }
  return [...all]
}

/** The block behind a sentence that announces it: all of it, or the best of it where it is long. */
function announced(pieces: readonly Piece[], at: number, scores: readonly number[]): number[] {
  const block = (pieces[at]?.block ?? 0) + 1
  const inBlock = pieces.flatMap((piece, index) => (piece.block === block ? [index] : []))
  if (pieces[inBlock[0] ?? -1]?.kind === 'sentence') return inBlock.slice(0, 1)
  const characters = inBlock.reduce((sum, index) => sum + (pieces[index]?.text.length ?? 0), 0)
  if (inBlock.length <= wholeList.items && characters <= wholeList.characters) return inBlock
  return inBlock.toSorted((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0)).slice(0, 3)
}

/** All steps of a list that is not long, or the one before and the one behind a step. */
function wholeOrNear(pieces: readonly Piece[], at: number): number[] {
  const block = pieces[at]?.block
  const steps = pieces.flatMap((piece, index) => (piece.block === block ? [index] : []))
  const characters = steps.reduce((sum, index) => sum + (pieces[index]?.text.length ?? 0), 0)
  if (characters <= 2 * wholeList.characters) return steps
  return steps.filter((index) => Math.abs(index - at) <= 1)
}

/** Adds code, which shows how something is done: the block behind the chosen pieces, else the first that is as good. */
function withCode(
  passage: ReadPassage,
  chosen: ReadonlySet<number>,
  bounds: QuoteBounds,
  scores: readonly number[],
): ReadonlySet<number> {
  const { pieces } = passage
  if ([...chosen].some((at) => pieces[at]?.kind === 'code' || pieces[at]?.kind === 'step')) return chosen
  const last = Math.max(...chosen)
  const least = Math.max(0, ...scores) * minShareOfCode
  const codes = pieces.flatMap((piece, at) =>
    piece.kind === 'code' && piece.place === 0 && (at === last + 1 || (scores[at] ?? 0) >= least) ? [at] : [],
  )
  const code = codes.find((at) => at > last) ?? codes[0]
  if (code === undefined) return chosen
  return withMore(passage, chosen, [[code, ...leadOf(pieces, code)], [code]], { ...bounds, pieces: bounds.pieces + 1 })
}
