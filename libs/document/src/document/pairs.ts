import { readBlockTag } from '../block-tags.ts'
import { textOf } from '../text.ts'
import { readCode } from './code.ts'
import type { Container } from './containers.ts'
import { refOf } from './content-refs.ts'
import { expandableTitle, readExpandable } from './expandables.ts'
import type { Group, GroupedContent } from './groups.ts'
import type { Block } from './nodes.ts'
import { fallbackOf, readOpenApi } from './openapi.ts'
import { readColumns, readIf, readPrompt, readStepper, readTabs, readUpdates } from './panels.ts'
import type { ReadingContext } from './reading.ts'
import { type BlockType, hintStyles } from './shapes.ts'
import { squeezed } from './spaces.ts'
import { attributesOf, readEmbed, readFile } from './tags.ts'

/** Reads what stands inside a pair as blocks fit for their container. */
export type ReadBlocks = (nodes: readonly GroupedContent[], container: Container) => Block[]

/**
 * What each pair becomes. It is known before the children are read: to read them twice at every level would never end.
 */
export const pairTypes = new Map<string, BlockType>([
  ['hint', 'hint'],
  ['code', 'code'],
  ['content-ref', 'content-ref'],
  ['details', 'expandable'],
  ['tabs', 'tabs'],
  ['stepper', 'stepper'],
  ['embed', 'embed'],
  ['file', 'file'],
  ['openapi', 'swagger'],
  ['swagger', 'swagger'],
  ['openapi-operation', 'openapi-operation'],
  ['openapi-schemas', 'openapi-schemas'],
  ['openapi-webhook', 'openapi-webhook'],
  ['if', 'if'],
  ['columns', 'columns'],
  ['updates', 'updates'],
  ['prompt', 'prompt'],
])

/**
 * The block that a pair of lines makes of what stands between them, or nothing where it makes none. Its type is known
 * before anything in it is read.
 */
export function readPair(group: Group, reading: ReadingContext, read: ReadBlocks): Block | undefined {
  switch (group.name) {
    case 'hint':
      return readHint(group, read)
    case 'code': {
      const [code, ...others] = group.children
      return code?.type === 'code' && others.length === 0 ? readCode(code, group.open.value) : undefined
    }
    case 'content-ref':
      return readContentRef(group, reading)
    case 'details': {
      const found = expandableTitle(group)
      return found && readExpandable(group, found, reading, read)
    }
    case 'embed':
    case 'file': {
      const caption = captionOf(group)
      if (caption === undefined) return undefined
      return group.name === 'embed'
        ? readEmbed(group.open.value, caption)
        : readFile(group.open.value, reading, caption)
    }
    case 'tabs':
      return readTabs(group, read)
    case 'stepper':
      return readStepper(group, read)
    case 'columns':
      return readColumns(group, read)
    case 'updates':
      return readUpdates(group, read)
    case 'if':
      return readIf(group, read)
    case 'prompt':
      return readPrompt(group)
    default:
      return readOpenApi(readBlockTag(group.open.value).name, group, reading)
  }
}

function readHint({ open, children }: Group, read: ReadBlocks): Block | undefined {
  const said = attributesOf(open.value, 'style', 'icon')
  const style = hintStyles.find((known) => known === (said?.style ?? 'info'))
  if (!said || !style || (said.icon?.length ?? 0) > 50) return undefined
  const icon = said.icon ? { icon: said.icon } : {}
  return { object: 'block', type: 'hint', data: { style, ...icon }, nodes: read(children, 'hint') }
}

function readContentRef({ open, children }: Group, { refs }: ReadingContext): Block | undefined {
  const url = attributesOf(open.value, 'url')?.url
  const ref = url === undefined ? undefined : refOf(url, refs)
  const fallback = url === undefined ? undefined : fallbackOf(children, { label: url, url })
  return ref && fallback && { object: 'block', type: 'content-ref', isVoid: true, data: { ref, ...fallback } }
}

/** A caption is one line of plain words. */
function captionOf({ children }: Group): string | undefined {
  const [paragraph, ...others] = children
  if (!paragraph) return ''
  const plain = paragraph.type === 'paragraph' && paragraph.children.every(({ type }) => type === 'text')
  return plain && others.length === 0 ? squeezed(textOf(paragraph)) : undefined
}
