import type { PublishedPage } from '@quire/contracts'
import { type OpenApiBlock, openApiMarkdown } from '../render/blocks/openapi/operation-markdown.ts'
import { blockVocabularyOf } from '../render/blocks/vocabulary/index.ts'

/** The tag of an OpenAPI block, up to its closing tag where it has one. */
const tags =
  /^\{%[-+~]?[ \t]*(openapi(?:-operation|-webhook|-schemas)?|swagger)[ \t][^\n]{1,2000}?%\}(?:\s{0,10}\[[^\n]{0,2000}\)\s{0,10}\{%[-+~]?[ \t]*end\1[ \t]*[-+~]?%\})?/gm

/**
 * The time that texts with operations are cached: no event reports that a specification has another version or was
 * deleted.
 */
export const specsMaxAgeMs = 60_000

/** More than a page shows of them. */
const maxTags = 100

/** True if the text may have an OpenAPI block. */
export const mayPresentOperations = (text: string): boolean => /^\{%[-+~]?[ \t]*(?:openapi|swagger)/m.test(text)

/**
 * The text with the operations that it presents instead of their tags. Other tags, such as examples, stay. The parser is
 * large, and loaded with the first such text.
 */
export async function withOperations(
  text: string,
  { document, specs }: Pick<PublishedPage, 'document' | 'specs'>,
  { title, locale }: { title: string; locale: string },
): Promise<string> {
  const { toDocument } = await import('@quire/document')
  const presented = new Set(openApiBlocksIn(document.nodes).map(({ type, data }) => JSON.stringify([type, data])))
  const words = blockVocabularyOf(locale).api
  let left = maxTags
  return text.replaceAll(tags, (tag) => {
    const [block] = openApiBlocksIn(left-- > 0 ? toDocument(tag, {}, 'full').nodes : [])
    if (!block || !presented.has(JSON.stringify([block.type, block.data]))) return tag
    const { ref } = block.data
    const name = ref.kind === 'openapi' ? ref.spec : ref.kind === 'file' ? `file:${ref.file}` : ''
    const specification = Object.hasOwn(specs, name) ? specs[name] : undefined
    return openApiMarkdown(block, specification, { words, title }) ?? tag
  })
}

const types = new Set(['swagger', 'openapi-operation', 'openapi-webhook', 'openapi-schemas'])

/** The OpenAPI blocks of a tree, wherever they stand. */
function openApiBlocksIn(nodes: readonly unknown[]): OpenApiBlock[] {
  const found: OpenApiBlock[] = []
  const waiting = [...nodes]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { type, nodes: inner, fragments } = next as { type?: string; nodes?: unknown[]; fragments?: unknown[] }
    if (type !== undefined && types.has(type)) found.push(next as OpenApiBlock)
    for (const part of [...(inner ?? []), ...(fragments ?? [])]) waiting.push(part)
  }
  return found
}
