import { lineEdits } from '../../parts/line-edits.ts'
import { clonedFor, keyOf, type Mark } from './marked-nodes.ts'

/** A word, or an element that is compared as a whole, with the inline elements around it. */
interface Token {
  /** Equal for tokens that readers see as the same. */
  key: string
  node: Text | Element
  path: readonly Element[]
}

/** Elements that are compared as a whole, such as pictures and formulas. */
const wholes = 'img, svg, math, button, iframe, video, audio, object, input, br, select, textarea'
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Splits a text into words and what is between them; languages without spaces have words too. */
export const wordsIn = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)

/** Appends the inline content after a change to a parent: words that are new in `ins`, and those that are gone in `del`. */
export function appendInlines(parent: Element, before: readonly Node[], after: readonly Node[]): void {
  const [old, fresh] = [tokensOf(before), tokensOf(after)]
  const append = appender(parent)
  let [done, doneFresh] = [0, 0]
  for (const { from, to, lines } of lineEdits(keysOf(old), keysOf(fresh))) {
    const start = doneFresh + from - done
    for (const token of fresh.slice(doneFresh, start)) append(token)
    for (const token of old.slice(from, to)) append(token, 'del')
    done = to
    doneFresh = start + lines.length
    for (const token of fresh.slice(start, doneFresh)) append(token, 'ins')
  }
  for (const token of fresh.slice(doneFresh)) append(token)
  parent.normalize()
}

const keysOf = (tokens: readonly Token[]) => tokens.map(({ key }) => key)

function tokensOf(nodes: readonly Node[], path: readonly Element[] = []): Token[] {
  return nodes.flatMap((node) => {
    if (node instanceof Text) {
      const around = path.map(partOf).join('')
      return wordsIn(node.data).map((word) => ({ key: `${around}${word}`, node: new Text(word), path }))
    }
    if (!(node instanceof Element)) return []
    if (node.matches(wholes) || node.childNodes.length === 0) return [{ key: keyOf(node), node, path }]
    return tokensOf([...node.childNodes], [...path, node])
  })
}

/** Returns the part of an element in the keys of its words. Spans are left out: they colour words. */
const partOf = (element: Element) => (element.localName === 'span' ? '' : keyOf(element, false))

/** Returns a function that appends one token after the other, inside copies of the elements around each. */
function appender(parent: Element) {
  let open: { key: string; copy: Element }[] = []
  let marked: { mark: Mark; element: Element } | undefined
  return ({ node, path }: Token, mark?: Mark) => {
    // An anchor without a text says nothing where it is gone.
    if (mark === 'del' && node instanceof Element && !node.matches(wholes)) return
    const keys = path.map((element) => keyOf(element, false))
    const shared = keys.findIndex((key, at) => open[at]?.key !== key)
    const kept = open.slice(0, shared < 0 ? keys.length : shared)
    if (kept.length < open.length || kept.length < keys.length) marked = undefined
    open = kept
    for (const element of path.slice(kept.length)) {
      const copy = clonedFor(element, mark, false)
      innermost(parent, open).append(copy)
      open.push({ key: keyOf(element, false), copy })
    }
    if (mark === undefined) marked = undefined
    else if (marked?.mark !== mark) {
      marked = { mark, element: document.createElement(mark) }
      innermost(parent, open).append(marked.element)
    }
    const into = marked?.element ?? innermost(parent, open)
    into.append(node instanceof Element ? clonedFor(node, mark) : node)
  }
}

const innermost = (parent: Element, open: readonly { copy: Element }[]) => open.at(-1)?.copy ?? parent
