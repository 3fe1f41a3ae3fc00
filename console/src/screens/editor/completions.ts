import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  ifNotIn,
  snippetCompletion,
} from '@codemirror/autocomplete'
import { mentionOf } from '../../parts/markdown-links.ts'
import { addressCompletions } from './address-completions.ts'
import { type BlockName, offeredBlocks } from './blocks.ts'
import { foundCompletions, headingCompletions, linkCompletions } from './link-completions.ts'
import type { Nameable } from './nameable.ts'

interface CompletionWords {
  /** The blocks, in the language of the person. */
  blocks: Record<BlockName, string>
  /** The heading of what other spaces have. */
  otherSpaces: string
  chooseUpload: string
}

/** The type of a block whose first field is completed as soon as the block is inserted. */
const chosenBlock = 'chosen-block'

/**
 * Completes blocks behind `/` at the beginning of a line, and what they refer to; pages, headings and files behind `[[`, and
 * people behind `@`. In code these signs mean something else.
 */
export const completions = (words: CompletionWords, nameable: Nameable) => {
  const sources: CompletionSource[] = [
    (context) => blockCompletions(context, words.blocks),
    (context) => addressCompletions(context, nameable, words.chooseUpload),
    (context) => linkCompletions(context, nameable),
    (context) => headingCompletions(context, nameable),
    (context) => foundCompletions(context, nameable, words.otherSpaces),
    (context) => peopleCompletions(context, nameable),
  ]
  return autocompletion({
    override: sources.map((source) => ifNotIn(['FencedCode', 'CodeBlock', 'InlineCode'], orNothing(source))),
    activateOnCompletion: ({ type }) => type === chosenBlock,
    icons: false,
  })
}

/** Makes a source that fails offer nothing: the editor would close the list with what the others offer. */
const orNothing =
  (source: CompletionSource): CompletionSource =>
  (context) => {
    const found = source(context)
    return found instanceof Promise ? found.catch(() => null) : found
  }

function blockCompletions(context: CompletionContext, names: Record<BlockName, string>): CompletionResult | null {
  const typed = context.matchBefore(/\/[\p{L}\p{N} -]*/u)
  if (!typed || context.state.doc.lineAt(typed.from).from !== typed.from) return null
  const options = offeredBlocks(new Date().toISOString().slice(0, 10)).map(({ name, markdown, isChosen }, at) => {
    const looks = { label: `/${names[name]}`, detail: name, sortText: String(at).padStart(3, '0') }
    return snippetCompletion(markdown, isChosen ? { ...looks, type: chosenBlock } : looks)
  })
  return { from: typed.from, options, validFor: /^\/[\p{L}\p{N} -]*$/u }
}

async function peopleCompletions(context: CompletionContext, { people }: Nameable): Promise<CompletionResult | null> {
  const typed = context.matchBefore(/(?<=^|\s)@[\p{L}\p{N}.-]*/u)
  if (!typed) return null
  const found = await people(typed.text.slice(1))
  const options = found.map((person) => ({ label: `@${person.displayName}`, apply: mentionOf(person) }))
  return { from: typed.from, options, filter: false }
}
