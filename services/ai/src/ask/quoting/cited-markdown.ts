import { type Block, toMarkdown } from '@quire/document'
import type { Chosen } from './choose-pieces.ts'
import { plainText } from './quotable-inlines.ts'
import { paragraph } from './quotable-paragraph.ts'
import type { ReadPassage } from './section-pieces.ts'

/** The chosen pieces of a section as markdown that cites it: at the end of its first paragraph, or of its title. */
export function cited(read: ReadPassage, chosen: Chosen, number: number): string {
  const [first, ...rest] = written(read, chosen)
  if (!first) return ''
  const mark = `[^${number}]`
  if (first.type === 'paragraph') return [markdownOf([first]) + mark, markdownOf(rest)].join('\n\n').trim()
  const title = paragraph([plainText(read.name)])
  return `${markdownOf([title])}${mark}\n\n${markdownOf([first, ...rest])}`
}

/** Block by block. */
function written({ blocks, pieces }: ReadPassage, chosen: Chosen): Block[] {
  const places = Map.groupBy(chosen, (at) => pieces[at]?.block ?? -1)
  return [...places].flatMap(([block, all]) => blocks[block]?.write(all.map((at) => pieces[at]?.place ?? 0)) ?? [])
}

const markdownOf = (nodes: Block[]): string => plainer(toMarkdown({ object: 'document', data: {}, nodes }).trim())

/** An underscore inside a word is no sign of markdown: names are read, and found, as they are written. Code stays. */
const plainer = (markdown: string): string =>
  markdown.replace(/(`+)[\s\S]*?\1(?!`)|(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, (all) => (all === '\\_' ? '_' : all))
