import { lineEdits } from '../../parts/line-edits.ts'
import { appendInlines, wordsIn } from './marked-inlines.ts'
import { clonedFor, keyOf, type Mark } from './marked-nodes.ts'
import { maxComparedCharacters } from './text-diff.ts'

/** A block, or the inline content beside blocks. */
type Block = Element | Node[]

/** The characters whose words may still be compared. */
interface Left {
  characters: number
}

const blocks = [
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'dd',
    'details',
    'div',
    'dl',
    'dt',
    'figcaption',
    'figure',
    'footer',
  ],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hr', 'li', 'nav', 'ol', 'p', 'pre', 'section', 'summary', 'ul'],
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'],
].join()
/** Blocks that stand in their parents alone, which hold nothing else: their content is marked. */
const parts = 'caption, dd, dt, figcaption, li, summary, td, th, [data-tab]'
const groups = 'thead, tbody, tfoot, tr'
const widths = 'colgroup, col'
/** The pictures to which icons refer; they are not seen where they are. */
const drawings = '.drawings'
/** Two blocks are versions of one if they share this part of their words. */
const minLikeness = 0.3
/** The most pairs of blocks that are looked through for versions of one. */
const maxPairs = 10_000

/**
 * Returns the nodes of a rendered page after a change: new blocks and words stand in `ins`, those that are gone in `del`.
 * Both texts are answers of the renderer, and are parsed as its other answers are: nothing in them runs.
 */
export function markedNodes(before: string, after: string): Node[] {
  const [old, fresh] = [parsed(before), parsed(after)]
  const root = document.createElement('div')
  root.append(...old.querySelectorAll(drawings))
  appendBlocks(root, blocksOf(old), blocksOf(fresh), { characters: maxComparedCharacters.ofText })
  return [...root.childNodes]
}

function parsed(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = html
  return template.content
}

const nodesOf = (block: Block): Node[] => (Array.isArray(block) ? block : [block])
const textOf = (block: Block) =>
  nodesOf(block)
    .map(({ textContent }) => textContent)
    .join('')
const hasBlocks = (element: Element) => [...element.children].some((child) => child.matches(blocks))

/** Returns the blocks of a parent, and the inline content before, between and after them. */
function blocksOf(parent: ParentNode): Block[] {
  const found: Block[] = []
  for (const node of parent.childNodes) {
    const last = found.at(-1)
    if (node instanceof Element && node.matches(blocks)) found.push(node)
    else if (Array.isArray(last)) last.push(node)
    else found.push([node])
  }
  const isSeen = (node: Node) => node instanceof Element || node.textContent?.trim() !== ''
  return found.filter((block) => nodesOf(block).some(isSeen))
}

function appendBlocks(parent: Element, old: Block[], fresh: Block[], left: Left): void {
  const keysOf = (all: Block[]) =>
    all.map((block) =>
      nodesOf(block)
        .map((node) => keyOf(node))
        .join(''),
    )
  const appendSame = (same: Block[]) => parent.append(...same.flatMap(nodesOf).map((node) => node.cloneNode(true)))
  let [done, doneFresh] = [0, 0]
  for (const { from, to, lines } of lineEdits(keysOf(old), keysOf(fresh))) {
    const start = doneFresh + from - done
    appendSame(fresh.slice(doneFresh, start))
    done = to
    doneFresh = start + lines.length
    appendChanged(parent, old.slice(from, to), fresh.slice(start, doneFresh), left)
  }
  appendSame(fresh.slice(doneFresh))
}

/** Appends blocks that have changed: versions of one block as one, the others as they are. */
function appendChanged(parent: Element, old: Block[], fresh: Block[], left: Left): void {
  let [done, doneFresh] = [0, 0]
  for (const [at, atFresh] of [...versionsOf(old, fresh), [old.length, fresh.length] as const]) {
    for (const block of old.slice(done, at)) appendWhole(parent, block, 'del')
    for (const block of fresh.slice(doneFresh, atFresh)) appendWhole(parent, block, 'ins')
    const [before, after] = [old[at], fresh[atFresh]]
    if (before && after) appendVersion(parent, before, after, left)
    done = at + 1
    doneFresh = atFresh + 1
  }
}

/** Pairs the positions of blocks that are versions of one, in their order, so that they have most words in common. */
function versionsOf(old: Block[], fresh: Block[]): [number, number][] {
  // A row has its cells in columns.
  const isCell = (block: Block) => !Array.isArray(block) && block.matches('td, th')
  if (old.length === fresh.length && [...old, ...fresh].every(isCell)) return old.map((_, at) => [at, at])
  if (old.length * fresh.length > maxPairs) return []
  const [bags, freshBags] = [old.map(bagOf), fresh.map(bagOf)]
  const likeness = bags.map((bag) => freshBags.map((other) => likenessOf(bag, other)))
  const sums = [...old, undefined].map(() => [...fresh, undefined].map(() => 0))
  const sumAt = (at: number, atFresh: number) => sums[at]?.[atFresh] ?? 0
  const together = (at: number, atFresh: number) => {
    const like = likeness[at]?.[atFresh] ?? 0
    return like < minLikeness ? 0 : like + sumAt(at + 1, atFresh + 1)
  }
  for (let at = old.length - 1; at >= 0; at--)
    for (let atFresh = fresh.length - 1; atFresh >= 0; atFresh--)
      sums[at]?.splice(atFresh, 1, Math.max(together(at, atFresh), sumAt(at + 1, atFresh), sumAt(at, atFresh + 1)))
  const pairs: [number, number][] = []
  for (let [at, atFresh] = [0, 0]; sumAt(at, atFresh) > 0; ) {
    if (sumAt(at, atFresh) === together(at, atFresh)) pairs.push([at++, atFresh++])
    else if (sumAt(at, atFresh) === sumAt(at + 1, atFresh)) at++
    else atFresh++
  }
  return pairs
}

interface Bag {
  name: string
  words: Set<string>
}

/** Returns the texts of a node one by one: those of two entries of a list have no space between them. */
const textsIn = (node: Node): string[] => (node instanceof Text ? [node.data] : [...node.childNodes].flatMap(textsIn))

const bagOf = (block: Block): Bag => ({
  name: Array.isArray(block) ? '' : block.localName,
  words: new Set(
    nodesOf(block)
      .flatMap(textsIn)
      .flatMap(wordsIn)
      .filter((word) => word.trim() !== ''),
  ),
})

function likenessOf(one: Bag, other: Bag): number {
  if (one.name !== other.name) return 0
  const shared = [...one.words].filter((word) => other.words.has(word)).length
  return shared / Math.max(one.words.size, other.words.size, 1)
}

/** Appends two versions of a block as one. */
function appendVersion(parent: Element, before: Block, after: Block, left: Left): void {
  if (Array.isArray(before) || Array.isArray(after)) {
    appendWords(parent, nodesOf(before), nodesOf(after), left)
    return
  }
  const copy = after.cloneNode(false) as Element
  // A change in it is to be seen.
  if (copy instanceof HTMLDetailsElement) copy.open = true
  parent.append(copy)
  if (hasBlocks(before) || hasBlocks(after)) appendBlocks(copy, blocksOf(before), blocksOf(after), left)
  else appendWords(copy, [...before.childNodes], [...after.childNodes], left)
}

/** Appends inline content word by word, unless comparing it would take too long. */
function appendWords(parent: Element, before: Node[], after: Node[], left: Left): void {
  const characters = textOf(before).length + textOf(after).length
  if (characters > Math.min(maxComparedCharacters.ofLines, left.characters)) {
    appendIn(parent, 'del', before)
    appendIn(parent, 'ins', after)
    return
  }
  left.characters -= characters
  appendInlines(parent, before, after)
}

/** Appends a block that is new or gone as a whole. */
function appendWhole(parent: Element, block: Block, mark: Mark): void {
  if (Array.isArray(block) || !block.matches(`${parts}, ${groups}, ${widths}`)) {
    appendIn(parent, mark, nodesOf(block))
    return
  }
  // A column without cells has no width.
  if (block.matches(widths) && mark === 'del') return
  const copy = clonedFor(block, mark, false)
  parent.append(copy)
  if (block.matches(parts)) appendIn(copy, mark, [...block.childNodes])
  else for (const one of blocksOf(block)) appendWhole(copy, one, mark)
}

function appendIn(parent: Element, mark: Mark, nodes: Node[]): void {
  const marked = document.createElement(mark)
  marked.append(...nodes.map((node) => (node instanceof Element ? clonedFor(node, mark) : node.cloneNode(true))))
  parent.append(marked)
}
