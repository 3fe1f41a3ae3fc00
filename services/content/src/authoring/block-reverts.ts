import type { KeyedBlock } from '@quire/document'
import { badRequest } from '@quire/kit'
import { resultOf } from '@quire/parsing'
import { diffIndices } from 'node-diff3'
import { inField } from '../pages/bodies.ts'
import type { TextParser } from '../parsing.ts'

/** A part of the text that differs: its blocks before and now. */
interface Hunk {
  before: KeyedBlock[]
  now: KeyedBlock[]
}

/**
 * The text with some of its blocks as they are in `earlier`. Added blocks go, deleted ones come back, changed and moved
 * ones are what and where they were; everything else stays as it is written. `keys` are those of outermost blocks in
 * the document of either text. Throws 400 naming, below `field`, a key that is no such block or did not change.
 */
export async function withBlocksOf(
  parser: TextParser,
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
  return written(parts.flatMap((part) => ('key' in part ? [part] : settled(part, new Set(keys), moved))))
}

const keyOf = ({ key }: KeyedBlock) => key

/** The blocks in order: those that stayed, and between them the parts that differ. */
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

/** What a part holds in the end. Changed blocks are paired in their order; a moved block has no pair. */
function settled({ before, now }: Hunk, wanted: ReadonlySet<string>, moved: ReadonlySet<string>): KeyedBlock[] {
  const stayed = ({ key }: KeyedBlock) => !moved.has(key)
  const [old, fresh] = [before.filter(stayed), now.filter(stayed)]
  const stays = now.flatMap((block) => {
    const partner = old[fresh.indexOf(block)]
    return wanted.has(block.key) || (partner && wanted.has(partner.key)) ? (partner ?? []) : block
  })
  const comesBack = before.filter(
    (block) => wanted.has(block.key) && old.indexOf(block) >= (moved.has(block.key) ? -1 : fresh.length),
  )
  return comesBack.reduce((blocks, block) => putBack(blocks, block, before), stays)
}

/** The blocks with one more, put behind the nearest block that it stood behind before. */
function putBack(blocks: KeyedBlock[], block: KeyedBlock, before: KeyedBlock[]): KeyedBlock[] {
  const front = before.slice(0, before.indexOf(block)).findLast((other) => blocks.includes(other))
  return blocks.toSpliced(front ? blocks.indexOf(front) + 1 : 0, 0, block)
}

/** The last block of a text may end without an empty line; another block behind it needs one. */
function written(blocks: KeyedBlock[]): string {
  const texts = blocks.map(({ markdown }, index) =>
    index === blocks.length - 1 || /\n[ \t]*\n$/.test(markdown) ? markdown : `${markdown.trimEnd()}\n\n`,
  )
  return texts.join('')
}
