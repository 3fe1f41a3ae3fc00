import type { BlockOf, Inline } from '@quire/document'
import type { BlockSurroundings, QuotableBlock } from './quotable-block.ts'
import { plainText, quotableInlines, textOf } from './quotable-inlines.ts'
import { sentencesOf } from './split-sentences.ts'

type Paragraph = BlockOf<'paragraph'>

/** A paragraph by its sentences; nothing where it has no words. */
export function paragraphBlocks({ nodes }: Paragraph, around: BlockSurroundings): QuotableBlock[] {
  const sentences = sentencesOf(quotableInlines(nodes, around), around.language)
  const texts = sentences.map(textOf)
  if (!texts.some((text) => /[\p{L}\p{N}]/u.test(text))) return []
  const write = (pieces: readonly number[]) => paragraph(joined(sentences, pieces))
  return [{ kind: 'sentence', under: around.under, texts, write }]
}

export const paragraph = (nodes: Inline[]): Paragraph => ({ object: 'block', type: 'paragraph', nodes })

/** Sentences one behind the other; an ellipsis stands for those left out between them. */
function joined(sentences: readonly Inline[][], pieces: readonly number[]): Inline[] {
  return pieces.flatMap((piece, index) => {
    const before = pieces[index - 1]
    const gap = before === undefined ? [] : [plainText(piece === before + 1 ? ' ' : ' … ')]
    return [...gap, ...(sentences[piece] ?? [])]
  })
}
