import { DocumentError } from '../errors.ts'
import type { JSONDocument } from './nodes.ts'
import { blockData, inlineData, Mark } from './shapes.ts'

type Check = {
  safeParse: (value: unknown) => { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }
}
type Kind = 'blocks' | 'inlines' | 'lines' | 'texts'

const data: { blocks: ReadonlyMap<string, Check>; inlines: ReadonlyMap<string, Check> } = {
  blocks: new Map(Object.entries(blockData)),
  inlines: new Map(Object.entries(inlineData)),
}
const lined = new Set(['paragraph', 'heading-1', 'heading-2', 'heading-3'])
const parts = new Map([
  ['list-ordered', 'list-item'],
  ['list-unordered', 'list-item'],
  ['list-tasks', 'list-item'],
  ['code', 'code-line'],
  ['images', 'image'],
  ['tabs', 'tabs-item'],
  ['stepper', 'stepper-step'],
  ['columns', 'column'],
  ['updates', 'update'],
  ['prompt', 'code'],
])
/** Blocks that hold nothing but blocks. */
const nested = new Set([
  'blockquote',
  'hint',
  'if',
  'list-item',
  'tabs-item',
  'stepper-step',
  'column',
  'update',
  ...parts.keys(),
])

/**
 * A tree from outside as one of ours. Unknown properties are left alone. Throws DocumentError (unsupported-node) naming
 * the place, such as `nodes[2].data.style`.
 */
export function checkDocument(tree: unknown): JSONDocument {
  const root = objectAt(tree, '')
  if (root.object !== 'document') refuse('object', 'must be "document"')
  checkList(root.nodes, 'nodes', (node, place) => checkBlock(node, place))
  return tree as JSONDocument
}

function refuse(place: string, what: string): never {
  throw new DocumentError('unsupported-node', `The document's ${place || 'tree'} ${what}`)
}

function objectAt(value: unknown, place: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(place, 'must be an object')
  return value as Record<string, unknown>
}

function checkList(value: unknown, place: string, check: (node: unknown, place: string) => void): void {
  if (!Array.isArray(value)) refuse(place, 'must be a list')
  for (const [index, node] of value.entries()) check(node, `${place}[${index}]`)
}

/** The type of a node whose `data` is what that type has. */
function typed(node: Record<string, unknown>, place: string, kind: keyof typeof data): string {
  const type = node.type
  const check = typeof type === 'string' ? data[kind].get(type) : undefined
  if (typeof type !== 'string' || !check)
    refuse(`${place}.type`, `is ${JSON.stringify(type)?.slice(0, 80)}, which is not known here`)
  const [issue] = check.safeParse(node.data).error?.issues ?? []
  if (issue)
    refuse(`${place}.data${issue.path.map((part) => `.${String(part)}`).join('')}`, `is not valid: ${issue.message}`)
  return type
}

function checkBlock(value: unknown, place: string, only?: string): void {
  const node = objectAt(value, place)
  if (node.object !== 'block') refuse(`${place}.object`, 'must be "block"')
  const type = typed(node, place, 'blocks')
  if (only !== undefined && type !== only) refuse(`${place}.type`, `must be "${only}"`)
  const inside = `${place}.nodes`
  if (lined.has(type)) checkInlines(node.nodes, inside, 'inlines')
  if (type === 'code-line') checkInlines(node.nodes, inside, 'lines')
  if (nested.has(type)) checkList(node.nodes, inside, (child, at) => checkBlock(child, at, parts.get(type)))
  if (type === 'image' || type === 'table') checkFragments(node.fragments, `${place}.fragments`)
  if (type === 'expandable') checkFragments(node.fragments, `${place}.fragments`, 2)
}

/** Fragments; exactly as many as asked for. */
function checkFragments(value: unknown, place: string, count?: number): void {
  checkList(value, place, (child, at) => {
    const fragment = objectAt(child, at)
    for (const name of ['fragment', 'key'] as const) {
      if (fragment[name] !== undefined && typeof fragment[name] !== 'string') refuse(`${at}.${name}`, 'must be a text')
    }
    checkList(fragment.nodes, `${at}.nodes`, (node, nodeAt) => checkBlock(node, nodeAt))
  })
  if (count !== undefined && Array.isArray(value) && value.length !== count)
    refuse(place, `must hold ${count} fragments`)
}

const allowed: Record<Exclude<Kind, 'blocks'>, (type: string) => boolean> = {
  inlines: () => true,
  lines: (type) => type === 'annotation' || type === 'expression',
  texts: (type) => type === 'inline-image',
}

function checkInlines(value: unknown, place: string, kind: Exclude<Kind, 'blocks'>): void {
  checkList(value, place, (child, at) => {
    const node = objectAt(child, at)
    if (node.object === 'text') return checkList(node.leaves, `${at}.leaves`, checkLeaf)
    if (node.object !== 'inline') refuse(`${at}.object`, 'must be "text" or "inline"')
    const type = typed(node, at, 'inlines')
    if (!allowed[kind](type)) refuse(`${at}.type`, `is "${type}", which cannot stand there`)
    if (type === 'link' || type === 'annotation') checkInlines(node.nodes, `${at}.nodes`, 'texts')
    if (type === 'annotation') checkFragments(node.fragments, `${at}.fragments`, 1)
  })
}

function checkLeaf(value: unknown, place: string): void {
  const leaf = objectAt(value, place)
  if (typeof leaf.text !== 'string') refuse(`${place}.text`, 'must be a text')
  if (leaf.raw !== undefined && typeof leaf.raw !== 'string') refuse(`${place}.raw`, 'must be a text')
  checkList(leaf.marks, `${place}.marks`, (mark, at) => {
    if (!Mark.safeParse(mark).success) refuse(at, 'is no mark')
  })
}
