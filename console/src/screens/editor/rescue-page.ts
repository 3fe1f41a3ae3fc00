import type { ChangeRequest } from '@quire/contracts'
import { changeContent, createdPage } from './change-content.ts'
import { type EditedState, PageEnded, readIn } from './edited-page.ts'
import { savePage } from './saved-page.ts'
import type { Unsaved } from './unsaved-page.ts'

/**
 * Puts a page that was not saved into a change request, merged with the page as it is there; as a new page if there is none.
 * Returns the id of the page; `untitled` is the title of a new one that was given none.
 */
export async function putInto(target: EditedState, { base, own }: Unsaved, untitled: string): Promise<string> {
  try {
    await savePage(target, base, own)
    return base.id
  } catch (error) {
    if (!(error instanceof PageEnded)) throw error
  }
  const document = { markdown: own.text }
  const { changes } = await changeContent(target, [
    { operation: 'insert_page', title: own.title.trim() || untitled, document },
  ])
  return createdPage(changes)
}

/**
 * Returns an unsaved page as a change of the live page that its change request began with. The saved part of it is in no
 * other place if the change request is archived.
 */
export async function sinceLive(
  state: EditedState,
  { revisionInitial, revisionMergedAncestor: began = revisionInitial }: ChangeRequest,
  unsaved: Unsaved,
): Promise<Unsaved> {
  try {
    return { ...unsaved, base: await readIn(state, began, unsaved.base.id) }
  } catch (error) {
    // The change request has made the page.
    if (error instanceof PageEnded) return unsaved
    throw error
  }
}
