import type { changeRequestContentOperations } from '@quire/contracts'
import type { ContentChange } from '../editor/change-content.ts'
import { type Choice, chosenText, conflictParts } from './conflict-texts.ts'

type List = (typeof changeRequestContentOperations)['listConflictsInChangeRequest']['replies'][200]
export type Unresolved = List['_zod']['output']['items'][number]

/** Something that the live content and the change request have differently. */
interface Difference {
  /** Names the difference among those of its page, file or text. */
  key: string
  /** A field of a page, `content`, `file`, `deleted`, or the kind of the object where its sides can only be chosen as a whole. */
  name: string
  main: unknown
  own: unknown
  /** True if one side may follow the other. */
  mayHaveBoth?: true
}

/** Fields that a change of a page can set to a value; null clears all but the first three. */
const settable = [
  'title',
  'slug',
  'target',
  'description',
  'emoji',
  'icon',
  'hidden',
  'noIndex',
  'noRobotsIndex',
].concat(['condition', 'layout', 'linkTitle', 'cover', 'parent'])

/** True for a page with a field in conflict that no change can set by itself, as its tags: it is chosen as a whole. */
const isWhole = ({ object, conflicts }: Unresolved) =>
  object === 'page' && conflicts.some(({ kind }) => !['content', 'deleted', ...settable].includes(kind))

const hasText = ({ conflicts }: Unresolved) => conflicts.some(({ kind }) => kind === 'content')

/** True if the differences depend on the text of the page or reusable content, which holds both sides. */
export const needsText = (unresolved: Unresolved) => hasText(unresolved) && unresolved.object !== 'file'

/** Returns what there is to choose; `text` is the text with both sides, if it needs one. */
export function differencesOf(unresolved: Unresolved, text: string): Difference[] {
  const { object, conflicts } = unresolved
  const fields = conflicts
    .filter(({ kind }) => kind !== 'content')
    .map(({ kind, main, changeRequest }) => ({ key: kind, name: kind, main, own: changeRequest }))
  if (isWhole(unresolved)) {
    const side = (one: 'main' | 'own') => Object.fromEntries(fields.map((field) => [field.name, field[one]]))
    return [{ key: 'whole', name: object, main: side('main'), own: side('own') }]
  }
  const parts = (needsText(unresolved) ? conflictParts(text) : []).flatMap((part, index) => {
    if (part.kind === 'same') return []
    const [main, own] = [part.main.join('\n'), part.own.join('\n')]
    return [{ key: textKey(index), name: 'content', main, own, mayHaveBoth: true as const }]
  })
  return [...fields, ...parts]
}

const textKey = (index: number) => `text-${index}`

/**
 * Returns the changes of the content that resolve a conflict by the choices for its differences. `read` is the text with both
 * sides, and the revision in which the person saw it: what others have changed since then is kept.
 */
export function resolution(
  unresolved: Unresolved,
  choices: Readonly<Record<string, Choice>>,
  read: { text: string; revision: string },
): ContentChange[] {
  const { object, conflicts } = unresolved
  const deleted = conflicts.find(({ kind }) => kind === 'deleted')
  if (deleted) {
    const side = choices.deleted === 'main' ? deleted.main : deleted.changeRequest
    return [changeOf(unresolved, side === 'deleted' ? 'delete' : 'update')]
  }
  const main = conflicts.filter(({ kind }) => choices[kind] === 'main')
  const text = needsText(unresolved) && { document: { markdown: chosenText(read.text, (at) => choices[textKey(at)]) } }
  if (object === 'file') return ofFile(unresolved, main)
  if (object === 'reusable-content') {
    const [title] = main
    const decided = { ...(typeof title?.main === 'string' && { title: title.main }) }
    const isTitle = conflicts.some(({ kind }) => kind === 'title')
    const change = changeOf(unresolved, 'update')
    return [
      ...(text ? [{ ...change, ...text }] : []),
      ...(isTitle ? [{ ...change, ...decided }] : []),
    ] as ContentChange[]
  }
  if (choices.whole === 'main') return [changeOf(unresolved, 'revert')]
  const page = { operation: 'update_page', page: unresolved.id } as const
  const keepsOthers = conflicts.filter(({ kind }) => kind !== 'content').length > main.length
  const since = !text && { base: read.revision }
  // The text comes first: it may bring front matter, which says of the fields what the change request does.
  return [
    ...(text ? [{ ...page, base: read.revision, ...text }] : []),
    // A change of the layout adds to it.
    ...(main.some(({ kind }) => kind === 'layout') ? [{ ...page, layout: null }] : []),
    ...(main.length > 0 ? [{ ...page, ...since, ...Object.fromEntries(main.map(asField)) }] : []),
    // An update that names no field keeps those that are open yet.
    ...(keepsOthers ? [{ ...page, ...since }] : []),
  ]
}

const asField = ({ kind, main }: Unresolved['conflicts'][number]) => [kind === 'parent' ? 'into' : kind, main ?? null]

/** Name and bytes of a file are chosen apart; bytes come with the name of their side. */
function ofFile({ object, id, conflicts }: Unresolved, main: Unresolved['conflicts']): ContentChange[] {
  const keep = { object, id }
  if (main.length === conflicts.length) return [changeOf(keep, 'revert')]
  const [chosen] = main
  if (chosen?.kind === 'name') return [{ operation: 'update_file', file: id, name: String(chosen.main) }]
  const own = conflicts.find(({ kind }) => kind === 'name')
  if (!chosen || !own) return [changeOf(keep, 'update')]
  return [changeOf(keep, 'revert'), { operation: 'update_file', file: id, name: String(own.changeRequest) }]
}

/** Returns the change of an object that deletes it, takes its live side, or keeps it as it is in the change request. */
function changeOf(
  { object, id }: Pick<Unresolved, 'object' | 'id'>,
  verb: 'delete' | 'revert' | 'update',
): ContentChange {
  if (object === 'page') return { operation: `${verb}_page`, page: id }
  if (object === 'file') return { operation: `${verb}_file`, file: id }
  return { operation: `${verb}_reusable_content`, reusableContent: id }
}
