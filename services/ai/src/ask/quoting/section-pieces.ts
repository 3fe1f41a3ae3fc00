import { DocumentError, toDocument } from '@quire/document'
import { type Language, languageOf, parseQuery, type Term } from '@quire/search/texts'
import type { PieceKind, QuotableBlock } from './quotable-block.ts'
import { quotableBlocks } from './quotable-blocks.ts'
import { type Words, wordsOf } from './weighed-words.ts'

/** A section as it is quoted from. */
export interface QuotedPassage {
  spaceId: string
  pageId: string
  language: string | null
  /** From its page's down to its own. */
  titles: readonly string[]
  markdown: string
}

/** The smallest part of a section that can be quoted by itself. */
export interface Piece {
  kind: PieceKind
  /** The place of its block in the section, and its own in the block. */
  block: number
  place: number
  text: string
  words: Words
  /** The words of the tab, step or columns that it stands under. */
  under: Words
  /** Other sections say it word for word: it belongs to none of them, such as a line at the end of every page. */
  isRepeated: boolean
}

/** A section that was read. */
export interface ReadPassage {
  /** The title of the section. */
  name: string
  nameTerms: Term[]
  isIntroduction: boolean
  blocks: QuotableBlock[]
  pieces: Piece[]
  /** The words of its own title, and of the titles above it. */
  title: Words
  above: Words
}

/** Reads a section into its pieces, in order; none where it cannot be read. */
export function readPassage(passage: QuotedPassage): ReadPassage {
  const language = languageOf(passage.language ?? '')
  const blocks = readBlocks(passage, language)
  const pieces = blocks.flatMap(({ kind, under, texts }, block) => {
    const words = wordsOf(under, language)
    return texts.map((text, place) => ({
      kind,
      block,
      place,
      text,
      words: wordsOf(text, language),
      under: words,
      isRepeated: false,
    }))
  })
  const above = wordsOf(passage.titles.slice(0, -1).join('\n'), language)
  const name = passage.titles.at(-1) ?? ''
  const nameTerms = parseQuery(name, { language }).terms
  const isIntroduction = passage.titles.length < 2
  return { name, nameTerms, isIntroduction, blocks, pieces, title: wordsOf(name, language), above }
}

/** Finds what several of these sections say. */
export function markRepeated(passages: readonly ReadPassage[]): void {
  const holding = new Map<string, Set<ReadPassage>>()
  for (const passage of passages)
    for (const { text } of passage.pieces) holding.set(text, (holding.get(text) ?? new Set()).add(passage))
  for (const { pieces } of passages)
    for (const piece of pieces) piece.isRepeated = (holding.get(piece.text)?.size ?? 0) > 1
}

function readBlocks({ markdown, spaceId, pageId }: QuotedPassage, language: Language): QuotableBlock[] {
  try {
    return quotableBlocks(toDocument(markdown, {}, 'full').nodes, { language, spaceId, pageId, under: '' })
  } catch (error) {
    if (error instanceof DocumentError) return []
    throw error
  }
}
