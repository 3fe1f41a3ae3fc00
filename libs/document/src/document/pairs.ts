import { tagAttribute } from '../block-tags.ts'
import { decodeHtml } from '../html.ts'
import { readCode } from './code.ts'
import { type Refs, refOf } from './content-refs.ts'
import type { Group, Grouped } from './groups.ts'
import { type Block, type Container, type HintStyle, hintStyles } from './nodes.ts'

/** Reads what stands inside a pair as blocks fit for their container. */
export type ReadBlocks = (nodes: readonly Grouped[], container: Container) => Block[]

/** What each pair becomes. Asked before the children are read: reading them twice at every level would never end. */
export const pairTypes = new Map<string, Block['type']>([
  ['hint', 'hint'],
  ['code', 'code'],
  ['content-ref', 'content-ref'],
  ['details', 'expandable'],
  ['tabs', 'tabs'],
  ['stepper', 'stepper'],
])

/** The block that a pair of lines makes of what stands between them, or nothing where it makes none. */
export function readPair(group: Group, refs: Refs, read: ReadBlocks): Block | undefined {
  switch (group.name) {
    case 'hint': {
      const style = tagAttribute(group.open.value, 'style') ?? 'info'
      return isHintStyle(style)
        ? { object: 'block', type: 'hint', data: { style }, nodes: read(group.children, 'hint') }
        : undefined
    }
    case 'code': {
      const [code, ...others] = group.children
      return code?.type === 'code' && others.length === 0 ? readCode(code, group.open.value) : undefined
    }
    case 'content-ref': {
      const ref = refOf(tagAttribute(group.open.value, 'url') ?? '', refs)
      return ref && { object: 'block', type: 'content-ref', isVoid: true, data: { ref } }
    }
    case 'details':
      return readExpandable(group, read)
    case 'tabs': {
      const nodes = readPanels(group, 'tab')?.map((panel) => {
        const title = tagAttribute(panel.open.value, 'title')
        const data = title ? { title } : {}
        return {
          object: 'block' as const,
          type: 'tabs-item' as const,
          data,
          nodes: read(panel.children, 'panel'),
        }
      })
      return nodes && { object: 'block', type: 'tabs', nodes }
    }
    case 'stepper': {
      const nodes = readPanels(group, 'step')?.map((panel) => {
        const nodes = read(panel.children, 'panel')
        return { object: 'block' as const, type: 'stepper-step' as const, data: {}, nodes }
      })
      return nodes && { object: 'block', type: 'stepper', nodes }
    }
    default:
      return undefined
  }
}

function isHintStyle(style: string): style is HintStyle {
  return hintStyles.some((known) => known === style)
}

/** The panels of tabs or steps, if nothing else stands between them. */
function readPanels({ children }: Group, name: string): Group[] | undefined {
  const panels = children.filter((child): child is Group => child.type === 'group' && child.name === name)
  return panels.length === children.length ? panels : undefined
}

const summary = /<summary>([^<]*)<\/summary>$/

function readExpandable({ open, children }: Group, read: ReadBlocks): Block | undefined {
  const [first, ...rest] = children
  const inside = first?.type === 'html' ? summaryOf(first) : undefined
  const title = summaryOf(open) ?? inside
  if (title === undefined) return undefined
  const body = read(inside === undefined ? children : rest, 'expandable-body')
  const leaves = [{ object: 'leaf' as const, text: title, marks: [] }]
  const nodes = [{ object: 'block' as const, type: 'paragraph' as const, nodes: [{ object: 'text' as const, leaves }] }]
  return {
    object: 'block',
    type: 'expandable',
    isVoid: true,
    data: {},
    fragments: [
      { object: 'fragment', fragment: 'expandable-title', type: 'expandable-title', nodes },
      { object: 'fragment', fragment: 'expandable-body', type: 'expandable-body', nodes: body },
    ],
  }
}

function summaryOf(node: Extract<Grouped, { value: string }>): string | undefined {
  const title = summary.exec(node.value.trim())?.[1]
  return title === undefined ? undefined : decodeHtml(title).replace(/\s+/g, ' ').trim()
}
