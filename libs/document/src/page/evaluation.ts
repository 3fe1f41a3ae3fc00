import { type Context, type Effort, EffortExceeded, evaluate, holds, reads, textOf } from '@quire/conditions'
import type { Nodes, RootContent } from 'mdast'
import { readBlockTag } from '../markdown/block-tags.ts'
import { DocumentError } from '../markdown/errors.ts'
import { decodeHtml, escapeHtml, htmlTags } from '../markdown/html.ts'
import { pageLimits } from '../markdown/limits.ts'
import { parse } from '../markdown/parse.ts'
import { textOf as wordsOf } from '../markdown/readable-text.ts'
import { serialise } from '../markdown/serialise.ts'
import { squeezed } from '../markdown/white-space.ts'
import { isConditional } from './conditional.ts'
import { unreadableIn } from './unreadable-conditions.ts'
import { withoutComments } from './without-comments.ts'

/** For whom a text is read. */
export interface Evaluation {
  /** The names that conditions and expressions may read: the visitor's claims, the page's variables. */
  context: Context
  /** Expressions that read one of these names stay as they are: somebody else fills them in. */
  leaves?: readonly string[]
  /** True for readers of what is published, who see nothing of comments. */
  omitsComments?: boolean
}

/**
 * The text for its reader. Conditional content (`{% if visitor.claims.beta %}`) is left out unless its condition is met,
 * and its tags are. Expressions (`<code class="expression">`) become what they say. Nothing is left of a text with a
 * condition that cannot be read (`unreadableCondition`), because nobody may see what it was to hide. Comments are left
 * out last, since conditions may stand in them. Throws DocumentError (limits, or too-complex).
 */
export function evaluateMarkdown(markdown: string, evaluation: Evaluation): string {
  const text = isConditional(markdown) ? evaluated(markdown, evaluation) : markdown
  return evaluation.omitsComments ? withoutComments(text) : text
}

function evaluated(markdown: string, evaluation: Evaluation): string {
  const root = parse(markdown)
  if (unreadableIn(root, markdown) !== undefined) return ''
  try {
    evaluateBelow(root, { ...evaluation, charactersLeft: pageLimits.length, effort: { left: maxSteps } })
  } catch (error) {
    if (!(error instanceof EffortExceeded)) throw error
    throw new DocumentError('too-complex', 'The conditions and expressions of the page take too much work together')
  }
  return serialise(root)
}

/** Steps of all conditions and expressions of a text: the worst take a quarter of a second. */
const maxSteps = 500_000

/** An evaluation that is under way. */
interface Evaluating extends Evaluation {
  /** The most characters that what is still to be evaluated may say: a short expression may say much, again and again. */
  charactersLeft: number
  /** The steps that are left for all of them. */
  effort: Effort
}

function evaluateBelow(node: Nodes, evaluation: Evaluating): void {
  if (node.type === 'html') node.value = withoutExpressions(node.value, evaluation)
  if (!('children' in node)) return
  const children = withValues(visible(node.children, evaluation), evaluation)
  for (const child of children) evaluateBelow(child, evaluation)
  Object.assign(node, { children })
}

/**
 * The siblings that the reader is shown. A condition that nothing ends holds for all that follows, so that a slip of the
 * writer shows nobody too much. For the same reason lines of HTML count, though the parser sees no tags in them.
 */
function visible(nodes: readonly RootContent[], { context, effort }: Evaluating): RootContent[] {
  const met: boolean[] = []
  return nodes.filter((node) => {
    if (node.type === 'blockTag') return isVisible(node.value)
    if (node.type !== 'html') return met.every(Boolean)
    node.value = node.value.split('\n').filter(isVisible).join('\n')
    return node.value !== ''
  })

  /** True if a line is visible. The tags of a condition are hidden, and decide about the lines that follow. */
  function isVisible(line: string): boolean {
    const tag = line.trim()
    const name = tag.startsWith('{%') && tag.endsWith('%}') ? readBlockTag(tag).name : ''
    if (name === 'if') met.push(holds(conditionIn(tag), context, effort))
    else if (name === 'endif') met.pop()
    else return met.every(Boolean)
    return false
  }
}

/** The condition of an opening tag; empty, which nobody meets, where it has none. */
function conditionIn(tag: string): string {
  const [opening] = /^\{%[ \t]*if[ \t]/.exec(tag) ?? []
  return opening === undefined ? '' : tag.slice(opening.length, -2).trim()
}

/** The nodes with expressions as text. In a line, an expression's tags are siblings of its words. */
function withValues(nodes: readonly RootContent[], evaluation: Evaluating): RootContent[] {
  const found: RootContent[] = []
  const ends = closings(nodes)
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at]
    const end = ends[at]
    if (!node) continue
    const opens = end !== undefined && node.type === 'html' && opensExpression(node.value)
    const text = opens
      ? valueFor(
          nodes
            .slice(at + 1, end)
            .map(wordsOf)
            .join(''),
          evaluation,
        )
      : undefined
    if (opens && text !== undefined) at = end
    found.push(text === undefined ? node : { type: 'text', value: text })
  }
  return found
}

/** For each of the siblings, where the next one is that ends an expression. */
function closings(nodes: readonly RootContent[]): (number | undefined)[] {
  let next: number | undefined
  return nodes
    .toReversed()
    .map((node, back) => {
      const after = next
      if (node.type === 'html' && /^<\/code\s*>$/i.test(node.value)) next = nodes.length - 1 - back
      return after
    })
    .toReversed()
}

function opensExpression(html: string): boolean {
  const [tag, ...others] = htmlTags(html)
  const attribute = tag?.attributes[0]
  const isCode = tag?.name === 'code' && !tag.closing && tag.end === html.length && others.length === 0
  return isCode && attribute?.name === 'class' && attribute.value === 'expression'
}

/** A piece of HTML between blocks, in which tags and words are one text. */
function withoutExpressions(html: string, evaluation: Evaluating): string {
  return html.replace(/<code class="expression">([^<]*)<\/code>/g, (written, expression: string) => {
    const text = valueFor(decodeHtml(expression), evaluation)
    return text === undefined ? written : escapeHtml(text)
  })
}

/** The value of an expression on one line; undefined if it stays an expression. */
function valueFor(expression: string, evaluation: Evaluating): string | undefined {
  const { context, effort, leaves = [] } = evaluation
  const text = squeezed(expression)
  if (leaves.some((name) => reads(text, name))) return undefined
  const words = squeezed(textOf(evaluate(text, context, effort)))
  evaluation.charactersLeft -= words.length
  if (evaluation.charactersLeft < 0)
    throw new DocumentError('too-large', `Expressions of a page may say at most ${pageLimits.length} characters`)
  return words
}
