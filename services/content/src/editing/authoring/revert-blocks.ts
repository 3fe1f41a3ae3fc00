import type { KeyedBlock } from '@quire/document'
import { badRequest } from '@quire/kit'
import { resultOf } from '@quire/parsing'
import { diffIndices } from 'node-diff3'
import { inField } from '../../pages/text-conversion.ts'
import type { EditingParser } from '../context.ts'

/** A differing part of a text: its earlier and current blocks. */
interface Hunk {
  before: KeyedBlock[]
  now: KeyedBlock[]
}

/**
 * Returns the text with some of its blocks reverted to `earlier`. Added blocks are removed, deleted blocks are
 * restored, changed and moved blocks get their earlier content and position; all other blocks stay as they are. `keys`
 * identify outermost blocks of either text. Throws 400 naming, below `field`, a key that is not such a block or did not
 * change.
 */
export async function withBlocksOf(
  parser: EditingParser,
  { earlier, now }: { earlier: string; now: string },
  keys: readonly string[],
  field: string,
): Promise<string> {
  const read = await parser.runEach('pageBlocks', [[earlier], [now]])
  const [before = [], after = []] = await inField(field, async () => read.map((one) => resultOf(one)))
  const parts = compared(before, after)
  const changed = new Set(parts.flatMap((part) => ('key' in part ? [] : [...part.before, ...part.now])).map(keyOf))
  for (const [index, key] of keys.entries())
    if (!changed.has(key))
      throw badRequest(`${field}.${index}`, `${key} is no outermost block of the page that changed`)
  const there = new Set(after.map(keyOf))
  const moved = new Set(before.map(keyOf).filter((key) => there.has(key)))
  return joinBlocks(parts.flatMap((part) => ('key' in part ? [part] : revertPart(part, new Set(keys), moved))))
}

const keyOf = ({ key }: KeyedBlock) => key

/** Compares the blocks: unchanged blocks in order, and hunks between them. */
function compared(before: KeyedBlock[], after: KeyedBlock[]): (KeyedBlock | Hunk)[] {
  const parts: (KeyedBlock | Hunk)[] = []
  let at = 0
  for (const { buffer1, buffer2 } of diffIndices(before.map(keyOf), after.map(keyOf))) {
    const [[from = 0, removed = 0], [start = 0, added = 0]] = [buffer1, buffer2]
    parts.push(...after.slice(at, start))
    parts.push({ before: before.slice(from, from + removed), now: after.slice(start, start + added) })
    at = start + added
  }
  return [...parts, ...after.slice(at)]
}

/** Returns the blocks of a hunk after the revert. Changed blocks are paired in order; a moved block has no pair. */
function revertPart({ before, now }: Hunk, wanted: ReadonlySet<string>, moved: ReadonlySet<string>): KeyedBlock[] {
  const stayed = ({ key }: KeyedBlock) => !moved.has(key)
  const [old, fresh] = [before.filter(stayed), now.filter(stayed)]
  const remaining = now.flatMap((block) => {
    const partner = old[fresh.indexOf(block)]
    return wanted.has(block.key) || (partner && wanted.has(partner.key)) ? (partner ?? []) : block
  })
  const restored = before.filter(
    (block) => wanted.has(block.key) && old.indexOf(block) >= (moved.has(block.key) ? -1 : fresh.length),
  )
  return restored.reduce((blocks, block) => insertAfterPredecessor(blocks, block, before), remaining)
}

/** Inserts a block after the nearest block that preceded it before. */
function insertAfterPredecessor(blocks: KeyedBlock[], block: KeyedBlock, before: KeyedBlock[]): KeyedBlock[] {
  const front = before.slice(0, before.indexOf(block)).findLast((other) => blocks.includes(other))
  return blocks.toSpliced(front ? blocks.indexOf(front) + 1 : 0, 0, block)
}

/** Joins blocks to a text. Only the last block may end without an empty line. */
function joinBlocks(blocks: KeyedBlock[]): string {
  const texts = blocks.map(({ markdown }, index) =>
    index === blocks.length - 1 || /\n[ \t]*\n$/.test(markdown) ? markdown : `${markdown.trimEnd()}\n\n`,
  )
  return texts.join('')
}
