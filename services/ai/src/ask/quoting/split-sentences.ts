import type { Inline } from '@quire/document'
import type { Language } from '@quire/search/texts'
import { wordsOf } from './quotable-inlines.ts'

const segmenters = new Map<Language, Intl.Segmenter>()

/** Abbreviations with a full stop that rarely end a sentence. */
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|resp|approx|incl|no|fig|z\.\s?B|d\.\s?h|bzw|ca|p\. ex|p\. ej|т\. ?е)\.\s*$/i

/** Splits inline nodes at the ends of sentences; links, formulas and code stay whole. */
export function sentencesOf(nodes: readonly Inline[], language: Language): Inline[][] {
  const text = nodes.map(wordsOf).join('')
  const ends = endsOf(text, language).filter((end) => !isInside(nodes, end))
  const sentences: Inline[][] = []
  let from = 0
  for (const end of [...ends, text.length]) {
    const sentence = sliced(nodes, from, end)
    if (sentence.length > 0) sentences.push(sentence)
    from = end
  }
  return sentences
}

function endsOf(text: string, language: Language): number[] {
  const starts = [...segmenterOf(language).segment(text)].map(({ index }) => index).slice(1)
  return starts.filter((start) => !abbreviation.test(text.slice(Math.max(0, start - 12), start)))
}

function segmenterOf(language: Language): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known) return known
  const segmenter = new Intl.Segmenter(language === 'other' ? 'en' : language, { granularity: 'sentence' })
  segmenters.set(language, segmenter)
  return segmenter
}

/** The parts of a node, each of which may be cut or not. */
function partsOf(node: Inline): { length: number; whole: boolean }[] {
  if (node.object !== 'text') return [{ length: wordsOf(node).length, whole: true }]
  return node.leaves.map(({ text, marks }) => ({
    length: text.length,
    whole: marks.some(({ type }) => type === 'code'),
  }))
}

function isInside(nodes: readonly Inline[], at: number): boolean {
  let from = 0
  for (const { length, whole } of nodes.flatMap(partsOf)) {
    if (at <= from) return false
    if (at < from + length) return whole
    from += length
  }
  return false
}

/** The nodes from one place in their words to another, without white space around them. */
function sliced(nodes: readonly Inline[], from: number, to: number): Inline[] {
  let at = 0
  const taken: Inline[] = []
  for (const node of nodes) {
    const length = wordsOf(node).length
    const [start, end] = [Math.max(0, from - at), Math.min(length, to - at)]
    at += length
    if (end <= start) continue
    if (node.object !== 'text') taken.push(node)
    else taken.push({ object: 'text', leaves: leavesBetween(node, start, end) })
  }
  return trimmed(taken)
}

function leavesBetween({ leaves }: Extract<Inline, { object: 'text' }>, from: number, to: number) {
  let at = 0
  return leaves.flatMap((leaf) => {
    const text = leaf.text.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += leaf.text.length
    return text === '' ? [] : [{ ...leaf, text }]
  })
}

function trimmed(nodes: readonly Inline[]): Inline[] {
  const [first, last] = [nodes[0], nodes.at(-1)]
  const result = [...nodes]
  if (first?.object === 'text') result[0] = withLeaf(first, 0, (text) => text.trimStart())
  const end = result.at(-1)
  if (last?.object === 'text' && end?.object === 'text')
    result[result.length - 1] = withLeaf(end, end.leaves.length - 1, (text) => text.trimEnd())
  return result.filter((node) => node.object !== 'text' || node.leaves.length > 0)
}

function withLeaf(node: Extract<Inline, { object: 'text' }>, at: number, change: (text: string) => string): Inline {
  const leaves = node.leaves.map((leaf, index) => (index === at ? { ...leaf, text: change(leaf.text) } : leaf))
  return { object: 'text', leaves: leaves.filter(({ text }) => text !== '') }
}
