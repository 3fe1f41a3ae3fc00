import type { changeRequestContentOperations } from '@quire/contracts'
import type { ContentChange } from '../editor/change-content.ts'

type List = (typeof changeRequestContentOperations)['listConflictsInChangeRequest']['replies'][200]
export type Unresolved = List['_zod']['output']['items'][number]

/** The side that is kept: the live one, that of the change request, or both, the live one first. */
export type Choice = 'main' | 'own' | 'both'

/** A part of a text that both sides changed: equal on both, or different. */
type Part = { kind: 'same'; text: string } | { kind: 'both'; main: string; own: string }

/** Reads a text that holds both sides between markers (docs/interface.md#merging). */
export function conflictParts(text: string): Part[] {
  const parts: Part[] = []
  let same: string[] = []
  let main: string[] | undefined
  let own: string[] | undefined
  for (const line of text.split('\n')) {
    if (!main && line.startsWith('<<<<<<< ')) {
      parts.push({ kind: 'same', text: same.join('\n') })
      same = []
      main = []
    } else if (main && !own && line === '=======') own = []
    else if (main && own && line.startsWith('>>>>>>> ')) {
      parts.push({ kind: 'both', main: main.join('\n'), own: own.join('\n') })
      main = undefined
      own = undefined
    } else (own ?? main ?? same).push(line)
  }
  parts.push({ kind: 'same', text: same.join('\n') })
  return parts
}

/** Returns the text with the chosen sides; `choices` are by `text-` and the index of the part. */
function chosenText(text: string, choices: Record<string, Choice>): string {
  const kept = conflictParts(text).flatMap((part, index) => {
    if (part.kind === 'same') return part.text === '' && index > 0 ? [] : [part.text]
    const choice = choices[`text-${index}`]
    const sides = choice === 'both' ? [part.main, part.own] : [choice === 'main' ? part.main : part.own]
    return sides.filter((side) => side !== '')
  })
  return kept.join('\n')
}

/** Fields of a page that a change can set to the live side's value. */
const fields = [
  'title',
  'slug',
  'description',
  'emoji',
  'icon',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'layout',
]

/**
 * Returns the change of the content that resolves a conflict by these choices; `read` is the text of the page, and the revision
 * in which the person saw it: what others have changed since then is kept.
 */
export function resolution(
  { object, id, conflicts }: Unresolved,
  choices: Record<string, Choice>,
  read: { text: string; revision: string },
): ContentChange {
  const takesMain = conflicts.filter(({ kind }) => choices[kind] === 'main')
  if (object === 'file')
    return takesMain.length > 0 ? { operation: 'revert_file', file: id } : { operation: 'update_file', file: id }
  if (object === 'reusable-content')
    return takesMain.length > 0
      ? { operation: 'revert_reusable_content', reusableContent: id }
      : { operation: 'update_reusable_content', reusableContent: id }
  const deleted = conflicts.find(({ kind }) => kind === 'deleted')
  if (deleted) {
    const side = choices.deleted === 'main' ? deleted.main : deleted.changeRequest
    if (side === undefined) return { operation: 'delete_page', page: id }
  }
  const values = takesMain.flatMap(({ kind, main }) => (fields.includes(kind) ? [[kind, main ?? null]] : []))
  const hasText = conflicts.some(({ kind }) => kind === 'content')
  return {
    operation: 'update_page',
    page: id,
    ...(!deleted && { base: read.revision }),
    ...Object.fromEntries(values),
    ...(hasText && { document: { markdown: chosenText(read.text, choices) } }),
  }
}

export const textOf = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
