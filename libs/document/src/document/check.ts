import type { Content } from '../blocks/kind.ts'
import { blockKinds } from '../blocks/registry.ts'
import { DocumentError } from '../markdown/errors.ts'
import { inlineData, Mark } from '../nodes/inline-shapes.ts'
import type { BlockType, JSONDocument } from '../nodes/nodes.ts'

type Check = {
  safeParse: (value: unknown) => { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } }
}

const isBlockType = (type: string): type is BlockType => Object.hasOwn(blockKinds, type)
const isInlineType = (type: string): type is keyof typeof inlineData => Object.hasOwn(inlineData, type)

/**
 * A tree from outside as one of ours. Unknown properties are left alone. Throws DocumentError (unsupported-node) naming
 * the location, such as `nodes[2].data.style`.
 */
export function checkDocument(tree: unknown): JSONDocument {
  const root = objectAt(tree, '')
  if (root.object !== 'document') refuse('object', 'must be "document"')
  checkList(root.nodes, 'nodes', (node, location) => checkBlock(node, location))
  return tree as JSONDocument
}

function refuse(location: string, what: string): never {
  throw new DocumentError('unsupported-node', `The document's ${location || 'tree'} ${what}`)
}

function objectAt(value: unknown, location: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(location, 'must be an object')
  return value as Record<string, unknown>
}

function checkList(value: unknown, location: string, check: (node: unknown, location: string) => void): void {
  if (!Array.isArray(value)) refuse(location, 'must be a list')
  for (const [index, node] of value.entries()) check(node, `${location}[${index}]`)
}

/** Refuses a node whose `data` is not that of its type. */
function checkData(node: Record<string, unknown>, location: string, shape: Check | undefined): void {
  if (!shape) refuse(`${location}.type`, `is ${JSON.stringify(node.type)?.slice(0, 80)}, which is not known here`)
  const [issue] = shape.safeParse(node.data).error?.issues ?? []
  if (issue)
    refuse(`${location}.data${issue.path.map((part) => `.${String(part)}`).join('')}`, `is not valid: ${issue.message}`)
}

function checkBlock(value: unknown, location: string, only?: BlockType): void {
  const node = objectAt(value, location)
  if (node.object !== 'block') refuse(`${location}.object`, 'must be "block"')
  const type = typeof node.type === 'string' && isBlockType(node.type) ? node.type : undefined
  checkData(node, location, type && blockKinds[type].data)
  if (only !== undefined && type !== only) refuse(`${location}.type`, `must be "${only}"`)
  if (type) checkContent(node, location, blockKinds[type].content)
}

function checkContent(node: Record<string, unknown>, location: string, content: Content): void {
  const inside = `${location}.nodes`
  if (content === 'nothing') return
  if (content === 'inlines' || content === 'code') checkInlines(node.nodes, inside, content)
  else if (content === 'blocks') checkList(node.nodes, inside, (child, at) => checkBlock(child, at))
  else if ('parts' in content) checkList(node.nodes, inside, (child, at) => checkBlock(child, at, content.parts))
  else checkFragments(node.fragments, `${location}.fragments`, content.fragments)
}

/** Refuses a list of anything but fragments, and one of another number. */
function checkFragments(value: unknown, location: string, count: number | 'any'): void {
  checkList(value, location, (child, at) => {
    const fragment = objectAt(child, at)
    for (const name of ['fragment', 'key'] as const) {
      if (fragment[name] !== undefined && typeof fragment[name] !== 'string') refuse(`${at}.${name}`, 'must be a text')
    }
    checkList(fragment.nodes, `${at}.nodes`, (node, nodeAt) => checkBlock(node, nodeAt))
  })
  if (count !== 'any' && Array.isArray(value) && value.length !== count)
    refuse(location, `must hold ${count} fragments`)
}

/** The inlines that may stand in texts, in lines of code and in links. */
const allowed: Record<'inlines' | 'code' | 'link', (type: string) => boolean> = {
  inlines: () => true,
  code: (type) => type === 'annotation' || type === 'expression',
  link: (type) => type === 'inline-image',
}

function checkInlines(value: unknown, location: string, kind: keyof typeof allowed): void {
  checkList(value, location, (child, at) => {
    const node = objectAt(child, at)
    if (node.object === 'text') return checkList(node.leaves, `${at}.leaves`, checkLeaf)
    if (node.object !== 'inline') refuse(`${at}.object`, 'must be "text" or "inline"')
    const type = typeof node.type === 'string' && isInlineType(node.type) ? node.type : undefined
    checkData(node, at, type && inlineData[type])
    if (!allowed[kind](type ?? '')) refuse(`${at}.type`, `is "${type}", which cannot stand there`)
    if (type === 'link' || type === 'annotation') checkInlines(node.nodes, `${at}.nodes`, 'link')
    if (type === 'annotation') checkFragments(node.fragments, `${at}.fragments`, 1)
  })
}

function checkLeaf(value: unknown, location: string): void {
  const leaf = objectAt(value, location)
  if (typeof leaf.text !== 'string') refuse(`${location}.text`, 'must be a text')
  if (leaf.raw !== undefined && typeof leaf.raw !== 'string') refuse(`${location}.raw`, 'must be a text')
  checkList(leaf.marks, `${location}.marks`, (mark, at) => {
    if (!Mark.safeParse(mark).success) refuse(at, 'is no mark')
  })
}
