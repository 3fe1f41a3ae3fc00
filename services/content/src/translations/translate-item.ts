import { maxTranslatedBytes } from '@quire/contracts'
import type { TranslationRow } from '../tables/translations.tables.ts'
import { countMaskedWords, hasWords, isSameStructure, maskMarkdown, splitText, unmask } from './mask-markdown.ts'
import type { Terms } from './terms.ts'
import type { TranslatorClient } from './translator-client.ts'

/** The texts of a page or reusable content. */
export interface ItemTexts {
  title: string
  description: string
  markdown: string
}

interface Parts {
  client: TranslatorClient
  row: TranslationRow
  terms: Terms
  /** Counts words before they are sent: an attempt costs as much if it fails. */
  spend: (words: number) => Promise<void>
  signal: AbortSignal
}

/** Small enough that a model of few tokens answers it whole, and that little is repeated if it does not. */
const pieceBytes = 4000
/**
 * A model that breaks the structure of a piece twice would do so again: the piece stays in its language, as does one that
 * the model refuses.
 */
const maxTries = 2

/** Translates the texts of one item, piece by piece. Code, tags, HTML and addresses are never sent. */
export async function translateItem(parts: Parts, { title, description, markdown }: ItemTexts): Promise<ItemTexts> {
  const inTitle = (text: string) => translateText(parts, text, title).then((one) => one.replaceAll(/\s+/g, ' ').trim())
  return {
    title: (await inTitle(title)) || title,
    description: await inTitle(description),
    markdown: await translateText(parts, markdown, title),
  }
}

async function translateText(parts: Parts, text: string, title: string): Promise<string> {
  const masked = maskMarkdown(text)
  const pieces: string[] = []
  for (const piece of splitText(masked.text, pieceBytes)) pieces.push(await translatePiece(parts, piece, title))
  return unmask(pieces.join(''), masked.parts)
}

/** White space around a piece is not the model's to change, since pieces are joined again. */
async function translatePiece(parts: Parts, piece: string, title: string): Promise<string> {
  const { client, row, terms, spend, signal } = parts
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(piece) ?? []
  if (!hasWords(inner) || Buffer.byteLength(inner) > maxTranslatedBytes) return piece
  for (let tries = 1; tries <= maxTries; tries++) {
    await spend(countMaskedWords(inner))
    const translated = await client.translate(
      row.organization_id,
      {
        ...{ from: row.source_language, to: row.language, text: inner, title: title.slice(0, 1000) },
        ...{ instructions: row.instructions, glossary: terms.in(inner), translationId: row.id },
      },
      signal,
    )
    if (translated === undefined) return piece
    if (isSameStructure(inner, translated.trim())) return before + translated.trim() + after
  }
  return piece
}
