import { type KeyedBlock, pageBlocks } from '@quire/document'
import { alignLines } from '../merge/align-lines.ts'

/** A differing part of a text: its earlier and current blocks. */
interface Hunk {
  before: KeyedBlock[]
  now: KeyedBlock[]
}

/** The text, or the position of the first key that is no outermost block of either text, or of one that did not change. */
type RevertedBlocks = { markdown: string } | { unknown: number }

/**
 * Returns the text with some of its blocks reverted to `earlier`. Added blocks are removed, deleted blocks are
 * restored, changed and moved blocks get their earlier content and position; all other blocks stay as they are. `keys`
 * identify outermost blocks of either text. The time is proportional to the number of blocks. Throws DocumentError (limits).
 */
export function revertBlocks(earlier: string, now: string, keys: readonly string[]): RevertedBlocks {
  const [before, after] = [pageBlocks(earlier), pageBlocks(now)]
  const parts = compared(before, after)
  const changed = new Set(parts.flatMap((part) => ('key' in part ? [] : [...part.before, ...part.now])).map(keyOf))
  const unknown = keys.findIndex((key) => !changed.has(key))
  if (unknown >= 0) return { unknown }
  const there = new Set(after.map(keyOf))
  const moved = new Set(before.map(keyOf).filter((key) => there.has(key)))
  const wanted = new Set(keys)
  return { markdown: joinBlocks(parts.flatMap((part) => ('key' in part ? [part] : revertPart(part, wanted, moved)))) }
}

const keyOf = ({ key }: KeyedBlock) => key

/** Compares the blocks: unchanged blocks in order, and hunks between them. A text has each key once. */
function compared(before: KeyedBlock[], after: KeyedBlock[]): (KeyedBlock | Hunk)[] {
  const pairs = alignLines(before.map(keyOf), after.map(keyOf))
  const parts: (KeyedBlock | Hunk)[] = []
  let [from, start] = [0, 0]
  const addHunk = (to: number, end: number) => {
    if (from < to || start < end) parts.push({ before: before.slice(from, to), now: after.slice(start, end) })
  }
  for (const [at, block] of after.entries()) {
    const same = pairs.get(at)
    if (same === undefined) continue
    addHunk(same, at)
    parts.push(block)
    ;[from, start] = [same + 1, at + 1]
  }
  addHunk(before.length, after.length)
  return parts
}

/**
 * Returns the blocks of a hunk after the revert. Changed blocks are paired in order; a moved block has no pair. A block
 * that is restored goes behind the nearest one that preceded it before.
 */
function revertPart({ before, now }: Hunk, wanted: ReadonlySet<string>, moved: ReadonlySet<string>): KeyedBlock[] {
  const stayed = ({ key }: KeyedBlock) => !moved.has(key)
  const [old, fresh] = [before.filter(stayed), now.filter(stayed)]
  const partners = new Map(fresh.map((block, at) => [block, old[at]]))
  const isPaired = new Set(old.slice(0, fresh.length))
  const remaining = now.flatMap((block) => {
    const partner = partners.get(block)
    return wanted.has(block.key) || (partner && wanted.has(partner.key)) ? (partner ?? []) : block
  })
  const present = new Set(remaining)
  const first: KeyedBlock[] = []
  const behind = new Map<KeyedBlock, KeyedBlock[]>()
  let last = first
  for (const block of before) {
    if (present.has(block)) {
      last = []
      behind.set(block, last)
    } else if (wanted.has(block.key) && !isPaired.has(block)) last.push(block)
  }
  return [...first, ...remaining.flatMap((block) => [block, ...(behind.get(block) ?? [])])]
}

/** Joins blocks to a text. Only the last block may end without an empty line. */
function joinBlocks(blocks: KeyedBlock[]): string {
  const texts = blocks.map(({ markdown }, index) =>
    index === blocks.length - 1 || /\n[ \t]*\n$/.test(markdown) ? markdown : `${markdown.trimEnd()}\n\n`,
  )
  return texts.join('')
}
