import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal'
import { gfmFootnote } from 'micromark-extension-gfm-footnote'
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough'
import { gfmTable } from 'micromark-extension-gfm-table'
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item'
import { combineExtensions } from 'micromark-util-combine-extensions'
import type { Extension } from 'micromark-util-types'

interface Part {
  /** False where a text surely does not use this syntax. */
  mayBeIn: (markdown: string) => boolean
  syntax: Extension
}

/** True if the parser looks for a mail address at every beginning of a word. */
export const mayHoldMail = (markdown: string) => markdown.includes('@')

const addresses = gfmAutolinkLiteral()
const parts: readonly Part[] = [
  { mayBeIn: mayHoldMail, syntax: addresses },
  { mayBeIn: (text) => /https?:|www\./i.test(text) && !mayHoldMail(text), syntax: withoutMail(addresses) },
  { mayBeIn: (text) => text.includes('[^'), syntax: gfmFootnote() },
  { mayBeIn: (text) => text.includes('~'), syntax: gfmStrikethrough() },
  { mayBeIn: (text) => /\||:-|-:/.test(text), syntax: gfmTable() },
  { mayBeIn: (text) => text.includes('['), syntax: gfmTaskListItem() },
]
const combinations = new Map<string, Extension>()

/**
 * GitHub's extensions of markdown, without those that a text surely does not use: they are tried at every line, and for
 * addresses of mail at every word, which takes as long as all other reading of a plain text.
 */
export function githubSyntax(markdown: string): Extension {
  const used = parts.map(({ mayBeIn }) => mayBeIn(markdown))
  const key = used.join()
  const syntax =
    combinations.get(key) ?? combineExtensions(parts.filter((_, at) => used[at]).map((part) => part.syntax))
  combinations.set(key, syntax)
  return syntax
}

function withoutMail({ text = {} }: Extension): Extension {
  const entries = Object.entries(text).map(([code, constructs]) => [
    code,
    [constructs ?? []].flat().filter(({ name }) => name !== 'emailAutolink'),
  ])
  return { text: Object.fromEntries(entries) }
}
