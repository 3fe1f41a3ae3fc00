import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { changeContent } from './change-content.ts'
import { type Merged, mergeTexts } from './merge-texts.ts'

interface EditedState {
  spaceId: string
  changeRequestId: string
}

/** A page of a change request as its editor needs it. */
export interface EditedPage {
  id: string
  title: string
  text: string
}

/** Reads a page of a change request as markdown. */
export async function readEdited({ spaceId, changeRequestId }: EditedState, pageId: string): Promise<EditedPage> {
  const page = await api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}', {
    params: { spaceId, changeRequestId, pageId },
    query: { format: 'markdown', metadata: false },
  })
  return { id: pageId, title: page.title, text: page.type === 'document' ? (page.markdown ?? '') : '' }
}

/** The page as it is when its editor opens; the editor itself follows it from then on. */
export const editedPageQuery = (state: EditedState, pageId: string) =>
  queryOptions({
    queryKey: ['edited', state.spaceId, state.changeRequestId, pageId],
    queryFn: () => readEdited(state, pageId),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/**
 * Saves a title and text that were derived from `base`. Reads the page before, so that what somebody else has saved since
 * is merged line by line and never overwritten. Returns the page as the server has it then.
 */
export async function savePage(
  state: EditedState,
  base: EditedPage,
  own: EditedPage,
): Promise<{ saved: EditedPage; sent: EditedPage; merged: Merged }> {
  const theirs = await readEdited(state, base.id)
  const { text, merged } = mergeTexts(base.text, own.text, theirs.text)
  const title = own.title === base.title ? theirs.title : own.title
  const sent = { id: base.id, title, text }
  await changeContent(state, [
    {
      operation: 'update_page',
      page: base.id,
      ...(title.trim() !== '' && title !== theirs.title && { title }),
      ...(text !== theirs.text && { document: { markdown: text } }),
    },
  ])
  return { saved: await readEdited(state, base.id), sent, merged }
}

/** Puts what was typed since a page was sent, as `typed`, onto the page as it was sent, with what others have written. */
export function ontoSent(own: EditedPage, typed: EditedPage, sent: EditedPage): { page: EditedPage; merged: Merged } {
  const { text, merged } = mergeTexts(own.text, typed.text, sent.text)
  return { page: { ...sent, title: typed.title === own.title ? sent.title : typed.title, text }, merged }
}
