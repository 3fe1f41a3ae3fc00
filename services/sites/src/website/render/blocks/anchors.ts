import type { Block, BlockOf } from '@quire/document'
import type { BlocksContext } from './blocks-context.ts'
import { plainOf } from './inline-text.ts'

/** Ids of elements that are ours begin with this; those that people write never do. */
const ownPrefix = 'q-'

type Heading = BlockOf<'heading-1' | 'heading-2' | 'heading-3'>

/** The anchor of a heading before it is made unique. */
export const anchorOf = ({ data, meta }: Heading): string => data.id ?? meta?.id ?? 'section'

/**
 * Gives each anchor once: an anchor that is taken gets a number. Those of a document that is shown beside another one
 * have a prefix, so that both may stand in one page.
 */
export function createAnchors(nodes: readonly Block[], { idPrefix: prefix = '', reusable }: BlocksContext) {
  const counts = new Map<string, number>()
  const headings = [...headingsIn(nodes, reusable)].map((heading) => ({
    id: anchorOf(heading),
    title: plainOf(heading.nodes),
  }))
  const ids = new Set(headings.map(({ id }) => id))
  const similar = new Map<string, string>()
  for (const { id, title } of headings)
    for (const form of [lettersOf(title), lettersOf(id)]) if (!similar.has(form)) similar.set(form, id)

  /** An id for what people wrote. It is no id of ours, so nothing of ours is found in its place. */
  function written(anchor: string): string {
    const name = anchor.replace(/[\s\p{Cc}]+/gu, '-').slice(0, 200)
    const isPlain = !name.startsWith(ownPrefix) && name !== ''
    return unique(prefix + (isPlain ? name : `section-${name}`))
  }

  function unique(name: string): string {
    const before = counts.get(name) ?? 0
    counts.set(name, before + 1)
    if (before === 0) return name
    return unique(`${name}-${before}`)
  }

  /**
   * The id of a second anchor for links that were written for GitBook; undefined if it is the first or is taken, or if
   * the author chose the first.
   */
  function alias(title: string, id: string): string | undefined {
    if (withoutNumber(plainLetters(id)) !== withoutNumber(plainLetters(title))) return undefined
    const name = gitbookAnchor(title).slice(0, 200)
    if (name === '' || name.startsWith(ownPrefix) || ids.has(name) || counts.has(prefix + name)) return undefined
    return unique(prefix + name)
  }

  return {
    written,
    own: (name: string) => unique(ownPrefix + prefix + name),
    alias,
    /** The anchor of the heading that a link within the page means: the one of that name, else the most similar one. */
    meant: (anchor: string) => (ids.has(anchor) ? anchor : (similar.get(lettersOf(anchor)) ?? anchor)),
  }
}

/** GitBook's anchor of a heading: signs are words or hyphens there, and full stops stay. */
const gitbookAnchor = (title: string): string =>
  withWords(title.toLowerCase())
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}._~]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

const withWords = (text: string): string =>
  text.replaceAll('<', ' less than ').replaceAll('>', ' greater than ').replaceAll('&', ' and ')

/** The letters and digits of a text, by which anchors are compared whose signs differ. */
const lettersOf = (text: string): string => plainLetters(withWords(text.normalize('NFKC')))

const plainLetters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Drops the digits at the end. The lookbehind keeps a long number elsewhere from being read once for each of its digits. */
const withoutNumber = (letters: string): string => letters.replace(/(?<!\d)\d+$/, '')

/** The headings of a document and of the texts that it includes, each text once. */
function* headingsIn(nodes: readonly Block[], reusable: BlocksContext['reusable']): Generator<Heading> {
  const included = new Set<readonly Block[]>()
  const waiting: unknown[] = nodes.toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = next as Block
    if (isHeading(node)) yield node
    else if (node.type === 'reusable-content') {
      const text = node.data.ref.kind === 'reusable-content' ? reusable(node.data.ref) : undefined
      if (!text || included.has(text)) continue
      included.add(text)
      waiting.push(...text.toReversed())
    } else {
      const { nodes: inner = [], fragments = [] } = node as {
        nodes?: { object: string }[]
        fragments?: { nodes: unknown[] }[]
      }
      waiting.push(...fragments.toReversed().flatMap((fragment) => fragment.nodes.toReversed()))
      waiting.push(...inner.filter(({ object }) => object === 'block').reverse())
    }
  }
}

const isHeading = (node: Block): node is Heading => node.type.startsWith('heading-')
